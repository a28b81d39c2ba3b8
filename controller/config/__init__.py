"""Reads and checks the daemon's one TOML file, and refuses it with key, line and what would be right."""

from controller.config.equipment import equipment_of, missing_of
from controller.config.load import ConfigError, load_config, parse_config
from controller.config.model import (
    ClockConfig,
    Config,
    DeviceConfig,
    JournalConfig,
    ServerConfig,
    TableConfig,
)

__all__ = [
    "ClockConfig",
    "Config",
    "ConfigError",
    "DeviceConfig",
    "JournalConfig",
    "ServerConfig",
    "TableConfig",
    "equipment_of",
    "load_config",
    "missing_of",
    "parse_config",
]
