#!/usr/bin/env bash
# A long run of starboard as a Slurm array, and a job that merges once all of it is done.
#
#   contrib/slurm.sh SHARDS LOG COMMAND...
#   contrib/slurm.sh 64 run.jsonl match shogi --a alpha-beta --b mcts --games 20000 --nodes 5000
#
# Run it in a folder that all nodes share. SBATCH_OPTIONS is for options of sbatch, such as
# '--partition cpu --time 4:00:00'; STARBOARD is the program, by default the one on the path.
set -euo pipefail
shards=$1 log=$2
shift 2
read -ra starboard <<<"${STARBOARD:-starboard}"
read -ra options <<<"${SBATCH_OPTIONS:-}"
base=${log%.jsonl}

command=$(printf '%q ' "${starboard[@]}" "$@" --threads 1)
name=$(printf '%q' "$base")
# Slurm begins a job again by itself only if its node fails. This one asks for it whatever
# killed the process, but for bad input (exit code 2), which would fail again. \$ is for the job.
job="$command --shard \$SLURM_ARRAY_TASK_ID/$shards \
--log $name.shard-\$SLURM_ARRAY_TASK_ID-of-$shards.jsonl || {
    code=\$?
    if [ \$code != 2 ] && [ \"\${SLURM_RESTART_COUNT:-0}\" -lt 5 ]; then
        scontrol requeue \"\${SLURM_ARRAY_JOB_ID}_\$SLURM_ARRAY_TASK_ID\"
    fi
    exit \$code
}"
array=$(sbatch --parsable --requeue --array="0-$((shards - 1))" --job-name starboard \
    "${options[@]}" --wrap "$job")

parts=()
for ((i = 0; i < shards; i++)); do parts+=("$base.shard-$i-of-$shards.jsonl"); done
merge=$(printf '%q ' "${starboard[@]}" log merge "${parts[@]}" --log "$log")
sbatch --parsable --dependency="afterok:$array" --job-name starboard-merge \
    "${options[@]}" --wrap "$merge"
