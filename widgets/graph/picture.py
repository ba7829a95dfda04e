"""The graph as a picture for other programs: an SVG with real text, or an image of twice its size."""

from __future__ import annotations

import re

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgGenerator

from engine.snapshot import RunSnapshot
from resources.translation import tr
from widgets.graph.scene import GraphScene
from widgets.theme import theme

PIXELS_PER_PX = 2
# What a program without our font takes; widths differ little.
FALLBACK_FONTS = "'Segoe UI', 'Helvetica Neue', 'Noto Sans', Arial, sans-serif"


def svg(run: RunSnapshot, now_s: float) -> bytes:
    """Return a run's graph as an SVG file, in the colours of the theme."""
    scene = _scene(run, now_s)
    bounds = scene.sceneRect().toAlignedRect()
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator(QSvgGenerator.SvgVersion.Svg11)
    generator.setOutputDevice(buffer)
    generator.setResolution(96)  # so that a pixel of ours is a pixel of the file
    generator.setSize(bounds.size())
    generator.setViewBox(bounds)
    generator.setTitle(run.topic)
    generator.setDescription(tr("The workflow of this research"))
    painter = QPainter(generator)
    _render(scene, painter)
    painter.end()
    return _readable_anywhere(bytes(data.data()).decode()).encode()


def image(run: RunSnapshot, now_s: float) -> QImage:
    """Return a run's graph as an image."""
    scene = _scene(run, now_s)
    result = QImage(scene.sceneRect().toAlignedRect().size() * PIXELS_PER_PX, QImage.Format.Format_RGB32)
    result.setDevicePixelRatio(PIXELS_PER_PX)
    painter = QPainter(result)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _render(scene, painter)
    painter.end()
    return result


def _scene(run: RunSnapshot, now_s: float) -> GraphScene:
    scene = GraphScene()
    scene.show_everything(run, now_s)
    return scene


def _render(scene: GraphScene, painter: QPainter) -> None:
    bounds = QRectF(scene.sceneRect().toAlignedRect())
    painter.fillRect(bounds, theme().color("canvas"))
    scene.render(painter, bounds, bounds, Qt.AspectRatioMode.KeepAspectRatio)


def _readable_anywhere(text: str) -> str:
    """Name the fonts that stand in for ours where it is not installed; leave out what XML cannot hold."""
    text = re.sub("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]", "", text)
    return re.sub(r'font-family="([^"]*)"', lambda found: f'font-family="{found[1]}, {FALLBACK_FONTS}"', text)
