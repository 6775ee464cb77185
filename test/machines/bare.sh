#!/usr/bin/env bash
# Proves that a machine with Node.js and npm alone is enough: makes a Debian root filesystem without Python, make, compiler or git, puts the
# committed state of this checkout into it, and carries out the README's commands there. As root, on Debian, with debootstrap installed.
#   test/machines/bare.sh [node-version] [start|test]…      default: 24.21.0 start test
set -euo pipefail
cd "$(dirname "$0")/../.."
. test/machines/debian-root.sh

node=${1:-24.21.0}
shift || true
steps=("$@")
[ ${#steps[@]} -gt 0 ] || steps=(start test)
work=$(mktemp -d)
root=$work/root
undo() {
  for mounted in "$root/proc" "$root/dev"; do umount -R -l "$mounted" 2>/dev/null || true; done
  rm -rf --one-file-system "$work"
}
trap undo EXIT

say() { printf '\n== %s\n' "$*"; }

say "a Debian root filesystem with Node.js $node and npm, and nothing else"
compiler=()
# Before 22.14 SQLite is compiled.
case $node in 20.* | 22.[0-9].* | 22.1[0-3].*) compiler=(python3 make g++) ;; esac
debian_root "$root" "$node" "${compiler[@]}"
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
