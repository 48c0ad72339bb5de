from collections.abc import Callable

class Context:
    def add_reload_observer(
        self, callback: Callable[[Context], object], before: bool = False
    ) -> None: ...

def get_context() -> Context: ...
