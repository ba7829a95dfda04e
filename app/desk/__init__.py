"""The window's desk over the real engine, a file per drawer."""

from app.desk.engine_desk import EngineDesk

__all__ = ["EngineDesk"]
