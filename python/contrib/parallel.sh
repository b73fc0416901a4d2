#!/usr/bin/env bash
# A long run of starboard by GNU parallel, on this machine or on others by SSH.
#
#   contrib/parallel.sh SHARDS LOG COMMAND...
#   contrib/parallel.sh 8 run.jsonl match connect-four --a alpha-beta --b mcts --games 400 --nodes 5000
#
# The same command again goes on where it was stopped. PARALLEL_OPTIONS is for options of
# parallel, such as '--sshlogin node1,node2 --wd .' for machines that share this folder;
# STARBOARD is the program, by default the one on the path.
set -euo pipefail
shards=$1 log=$2
shift 2
read -ra starboard <<<"${STARBOARD:-starboard}"
read -ra options <<<"${PARALLEL_OPTIONS:-}"
base=${log%.jsonl}

# A shard that was killed is tried again, and goes on from its log. -q keeps arguments whole.
seq 0 $((shards - 1)) |
    parallel -q --retries 3 --joblog "$base.joblog" "${options[@]}" \
        "${starboard[@]}" "$@" --threads 1 \
        --shard "{}/$shards" --log "$base.shard-{}-of-$shards.jsonl" >/dev/null
parts=()
for ((i = 0; i < shards; i++)); do parts+=("$base.shard-$i-of-$shards.jsonl"); done
"${starboard[@]}" log merge "${parts[@]}" --log "$log"
# Nothing is left to do but to say what came out.
"${starboard[@]}" "$@" --log "$log"
