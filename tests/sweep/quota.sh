#!/bin/sh
# SPDX-License-Identifier: MIT
# A container has a quota of processors in its control groups, v1 or v2: campaigns, engines and the library work on no more.
# Usage: quota.sh STEADYCAST
cast=$1
. "$(dirname "$0")/../command/common.sh"
if [ "$(id -u)" != 0 ] || ! unshare -m true 2>/dev/null || [ ! -d /sys/fs/cgroup ] || [ ! -e /proc/self/cgroup ]; then
    echo 'SKIPPED: no file system can be mounted here for a test'
    exit 77
fi
cat >in_container <<'S'
#!/bin/sh
# in_container v1|v2 QUOTA PERIOD COMMAND...: with other files of control groups
version=$1 quota=$2 period=$3
shift 3
mount -t tmpfs none /sys/fs/cgroup || exit 77
if [ "$version" = v2 ]; then
    echo '0::/some/group' >lines
    mkdir -p /sys/fs/cgroup/some/group
    echo 'max 100000' >/sys/fs/cgroup/some/group/cpu.max
    echo "$quota $period" >/sys/fs/cgroup/some/cpu.max
else
    printf '5:memory:/\n4:cpu,cpuacct:/that/of/the/host\n' >lines
    mkdir -p /sys/fs/cgroup/cpu,cpuacct
    echo "$quota" >/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us
    echo "$period" >/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us
fi
cp lines groups
mount --bind groups "/proc/$$/cgroup" || exit 77
exec "$@"
S
echo 'delay latency 1..3 processors 2..9' >some.campaign
processors=$(nproc)

# workers VERSION QUOTA PERIOD: on how many a campaign works
workers() {
    rm -rf folder
    unshare -m sh in_container "$@" "$cast" sweep some.campaign -o folder -q >out 2>err
    [ $? != 77 ] || { echo 'SKIPPED: no file system can be mounted here for a test'; exit 77; }
    sed -n 's/.*workers \([0-9]*\).*/\1/p' out
}
least() { [ "$1" -lt "$processors" ] && echo "$1" || echo "$processors"; }
for version in v1 v2; do
    same "$version: one processor" 1 "$(workers $version 100000 100000)"
    same "$version: half of one" 1 "$(workers $version 5000 10000)"
    same "$version: one and a half" "$(least 2)" "$(workers $version 150000 100000)"
done
same 'v1: no quota' "$processors" "$(workers v1 -1 100000)"
same 'v2: no quota' "$processors" "$(workers v2 max 100000)"
same 'what makes no sense' "$processors" "$(workers v2 x 0)"
same 'more than is asked for' 3 "$(unshare -m sh in_container v2 100000 100000 "$cast" sweep some.campaign -o three -q --threads 3 |
    sed -n 's/.*workers \([0-9]*\).*/\1/p')"
finish
