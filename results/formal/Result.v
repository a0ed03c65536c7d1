(* SPDX-License-Identifier: MIT *)
(* The section Result: how many processors can be served with which delay, for every latency. *)
From Coq Require Import List Arith ZArith Lia.
From Steadycast Require Import Model Tree UpperBound BlockCyclic Capacity TwoUpper TwoCapacity Every.
Import ListNotations.

(* Q(t;L): the largest number of processors beside the source that any schedule serves with delay L + t. *)
Definition Q (L t : nat) : nat := if L =? 2 then if t =? 0 then 1 else (f 2 (t + 1) + t - 1) / 2 else f L t.
Example Q_2 : map (Q 2) (seq 0 13) = [1; 1; 2; 3; 5; 8; 13; 20; 31; 48; 76; 121; 194]. Proof. reflexivity. Qed.

Theorem capacity L N t : 1 <= L -> (possible L N (L + t) <-> N <= Q L t).
Proof.
  intros HL. unfold Q. destruct (Nat.eqb_spec L 2) as [->|H2].
  - destruct (Nat.eqb_spec t 0) as [->|Ht]; [exact (capacity_2_0 N)|apply capacity_2_number; lia].
  - destruct N as [|N]; [|apply least_delay; lia]. split; [lia|]. intros _. apply once_possible, nobody.
Qed.

(* The least delay for every latency and every number of processors. *)
Theorem delays L N D : 1 <= L -> 1 <= N -> (possible L N D <-> L <= D /\ N <= Q L (D - L)).
Proof.
  intros HL HN. destruct (Nat.lt_ge_cases D L) as [Hlt|Hge].
  - split; [|lia]. intros (S & HS). exfalso. destruct (sv_all _ _ _ _ HS 0 0 HN) as (a & s & _ & Hs). lia.
  - replace D with (L + (D - L)) at 1 by lia. rewrite capacity by exact HL. intuition lia.
Qed.
