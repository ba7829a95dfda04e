"""The image of the sandboxes in one engine: is it there, build it, remove the old ones."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable
from typing import Any

import docker
import docker.errors

from engine.errors import DockerError
from engine.sandbox.build_progress import BUILDING, BuildProgress, parse_lines
from engine.sandbox.docker_errors import classify, docker_error
from engine.sandbox.image_context import ImageContext

HOME_LABEL = "app.dossier.home"
BUILD_S = 1_800

# Hears what is being done and how far it is, percent None when unknown.
Tell = Callable[[str, int | None], None]


def is_there(client: docker.APIClient, tag: str) -> bool:
    """Tell whether the engine has this image."""
    return bool(_id_of(client, tag))


def build(client: docker.APIClient, context: ImageContext, tell: Tell) -> str:
    """Build the image and remove what it replaces; blocks for a minute or more. Returns the tag.

    Raises:
        DockerError: it could not be built; nothing of it carries the tag then.
    """
    tag = context.tag
    tell(BUILDING, 0)
    progress = BuildProgress()
    try:
        # The engine names an image only when its last step is done.
        body = _start(client, context, tag)
        for text, percent in progress.follow(parse_lines(body)):
            tell(text, percent)
        if progress.failure:
            raise progress.failure
        if not is_there(client, tag):
            raise docker_error("build_failed", detail="the engine ended the build without an image")
    except DockerError:
        raise
    except Exception as error:
        raise classify(error) from error
    finally:
        remove_others(client, context)
    tell(BUILDING, 100)
    return tag


def remove_others(client: docker.APIClient, context: ImageContext) -> None:
    """Remove older images of this installation and leavings of builds; those in use stay until the next time."""
    with contextlib.suppress(Exception):
        keep = _id_of(client, context.tag)
        for image in client.images(filters={"label": f"{HOME_LABEL}={context.home}"}):
            names = [name for name in image.get("RepoTags") or [] if name != "<none>:<none>"]
            # Without a new image the old ones are still of use; only the leavings of the build go.
            if image["Id"] != keep and (keep or not names):
                _remove(client, names or [image["Id"]])


def _id_of(client: docker.APIClient, tag: str) -> str:
    try:
        return str(client.inspect_image(tag)["Id"])  # type: ignore[no-untyped-call]
    except docker.errors.ImageNotFound:
        return ""


def _remove(client: docker.APIClient, names: list[str]) -> None:
    for name in names:
        with contextlib.suppress(docker.errors.APIError):
            client.remove_image(name)


def _start(client: docker.APIClient, context: ImageContext, tag: str) -> Any:
    architecture = str(client.version().get("Arch", ""))
    return client.build(
        fileobj=io.BytesIO(context.archive(architecture)),
        custom_context=True,
        tag=tag,
        buildargs={"BASE_IMAGE": context.base, "INSTALLATION": context.home},
        rm=True,
        forcerm=True,
        timeout=BUILD_S,
        decode=False,
    )
