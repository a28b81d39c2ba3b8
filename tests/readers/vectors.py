"""Bytes that are published; ``firmware_bridge/readers/README.md`` says where each stands."""

READERS = {"pn532": ("04A035B2BC2B80", "PN532 1.6"), "pepper": ("E004015012345678", "emulated 1.0")}
"""A tag that a reader can read, and what its emulated one calls itself."""

PN532_COMMANDS = {
    "GetFirmwareVersion": ("02", "0000FF02FED4022A00"),
    "SAMConfiguration, normal mode": ("1401", "0000FF03FDD414011700"),
    "SAMConfiguration, timeout 0": ("14010000", "0000FF05FBD4140100001700"),
    "SAMConfiguration, one second and the interrupt line": ("14011401", "0000FF05FBD4140114010200"),
    "SetSerialBaudRate 921600": ("1007", "0000FF03FDD410071500"),
    "RFConfiguration, retries without end": ("3205FFFFFF", "0000FF06FAD43205FFFFFFF800"),
    "Diagnose, the line": ("00006C69626E6663", "0000FF09F7D400006C69626E6663BE00"),
    "InListPassiveTarget, one of type A": ("4A0100", "0000FF04FCD44A0100E100"),
    "InListPassiveTarget, two of type A": ("4A0200", "0000FF04FCD44A0200E000"),
    "InListPassiveTarget, FeliCa at 212": ("4A010100FFFF0000", "0000FF09F7D44A010100FFFF0000E200"),
    "InRelease, all": ("5200", "0000FF03FDD45200DA00"),
    "PowerDown": ("16B000", "0000FF04FCD416B0006600"),
}
PN532_ANSWERS = {
    "firmware 1.6": ("0332010607", "0000FF06FAD50332010607E800"),
    "SAMConfiguration": ("15", "0000FF02FED5151600"),
    "SetSerialBaudRate": ("11", "0000FF02FED5111A00"),
    "RFConfiguration": ("33", "0000FF02FED533F800"),
    "no card": ("4B00", "0000FF03FDD54B00E000"),
    "a tag id of four bytes": ("4B010100040804" + "1ADA7444", "0000FF0CF4D54B0101000408041ADA74442200"),
    "a tag id of seven bytes": (
        "4B010100440007" + "04416D412B0289",
        "0000FF0FF1D54B01010044000704416D412B0289EA00",
    ),
    "another of seven bytes": (
        "4B010100440007" + "04A035B2BC2B80",
        "0000FF0FF1D54B01010044000704A035B2BC2B80A100",
    ),
    "two cards": (
        "4B020100040804DEADBEEF0200040804" + "1ADA7444",
        "0000FF15EBD54B020100040804DEADBEEF02000408041ADA7444D700",
    ),
}
PN532_ACK, PN532_NACK, PN532_ERROR = "0000FF00FF00", "0000FFFF0000", "0000FF01FF7F8100"
PN532_WAKE = "55550000000000000000000000000000"
PN532_NO_FRAME = {
    "noise at the wrong rate": "988098801E66",
    "a length of nothing": "0000FF0000D500",
    "a wrong checksum": "0000FF03FDD54B00E100",
    "a wrong end": "0000FF03FDD54B00E001",
}

PEPPER_FRAMES = {"dummy command": ("01", "F50300FCFF01D1F1")}

INVENTORY_ANSWER = "00000228E06D580104E0D060"
"""Observed: flags, DSFID, UID E00401586DE02802 with its low byte first, CRC."""
GHOST_TAGS = ("E00259C186C95D5F", "E00259C186C95830")
GHOST_CRCS = (0xCF2F, 0x5D3F)
GHOST = "E00259C186C95D7F"
GHOST_TRUE_CRC = 0x79DF
"""Two tags lay there, and a reader gave a third that was their OR, without an error."""
