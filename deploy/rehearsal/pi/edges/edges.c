// SPDX-License-Identifier: GPL-2.0
/*
 * Pins that qemu plays can be set from outside, but tell of no edge. This tells of one:
 *	echo INTERRUPT > /sys/module/edges/parameters/edge
 * is what the chip would do had the contact of that interrupt just changed. And
 *	echo LEVEL > /sys/module/edges/parameters/bounce
 * lets the contact of the last interrupt, the button's, bounce for some milliseconds until it has
 * that level: from outside nobody is fast enough.
 */
#include <linux/bits.h>
#include <linux/delay.h>
#include <linux/interrupt.h>
#include <linux/io.h>
#include <linux/irq.h>
#include <linux/module.h>

#define PINS 0x3f200000
#define SET 0x1c
#define CLEAR 0x28
#define BUTTON BIT(17)
#define BOUNCES 9

static unsigned int interrupt;

static int tell(const char *given, const struct kernel_param *parameter)
{
	int refused = kstrtouint(given, 0, &interrupt);

	return refused ? refused : irq_inject_interrupt(interrupt);
}

static int bounce(const char *given, const struct kernel_param *parameter)
{
	void __iomem *pins = ioremap(PINS, PAGE_SIZE);
	bool is_high, last;
	int number, refused = kstrtobool(given, &last);

	if (!pins)
		return -ENOMEM;
	for (number = 0; number < BOUNCES && !refused; number++) {
		is_high = number % 2 ? !last : last;
		writel(BUTTON, pins + (is_high ? SET : CLEAR));
		refused = irq_inject_interrupt(interrupt);
		usleep_range(700, 900);
	}
	iounmap(pins);
	return refused;
}

static const struct kernel_param_ops telling = { .set = tell };
static const struct kernel_param_ops bouncing = { .set = bounce };

module_param_cb(edge, &telling, NULL, 0200);
module_param_cb(bounce, &bouncing, NULL, 0200);
MODULE_DESCRIPTION("Edges of the pins of an emulated Raspberry Pi");
MODULE_LICENSE("GPL");
