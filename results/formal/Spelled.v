(* SPDX-License-Identifier: MIT *)
(* How certificates write lists, blocks and words (results/README.md).  Nothing is proved here: what is written wrongly fails a
   check.  What a theorem does not need, the size of a block and the order of its leaves, fails one too, as what is not as it
   should be becomes something that no checker takes. *)
From Coq Require Import List ZArith Bool.
From Steadycast Require Import Hall Runs Periodic Blocks.
Import ListNotations.

(* From a to b, each n times: natural numbers, and integers. *)
Definition runs (a b n : nat) : list nat := flat_map (fun k => repeat (a + k)%nat n) (seq 0 (b + 1 - a)).
Open Scope Z_scope.
Definition run (a b : Z) (n : nat) : list Z := flat_map (fun k => repeat (a + Z.of_nat k) n) (seq 0 (Z.to_nat (b - a + 1))).

(* The leaves of a block fit its head and size: as a word, in their order, or as a multiset. *)
Definition block_fits (word : bool) (head size : nat) (l : list Z) : bool :=
  Nat.eqb (S (length l)) size &&
  if word then distinct (map (pv (Z.of_nat head :: l)) (seq 0 size)) else (Z.of_nat head + fold_right Z.add 0 l) mod Z.of_nat size =? 0.
(* More turns than places. *)
Definition read_block (word : bool) (head size : nat) (l : list nat) : block :=
  Block head (if block_fits word head size (map Z.of_nat l) then size else S (S (length l))) l.
(* A leaf below 0.  In a whole tree the size says what the head is. *)
Definition read_leaves (word : bool) (head size : nat) (l : list Z) : list Z := if block_fits word head size l then l else [-1].
Definition read_whole (L : nat) (word : bool) (head size : nat) (l : list Z) : list Z :=
  if Nat.eqb (head + 1) (size + L) then read_leaves word head size l else [-1].

(* A closed word.  What is sent is listed, or it is the largest value that is held, if that is L or more. *)
Definition largest_held (receive : list Z) (p : nat) : Z :=
  let n := length receive in
  fold_right Z.max 0 (map (fun q => nth q receive 0 - Z.of_nat (Nat.modulo (p + (n - q)) n)) (seq 0 n)).
Definition sends_largest (L : Z) (receive : list Z) : word :=
  map (fun p => (nth p receive 0, let u := largest_held receive p in if L <=? u then Some u else None)) (seq 0 (length receive)).
Definition sends_listed (receive : list Z) (send : list (option Z)) : word :=
  if Nat.eqb (length receive) (length send) then combine receive send else [(-1, None)].
