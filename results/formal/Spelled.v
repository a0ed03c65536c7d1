(* SPDX-License-Identifier: MIT *)
(* How certificates write lists and words (results/README.md).  Nothing is proved here: what is written wrongly fails a check. *)
From Coq Require Import List ZArith.
From Steadycast Require Import Runs.
Import ListNotations.

(* From a to b, each n times: natural numbers, and integers. *)
Definition runs (a b n : nat) : list nat := flat_map (fun k => repeat (a + k)%nat n) (seq 0 (b + 1 - a)).
Open Scope Z_scope.
Definition run (a b : Z) (n : nat) : list Z := flat_map (fun k => repeat (a + Z.of_nat k) n) (seq 0 (Z.to_nat (b - a + 1))).

(* A closed word.  What is sent is listed, or it is the largest value that is held, if that is L or more. *)
Definition largest_held (receive : list Z) (p : nat) : Z :=
  let n := length receive in
  fold_right Z.max 0 (map (fun q => nth q receive 0 - Z.of_nat (Nat.modulo (p + (n - q)) n)) (seq 0 n)).
Definition sends_largest (L : Z) (receive : list Z) : word :=
  map (fun p => (nth p receive 0, let u := largest_held receive p in if L <=? u then Some u else None)) (seq 0 (length receive)).
Definition sends_listed (receive : list Z) (send : list (option Z)) : word := combine receive send.
