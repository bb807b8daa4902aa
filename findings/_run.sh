# Sourced by each finding: a temporary folder of its own, and the comparison with what was seen. Not a finding itself.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

npm_install() { npm install --silent --no-audit --no-fund --no-save "$@" > /dev/null; }
pip_install() { python3 -m venv python && python/bin/pip install --quiet --disable-pip-version-check "$@"; }
python_run() { python/bin/python "$@"; }

# expect OUTPUT COMMAND...: prints what the command prints, and fails where that is not what was seen.
expect() {
  wanted=$1
  shift
  got=$("$@" 2>&1) || true
  printf '%s\n' "$got"
  [ "$got" = "$wanted" ] || { printf 'changed; seen was:\n%s\n' "$wanted" >&2; exit 1; }
}
