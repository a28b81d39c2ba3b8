"""The chip counter: a process of its own that reads the betting zones from a camera.

It is not written yet. Until it is, chip events come from any device of kind ``chips`` that speaks
the link of ``firmware_bridge``.
"""
