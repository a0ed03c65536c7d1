#!/bin/sh
# SPDX-License-Identifier: MIT
# sweep --estimate: cases, seconds and bytes before a campaign is run, by its limits and by what its folder has; nothing is asked or
# written. How well seconds are guessed: test_campaign_estimate. Usage: estimate.sh STEADYCAST
cast=$1
. "$(dirname "$0")/../command/common.sh"

# Attempts of 10, 40 and 160 s each: six cases take 1260 s, with four workers as much as (1260 - 210) / 4 + 210.
cat >small.campaign <<END
set time 10 retry 2 factor 4
delay latency 3 processors 5..10
END
unknown='nothing is done yet that would say how much of that, and how much space'
same 'by the limits' "cases 6 done 0 left 6 workers 1;at most 21:00 min by their limits, with all attempts;$unknown" \
    "$("$cast" sweep small.campaign --estimate --threads 1 | paste -s -d ';')"
expect 'several workers' 0 'at most 7:53 min by their limits, with all attempts' "$cast" sweep small.campaign --estimate --threads 4
expect 'a shard' 0 'cases 2 done 0 left 2 workers 1' "$cast" sweep small.campaign --estimate --threads 1 --shard 2/3
expect 'a folder that is not there yet' 0 "$unknown" "$cast" sweep small.campaign -o folder --estimate
same 'nothing is written' 'err out small.campaign' "$(ls | paste -s -d ' ')"
expect 'no limit' 0 'without a limit of time 2, the others at most 5 s by their limits, with all attempts' "$cast" sweep - --estimate <<END
delay latency 3 processors 5..6 time none
delay latency 3 processors 7 time 5
END

# What the folder has.
"$cast" sweep small.campaign -o folder -q >out
before=$(ls -lR --time-style=full-iso folder | sha256sum)
bytes=$(find folder/certificates -type f -exec cat {} + | wc -c)
expect 'all is done' 0 'about 0 s by the 6 that are done' "$cast" sweep small.campaign -o folder --estimate
expect 'JSON' 0 "{\"event\":\"estimate\",\"total\":6,\"done\":6,\"workers\":3,\"seconds_at_most\":0.0,\"unlimited\":0,\"seconds_left\":0.0,\"bytes\":$bytes,\"bytes_then\":$bytes.0}" \
    "$cast" sweep small.campaign -o folder --estimate --json --threads 3
expect 'a campaign without answers: JSON' 0 '*"seconds_at_most":1260.0,"unlimited":0,"seconds_left":null,"bytes":0,"bytes_then":null}' \
    "$cast" sweep small.campaign --estimate --json --threads 1
sed 's/5..10/5..16/' small.campaign >larger.campaign
refuse 'another campaign' 'folder holds another campaign: line 2 is another one (--change takes over its answers)' "$cast" sweep larger.campaign -o folder --estimate
expect 'a campaign that is changed' 0 'cases 12 done 6 left 6 workers 1' "$cast" sweep larger.campaign -o folder --estimate --change --threads 1
holds 'a campaign that is changed: seconds' grep -q '^about [0-9]* s by the 6 that are done$' out
expect 'a campaign that is changed: bytes' 0 "*\"bytes\":$bytes,\"bytes_then\":$((2 * bytes)).0}" "$cast" sweep larger.campaign -o folder --estimate --change --json
same 'the folder is left alone' "$before" "$(ls -lR --time-style=full-iso folder | sha256sum)"

refuse 'no file' 'one file of questions' "$cast" sweep --estimate
refuse 'a limit' '--estimate does not go with --time' "$cast" sweep small.campaign --estimate --time 5
refuse 'no folder' 'sweep needs -o, --output FOLDER (see: steadycast help sweep)' "$cast" sweep small.campaign
refuse 'a wrong campaign' 'err holds no question' "$cast" sweep err --estimate
finish
