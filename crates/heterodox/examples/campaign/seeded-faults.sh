#!/usr/bin/env bash
# Seeds faults into copies of the program, one after the other, and expects that the campaign finds
# each: a campaign that finds nothing proves nothing. Takes some five minutes for each fault.
#
# Usage: crates/heterodox/examples/campaign/seeded-faults.sh [NAME...]
set -euo pipefail
cd "$(dirname "$0")/../../../.."
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/target}
copy=$(mktemp -d)
trap 'git worktree remove --force "$copy/tree" 2>/dev/null; rm -rf "$copy"' EXIT
git worktree add --quiet --detach "$copy/tree"

# seed FILE OLD NEW: replaces a text that must be there once.
seed() {
    python3 - "$copy/tree/$1" "$2" "$3" <<'PYTHON'
import sys
path, old, new = sys.argv[1:]
text = open(path).read()
if text.count(old) != 1:
    sys.exit(f"{path}: expected once, found {text.count(old)} times: {old}")
open(path, "w").write(text.replace(old, new))
PYTHON
}

games=crates/server/src/games

# Two appends after the same event are both taken, and one of them is torn.
no-swap() {
    seed crates/store/src/postgres/event_log.rs \
        'set event_count = event_count + head.added' \
        'set event_count = greatest(event_count, head.after + head.added)'
    seed crates/store/src/postgres/event_log.rs ' and games.event_count = head.after returning' \
        ' returning'
    seed crates/store/src/postgres/event_log.rs '$3::bigint[], $4::text[])";' \
        '$3::bigint[], $4::text[]) on conflict do nothing";'
}

# An act is answered before it is stored.
early-answer() {
    seed $games/live_game.rs 'let stored = service.store.append(append).await;' \
        'let store = service.store.clone();
            tokio::spawn(async move { store.append(append).await });
            let stored: Result<(), StoreError> = Ok(());'
}

# The text of each act is said on the bus.
text-on-bus() {
    seed $games/live_game.rs 'let begun = Instant::now();
            let stored' 'for event in &append.events {
                service.tell_table(&event.body);
            }
            let begun = Instant::now();
            let stored'
}

# Time is that of the machine, whose clock jumps.
wall-clock() {
    seed $games/environment.rs 'let reading = reading_ms();
        Moment(reading.max(LAST_MS.fetch_max(reading, Ordering::SeqCst)))' \
        'let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let _ = (&LAST_MS, reading_ms());
        Moment(since.as_millis() as i64)'
}

# An act that lost against another one is tried again for whatever version there is.
no-expect() {
    seed $games/actions.rs 'let act = move |transaction: &mut Transaction<'"'_"'>| {
            Ok(transaction.act(user, &request, perspective)?)
        };' 'let tries = std::sync::atomic::AtomicU32::new(0);
        let act = move |transaction: &mut Transaction<'"'_"'>| {
            let mut request = request.clone();
            if tries.fetch_add(1, std::sync::atomic::Ordering::SeqCst) > 0 {
                request.expect = None;
            }
            Ok(transaction.act(user, &request, perspective)?)
        };'
}

# A server answers from its memory, whatever the others have done.
no-catch-up() {
    seed $games/mod.rs 'self.catch_up(&live).await?;' ''
}

faults=("$@")
if ((${#faults[@]} == 0)); then
    faults=(no-swap early-answer text-on-bus wall-clock no-expect no-catch-up)
fi
missed=()
cargo build --quiet --locked -p heterodox --example campaign
for fault in "${faults[@]}"; do
    git -C "$copy/tree" checkout --quiet .
    "$fault"
    (cd "$copy/tree" && cargo build --quiet --locked -p heterodox)
    cp "$CARGO_TARGET_DIR/debug/heterodox" "$copy/heterodox"
    echo "== $fault"
    if "$CARGO_TARGET_DIR/debug/examples/campaign" "$copy/heterodox" --minutes 2 --bots 60 \
        --every-ms 700 --longest-stop 6 --folder "$copy/campaign" >"$copy/out" 2>"$copy/log"; then
        missed+=("$fault")
        cat "$copy/out"
    elif ! grep -m 3 VIOLATION "$copy/out"; then
        echo "the campaign failed:"
        cat "$copy/out" "$copy/log"
        exit 1
    fi
done
if ((${#missed[@]})); then
    echo "not found: ${missed[*]}"
    exit 1
fi
echo "all were found"
