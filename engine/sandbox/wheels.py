"""`make wheels`: what the image is built from when there is no network inside the build, hash-locked.

python -m engine.sandbox.wheels [FOLDER]
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from engine.sandbox.command import container_folder

MACHINES = ("x86_64", "aarch64")
PYTHONS = ("3.11", "3.12")
# From the oldest glibc a wheel is built for to that of the base images.
GLIBC_MINORS = range(36, 4, -1)
_DONE = ".lock"


def download(folder: Path, lock: Path) -> int:
    """Fill a folder with the wheels of a lock file; return how many there are. Nothing to do is quick.

    Raises:
        RuntimeError: pip could not get them; its words are the message.
    """
    mark = folder / _DONE
    if mark.exists() and mark.read_bytes() == lock.read_bytes():
        return len(list(folder.glob("*.whl")))
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".wheels-") as aside:
        for machine in MACHINES:
            for python in PYTHONS:
                _download(Path(aside), lock, machine, python, folder)
        fresh = {path.name: path for path in Path(aside).glob("*.whl")}
        for old in folder.glob("*.whl"):
            if old.name not in fresh:
                old.unlink()
        for name, path in fresh.items():
            path.replace(folder / name)
    mark.write_bytes(lock.read_bytes())
    return len(fresh)


def _download(aside: Path, lock: Path, machine: str, python: str, known: Path) -> None:
    platforms = [f"manylinux_2_{minor}_{machine}" for minor in GLIBC_MINORS] + [f"manylinux2014_{machine}"]
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
    command += ["--only-binary", ":all:", "--no-deps", "--require-hashes", "-r", str(lock), "--dest", str(aside)]
    command += ["--python-version", python, "--implementation", "cp", "--find-links", str(known)]
    for platform in platforms:
        command += ["--platform", platform]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(
            f"pip could not download the wheels for {machine}, Python {python}:\n{done.stderr.strip()}"
        )


def main() -> None:
    """Download into researcher_container/wheels, or into the folder named."""
    code = container_folder()
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else code / "wheels"
    try:
        count = download(folder, code / "requirements.txt")
    except RuntimeError as error:
        sys.exit(str(error))
    sys.stdout.write(f"{count} wheels in {folder}\n")


if __name__ == "__main__":
    main()
