(* SPDX-License-Identifier: MIT *)
(* All that has to be believed: what a schedule is, what it is to do, and the numbers f_t.  README.md tells how to read it.
   Everything else in this folder is checked by Coq.  Sanity.v shows that each clause says something. *)
From Coq Require Import List Arith ZArith Lia Permutation.
Import ListNotations.

(* What is sent at each step.  The sender is the source, None, or a processor, Some p; what it begins to send at a step is an
   item to a receiver, Some (receiver, item), or nothing, None.  So nobody sends more than one message a step. *)
Definition schedule := option nat -> nat -> option (nat * nat).

(* Continuous broadcast to the processors 0, .., N-1, with latency L and delay D.  The source has item i from step i on. *)
Record serves (L N D : nat) (S : schedule) : Prop := {
  sv_range : forall a s q i, S a s = Some (q, i) -> q < N;
  sv_source : forall s q i, S None s = Some (q, i) -> i <= s;
  (* who sends an item received it: a message that was sent to it at s' is there at s' + L *)
  sv_hold : forall p s q i, S (Some p) s = Some (q, i) -> exists a s', S a s' = Some (p, i) /\ s' + L <= s;
  (* nobody is sent two messages at one step, so nobody receives two *)
  sv_recv : forall a b s q i j, S a s = Some (q, i) -> S b s = Some (q, j) -> a = b;
  sv_all : forall i q, q < N -> exists a s, S a s = Some (q, i) /\ s + L <= i + D }.

(* Nobody receives an item twice. *)
Definition once (S : schedule) : Prop :=
  forall a b s s' q i, S a s = Some (q, i) -> S b s' = Some (q, i) -> s = s' /\ a = b.

Definition possible (L N D : nat) := exists S, serves L N D S.
Definition possible_once (L N D : nat) := exists S, serves L N D S /\ once S.

(* f_n = 1 for n < L, f_n = f_(n-1) + f_(n-L) beyond (Tree.v): the nodes of the optimal broadcast tree of depth n. *)
Fixpoint fl (L n : nat) : list nat :=
  match n with
  | 0 => [1]
  | S k => let l := fl L k in (hd 0 l + if S k <? L then 0 else nth (L - 1) l 0) :: l
  end.
Definition f (L n : nat) : nat := hd 0 (fl L n).
Example f_3 : map (f 3) [0; 1; 2; 3; 4; 5; 6; 7] = [1; 1; 1; 2; 3; 4; 6; 9]. Proof. reflexivity. Qed.

(* A block-cyclic schedule.  The processors but one are those of blocks, the lists bs.  A processor of block b has an offset
   o < length b, another one for each, and at step s it is at position (s + o) mod length b of b.  At each position it receives
   the value that stands there: the item that has to be with everybody that many steps later.  It may send one item only, the
   one that it last received at position 0.  The other processor receives the value x at each step, and sends nothing. *)
Definition cells (bs : list (list Z)) := flat_map (fun b => map (pair b) (seq 0 (length b))) bs.
Definition block_cyclic (L t N : nat) (S : schedule) : Prop :=
  exists (bs : list (list Z)) (x : Z) (place : nat -> option (list Z * nat)),
  Permutation (map place (seq 0 N)) (None :: map Some (cells bs)) /\
  (forall q s i, q < N ->
     let v := match place q with Some (b, o) => nth ((s + o) mod length b) b 0%Z | None => x end in
     (Z.of_nat i = Z.of_nat s + v - Z.of_nat (L + t))%Z -> exists a s', s' + L = s /\ S a s' = Some (q, i)) /\
  (forall p s q i, S (Some p) s = Some (q, i) -> match place p with
     | Some (b, o) => (Z.of_nat i = Z.of_nat s - Z.of_nat ((s + o) mod length b) + nth 0 b 0 - Z.of_nat (L + t))%Z
     | None => False end).

(* k items, which the source has from the beginning, are with the processors 0, .., N-1 at time T. *)
Record brings (L N k T : nat) (S : schedule) : Prop := {
  br_range : forall a s q i, S a s = Some (q, i) -> q < N /\ i < k;
  br_hold : forall p s q i, S (Some p) s = Some (q, i) -> exists a s', S a s' = Some (p, i) /\ s' + L <= s;
  br_recv : forall a b s q i j, S a s = Some (q, i) -> S b s = Some (q, j) -> a = b;
  br_all : forall i q, i < k -> q < N -> exists a s, S a s = Some (q, i) /\ s + L <= T }.
Definition items_possible (L N k T : nat) := exists S, brings L N k T S.

(* The source sends each item once. *)
Definition single (S : schedule) : Prop :=
  forall s s' q q' i, S None s = Some (q, i) -> S None s' = Some (q', i) -> s = s'.
Definition single_possible (L N k T : nat) := exists S, brings L N k T S /\ single S.

(* p ports: at each step everybody sends up to p messages and receives up to p, each by a port of its own.  What a sender begins
   to send by its port k at a step is an item to a port of a receiver, Some (receiver, port, item), or nothing.  The source has p
   items more at each step: item i from step i / p on. *)
Definition port_schedule := option nat -> nat -> nat -> option (nat * nat * nat).
Record pserves (p L N D : nat) (S : port_schedule) : Prop := {
  ps_range : forall a s k q m i, S a s k = Some (q, m, i) -> k < p /\ q < N /\ m < p;
  ps_source : forall s k q m i, S None s k = Some (q, m, i) -> i / p <= s;
  ps_hold : forall b s k q m i, S (Some b) s k = Some (q, m, i) -> exists a s' k' m', S a s' k' = Some (b, m', i) /\ s' + L <= s;
  ps_recv : forall a b s k k' q m i j, S a s k = Some (q, m, i) -> S b s k' = Some (q, m, j) -> a = b /\ k = k';
  ps_all : forall i q, q < N -> exists a s k m, S a s k = Some (q, m, i) /\ s + L <= i / p + D }.
Definition ports_possible (p L N D : nat) := exists S, pserves p L N D S.

(* f_n = 1 for n < L, f_n = f_(n-1) + p f_(n-L) beyond (Ports.v). *)
Fixpoint pfl (p L n : nat) : list nat :=
  match n with
  | 0 => [1]
  | S k => let l := pfl p L k in (hd 0 l + if S k <? L then 0 else p * nth (L - 1) l 0) :: l
  end.
Definition pf (p L n : nat) : nat := hd 0 (pfl p L n).
Example pf_2_3 : map (pf 2 3) [0; 1; 2; 3; 4; 5; 6; 7] = [1; 1; 1; 3; 5; 7; 13; 23]. Proof. reflexivity. Qed.
