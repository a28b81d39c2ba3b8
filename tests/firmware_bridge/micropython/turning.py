# One turn of the board's main loop, and what goes over its UARTs, for whoever plays the world around it.
import os
import random
from binascii import hexlify, unhexlify

import machine

os.urandom = lambda size: bytes(random.getrandbits(8) for _ in range(size))
controller = None


def turn(uart, heard):
    if uart in machine.uarts:
        machine.uarts[uart].hears(unhexlify(heard))
    controller.step()
    said = [(n, machine.uarts[n].says()) for n in machine.uarts if machine.uarts[n].tx]
    return " ".join(f"{n}:{hexlify(data).decode()}" for n, data in said)
