# SPDX-License-Identifier: MIT
# Sourced by the tests of steadycast-perform, with perform and mpirun set, before common.sh, whose functions it needs and
# which goes to another folder: how ranks are started.

# Open MPI: as root, more ranks than cores, and none of them waits busily; no look for networks, and no second's sleep
# after a run that ends with another status than 0.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe # Open MPI 5
export OMPI_MCA_mpi_yield_when_idle=1 OMPI_MCA_btl_vader_single_copy_mechanism=none
export OMPI_MCA_pml=ob1 OMPI_MCA_btl=^tcp,openib,ofi,uct,usnic OMPI_MCA_odls_base_sigkill_timeout=0

# ranks P ARGUMENT...: a run that hangs is ended, with status 124, or 137 where mpirun doesn't obey
ranks() {
    count=$1
    shift
    timeout -k 5 30 "$mpirun" -n "$count" "$perform" "$@"
}

# refuses NAME TEXT P ARGUMENT...: status 1, no output, and one message of the program, whichever rank it comes from
refuses() {
    name=$1 text=$2
    shift 2
    ranks "$@" >out 2>err
    refused "$name" "$text" $?
}
# refused NAME TEXT STATUS: the same of a run that has ended, with out and err
refused() {
    same "$1: status" 1 "$3"
    same "$1: output" '' "$(cat out)"
    same "$1: messages" 1 "$(grep -c '^steadycast-perform: ' err)"
    holds "$1: '$2'" grep -qF -e "$2" err
}
