#!/usr/bin/env bash
# Builds the Dockerfile without Docker and without a registry of images, and proves what it promises: it runs as user 1000, writes to /app/data
# alone, answers its health check in OCI format too, and adds little to its base. As root, on Debian, with debootstrap and buildah installed.
#   test/machines/image.sh [node-version]      default: 24.21.0
set -euo pipefail
cd "$(dirname "$0")/../.."
. test/machines/debian-root.sh

node=${1:-24.21.0}
work=$(mktemp -d)
storage=(--root "$work/storage" --runroot "$work/run" --storage-driver vfs)
image() { buildah "${storage[@]}" "$@"; }
undo() {
  image rm --all >/dev/null 2>&1 || true
  image rmi --all --force >/dev/null 2>&1 || true
  rm -rf --one-file-system "$work"
}
trap undo EXIT
say() { printf '\n== %s\n' "$*"; }
fail() { echo "failed: $*"; exit 1; }

say "the base image: Debian with Node.js $node"
debian_root "$work/root" "$node"
# Known to this build alone: no digest of the registry's fits it.
container=$(image from scratch)
image copy --quiet "$container" "$work/root" / >/dev/null
image config --env PATH=/usr/local/bin:/usr/bin:/bin --env NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt "$container"
image commit --quiet --rm "$container" docker.io/library/node:local >/dev/null
base_size=$(du -sm "$work/root" | cut -f1)
rm -rf --one-file-system "$work/root"

say 'the image, from the committed state, in OCI format'
mkdir "$work/context"
git archive HEAD | tar x -C "$work/context"
sed -i -E 's/^FROM node:[^ ]+/FROM node:local/' "$work/context/Dockerfile"
image build --quiet --isolation chroot --pull=never --format oci --tag feedsync "$work/context" 2>"$work/build.log" >/dev/null ||
  { tail -n 30 "$work/build.log"; fail 'the build'; }

container=$(image from --pull=never feedsync)
mounted=$(image mount "$container")
added=$(($(du -sm "$mounted" | cut -f1) - base_size))
echo "adds $added MB to its base, node_modules is $(du -sm "$mounted/app/node_modules" | cut -f1) MB"
[ "$added" -le 40 ] || fail 'it adds more than 40 MB'
for tool in git python3 make g++; do [ ! -e "$mounted/usr/bin/$tool" ] || fail "it holds $tool"; done

say 'who runs, and what can be written'
# The image's own user; what the entry point names.
run() { image run --isolation chroot "$container" -- "$@"; }
[ "$(run id -u)" = 1000 ] || fail 'it does not run as user 1000'
run node -e "
  const fs = require('node:fs');
  const writable = (path) => { try { fs.accessSync(path, fs.constants.W_OK); return true; } catch { return false; } };
  const wrong = ['/app', '/app/dist', '/app/node_modules', '/app/mappings', '/etc', '/usr/local/bin'].filter(writable);
  if (wrong.length > 0 || !writable('/app/data')) { console.log('writable:', wrong.join(' ') || 'not even /app/data'); process.exit(1); }
" || fail 'what can be written'
run node dist/main.js --version

say 'the health check of compose.yaml, which an OCI image does not carry itself'
check=$(sed -n '/healthcheck:/,/interval:/p' config/compose.yaml | grep -o '"fetch(.*)"' | head -n 1 | tr -d '"')
[ -n "$check" ] || fail 'compose.yaml has no health check'
run node -e "$check" >/dev/null 2>&1 && fail 'healthy before anything runs'
cat >"$work/feedsync.yaml" <<'Y'
portal: { base_url: 'http://127.0.0.1:9', key_id: k, private_key_file: /tmp/key.pem }
feeds: []
Y
node -e "process.stdout.write(require('node:crypto').generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }))" >"$work/key.pem"
mkdir -p "$mounted/app/config"
cp "$work/feedsync.yaml" "$mounted/app/config/feedsync.yaml"
install -o 1000 -g 1000 -m 600 "$work/key.pem" "$mounted/tmp/key.pem"
run node dist/main.js run --listen 127.0.0.1:8080 >"$work/run.log" 2>&1 &
daemon=$!
healthy=no
for _ in $(seq 60); do
  if run node -e "$check" >/dev/null 2>&1; then healthy=yes; break; fi
  kill -0 $daemon 2>/dev/null || break
  sleep 1
done
pkill -TERM -f 'dist/main.js run --listen 127.0.0.1:8080' || true
wait $daemon || true
[ $healthy = yes ] || { tail -n 20 "$work/run.log"; fail 'it does not become healthy'; }
say 'passed'
