#!/bin/sh
# Makes sure that the system libraries Qt needs are there: installs them as root on Debian and Ubuntu,
# else prints the one command that does. Other systems bring them with their desktop.
set -eu
packages="libegl1 libgl1 libxkbcommon-x11-0 libxcb-cursor0 libdbus-1-3 libxcb-icccm4 libxcb-keysyms1 libxcb-shape0 libxcb-xinerama0 libfontconfig1"
[ "$(uname)" = Linux ] || exit 0
command -v dpkg-query >/dev/null 2>&1 || exit 0
missing=""
for package in $packages; do
  dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing="$missing $package"
done
[ -n "$missing" ] || exit 0
if [ "$(id -u)" = 0 ]; then
  echo "Installing the system libraries Qt needs:$missing"
  apt-get update -qq
  # shellcheck disable=SC2086
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null
else
  echo "Qt needs system libraries that are missing. Install them with:" >&2
  echo "  sudo apt-get install --no-install-recommends$missing" >&2
  exit 1
fi
