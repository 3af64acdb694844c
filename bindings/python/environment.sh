# The environment that the checks and the benchmark run in, made when it is not there.
env=$PWD/.cache/venv
[[ -x $env/bin/pytest ]] || { python3 -m venv "$env" && "$env/bin/pip" install -q wasmtime msgpack pytest mypy ruff; }
