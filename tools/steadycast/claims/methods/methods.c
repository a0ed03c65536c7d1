#include "tools/steadycast/claims/methods/methods.h"

const struct claim_method claim_methods[] = {
    {"certificates", "files",
     "steadycheck verifies the certificates of the case, of which each must say what it should; "
     "with `files=1..N` the first N of each line",
     try_certificates},
    {"multiport-simple", "n k m certified",
     "the bound ceil(m/k) - 1 + ceil(log_(k+1) n) at n processors, k ports, m messages against "
     "that by counting, which steadycheck proves for n in `certified`",
     try_multiport_simple},
    {"multiport-bandwidth", "n k m certified",
     "the same for the bound by bandwidth, one more where b (n-1) > (k+1)^d - 1",
     try_multiport_bandwidth},
    {"multiport-power", "n k m certified", "the same for n = (k+1)^d", try_multiport_power},
    {"multiport-forests", "n k",
     "all sets of k spanning trees with at most k children for anybody, 2k+1 messages played down "
     "them",
     try_multiport_forests},
    {"multiport-k-tree", "n k m certified",
     "the k-tree algorithm: its trees checked, all messages played; corrected: the exact height",
     try_multiport_k_tree},
    {"multiport-small-tree", "n k m certified", "the same for n <= k+1", try_multiport_small_tree},
    {"multiport-stopping", "n k m",
     "three algorithms, stopped after m messages, each m in a run of its own",
     try_multiport_stopping},
    {"multiport-chains", "n k m",
     "all chains of up to two nice or special boxes, and trees, played", try_multiport_chains},
    {"multiport-representation", "n k", "the boxes of Proposition 8", try_multiport_representation},
    {"multiport-nice", "n k m", "nice boxes alone and with a second one behind, played",
     try_multiport_nice},
    {"multiport-special", "n k m", "special boxes alone and with a nice one behind, played",
     try_multiport_special},
    {"multiport-small", "n k m",
     "the k-tree algorithm as a box of n-1 < 2k processors, played; corrected: the exact time, and "
     "trees of height 2",
     try_multiport_small},
    {"multiport-time", "n k m",
     "rounds from the sending of a message until all have it, by the rotation algorithm, played; "
     "corrected: one more, and the best chain",
     try_multiport_time},
    {"multiport-rotation", "n k m certified",
     "rounds for 1..m messages by the rotation algorithm, played; corrected: one more, and the "
     "best chain",
     try_multiport_rotation},
    {"multiport-optimal", "n k m",
     "the same rounds against the bound by counting and the best chain", try_multiport_optimal},
    {"multiport-latency", "L p P k",
     "the least time for k items in the postal model with p ports against the bound by counting; "
     "corrected: both sides by certificates",
     try_multiport_latency},
    {NULL, NULL, NULL, NULL},
};
