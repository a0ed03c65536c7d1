#include "tools/steadycast/claims/methods/methods.h"

const struct claim_method claim_methods[] = {
    {"certificates", "files",
     "steadycheck verifies the certificates of the case, of which each must say what it should; "
     "with `files=1..N` the first N of each line",
     try_certificates},
    {NULL, NULL, NULL, NULL},
};
