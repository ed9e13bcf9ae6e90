#!/bin/bash
# Trains on a machine that is lent for short commands and forgets everything after the loan. The first call starts the
# training in a session of its own, which runs on between the calls. Each call waits, then leaves the newest state in
# OUT, in parts of 15 MB because larger files do not come back. To go on in another loan, put the parts together in the
# folder state/ beside this script: cat OUT/damage.pt.* > state/damage.pt
#
#   OUT=<folder> WAIT_SECONDS=540 bash onLoan.sh rebuildDamage.py --photos photos.tar --minutes 25 ...
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=/tmp/heirlight-loan
mkdir -p "$work"
if [ ! -e "$work/pid" ]; then
  cp "$here"/state/* "$work/" 2>/dev/null || true
  cd "$here"
  PYTHONUNBUFFERED=1 setsid nohup python3 "$@" --work "$work" > "$work/output.txt" 2>&1 &
  echo $! > "$work/pid"
fi
until=$((SECONDS + ${WAIT_SECONDS:-540}))
while [ $SECONDS -lt $until ] && kill -0 "$(cat "$work/pid")" 2>/dev/null; do sleep 2; done
for name in damage colour; do
  if [ -e "$work/$name.pt" ]; then
    python3 "$here/lightCheckpoint.py" "$work/$name.pt" "$work/light"
    split -b 15000000 "$work/light" "$OUT/$name.pt."
  fi
done
cp "$work"/*.onnx "$work"/log.jsonl "$work"/output.txt "$OUT/" 2>/dev/null || true
tail -n 30 "$work/output.txt"
nvidia-smi --query-gpu=utilization.gpu,memory.used --format=csv || true
