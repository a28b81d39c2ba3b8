# One turn of the board's main loop, and what goes over its UARTs, for whoever plays the world around it.
import os
import random
from binascii import hexlify, unhexlify

import machine

os.urandom = lambda size: bytes(random.getrandbits(8) for _ in range(size))
controller = None


def turn(uart, heard):
    if uart < 0:
        controller.step()
        return ""
    if uart not in machine.uarts:
        return ""
    if heard:
        machine.uarts[uart].hears(unhexlify(heard))
        controller.step()
        return ""
    return hexlify(machine.uarts[uart].says()).decode()
