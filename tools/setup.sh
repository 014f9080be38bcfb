#!/bin/bash
# Installs the Debian packages the build and the tests need, and only those that are missing. Arguments are further
# packages that one target needs.
set -euo pipefail

packages=(
  g++ make cmake ninja-build pkg-config
  libhwy-dev libeigen3-dev libboost-dev libcli11-dev libfmt-dev nlohmann-json3-dev
  libzip-dev zlib1g-dev libtomlplusplus-dev libgtest-dev libxxhash-dev
  python3 python3-numpy python3-networkx graphviz
  "$@"
)

# Node makes the report page. Debian's npm does not go with the Node of others, which brings its own.
command -v node >/dev/null && command -v npm >/dev/null || packages+=(nodejs npm)

give_up() {
  echo "setup: $1" >&2
  echo "setup: these Debian packages are missing: ${missing[*]}" >&2
  exit 1
}

missing=("${packages[@]}")
command -v dpkg-query >/dev/null || give_up "this is not a Debian system, install their like by hand"

missing=()
for package in "${packages[@]}"; do
  status=$(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null || true)
  [[ $status == installed ]] || missing+=("$package")
done
((${#missing[@]})) || exit 0

as_root=()
if ((EUID != 0)); then
  command -v sudo >/dev/null || give_up "not root, and there is no sudo"
  as_root=(sudo)
fi

echo "setup: installing ${missing[*]}"
"${as_root[@]}" apt-get update -q || give_up "apt-get update failed"
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "${missing[@]}" ||
  give_up "apt-get install failed"
