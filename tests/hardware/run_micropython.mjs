// Runs a script on MicroPython with the firmware beside it:
//   node run_micropython.mjs MICROPYTHON FIRMWARE_FOLDER SCRIPT <given.json
// Lines "# then" part the script; garbage is collected between its parts only.
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [interpreter, firmware, script] = process.argv.slice(2);
const { loadMicroPython } = await import(pathToFileURL(interpreter));
const python = await loadMicroPython({ stdout: (line) => process.stdout.write(`${line}\n`) });

function copy(from, to) {
    python.FS.mkdir(to);
    for (const name of readdirSync(from)) {
        const [source, target] = [join(from, name), `${to}/${name}`];
        if (statSync(source).isDirectory()) {
            if (name !== "__pycache__") copy(source, target);
        } else {
            python.FS.writeFile(target, readFileSync(source));
        }
    }
}

copy(firmware, "/board");
python.FS.writeFile("/given.json", readFileSync(0));
python.runPython("import sys\nsys.path.append('/board')");
for (const part of readFileSync(script, "utf8").split(/^# then$/m)) {
    python.runPython(part);
}
