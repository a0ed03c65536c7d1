(* SPDX-License-Identifier: MIT *)
(* Networks, section 20.1: all that has to be believed of theorems about them, beside Coq.  NetworkSanity.v shows that each clause says
   something.  Steps are 1, 2, ..; nodes, arcs, groups and chunks are numbered from 0 (certificates number arcs and groups from 1). *)
From Coq Require Import List Arith.
Import ListNotations.

(* What is sent along an arc in step s is at its end after step s + latency - 1. *)
Record arc := Arc { arc_from : nat; arc_to : nat; arc_latency : nat }.
(* At most capacity messages a round count in a group: a link, a port, a switch.  The members are numbers of arcs.  A message counts
   when it is sent; but what goes to the node group_port, if there is one, when it arrives. *)
Record group := Group { group_capacity : nat; group_port : option nat; group_members : list nat }.
Record network := Network { nodes : nat; arcs : list arc; groups : list group }.
Definition arc_at (net : network) (a : nat) : arc := nth a (arcs net) (Arc 0 0 1).
Definition has_member (g : group) (a : nat) : bool := existsb (Nat.eqb a) (group_members g).
Record proper (net : network) : Prop := {
  pr_arcs : forall e, In e (arcs net) -> arc_from e < nodes net /\ arc_to e < nodes net /\ arc_from e <> arc_to e /\ 1 <= arc_latency e;
  pr_groups : forall g a, In g (groups net) -> In a (group_members g) -> a < length (arcs net);
  pr_grouped : forall a, a < length (arcs net) -> exists g, In g (groups net) /\ In a (group_members g) }.

(* A chunk of a commodity is at its source, and is to come to its targets. *)
Record commodity := Commodity { source : nat; targets : list nat }.
(* What is sent of one chunk, (arc, step) for each message, brings it to all targets in S steps: a timed tree, and maybe more. *)
Definition arrival (net : network) (m : nat * nat) : nat := snd m + arc_latency (arc_at net (fst m)) - 1.
Record brings_in (net : network) (S : nat) (c : commodity) (T : list (nat * nat)) : Prop := {
  (* messages go along arcs, in steps from 1 on, and arrive in time *)
  bi_range : forall m, In m T -> fst m < length (arcs net) /\ 1 <= snd m /\ arrival net m <= S;
  (* who sends it is its source, or somebody to whom it came in a step before *)
  bi_hold : forall m, In m T -> arc_from (arc_at net (fst m)) = source c \/
    exists m', In m' T /\ arc_to (arc_at net (fst m')) = arc_from (arc_at net (fst m)) /\ arrival net m' < snd m;
  bi_all : forall t, In t (targets c) -> t = source c \/ exists m, In m T /\ arc_to (arc_at net (fst m)) = t }.

(* How many of these messages count in a group in step s. *)
Definition counts_in (net : network) (g : group) (m : nat * nat) : nat :=
  match group_port g with Some v => if arc_to (arc_at net (fst m)) =? v then arrival net m else snd m | None => snd m end.
Definition load_of (net : network) (g : group) (s : nat) (T : list (nat * nat)) : nat :=
  length (filter (fun m => has_member g (fst m) && (counts_in net g m =? s))%bool T).

(* C chunks of each commodity in S steps, of which step s has r s rounds.  The schedule says what is sent of chunk c of commodity k. *)
Record carries (net : network) (ks : list commodity) (C S : nat) (r : nat -> nat) (M : nat -> nat -> list (nat * nat)) : Prop := {
  ca_brings : forall k c, k < length ks -> c < C -> brings_in net S (nth k ks (Commodity 0 [])) (M k c);
  ca_capacity : forall g s, In g (groups net) -> 1 <= s <= S ->
    list_sum (map (fun k => list_sum (map (fun c => load_of net g s (M k c)) (seq 0 C))) (seq 0 (length ks))) <= r s * group_capacity g }.
Definition rounds_until (S : nat) (r : nat -> nat) : nat := list_sum (map r (seq 1 S)).

(* The collectives, among the nodes vs: those that do not only forward. *)
Definition all_but (forward : list nat) (net : network) : list nat := filter (fun v => negb (existsb (Nat.eqb v) forward)) (seq 0 (nodes net)).
Definition without (u : nat) (vs : list nat) : list nat := filter (fun v => negb (v =? u)) vs.
Definition broadcast (R : nat) (vs : list nat) : list commodity := [Commodity R vs].
Definition scatter (R : nat) (vs : list nat) : list commodity := map (fun v => Commodity R [v]) (without R vs).
Definition gather (R : nat) (vs : list nat) : list commodity := map (fun v => Commodity v [R]) (without R vs).
Definition allgather (vs : list nat) : list commodity := map (fun v => Commodity v vs) vs.
Definition alltoall (vs : list nat) : list commodity := flat_map (fun u => map (fun v => Commodity u [v]) (without u vs)) vs.

(* Where nodes have, or are to get, several chunks or none in place of one: so many commodities, one behind the other. *)
Definition first_target (c : commodity) : nat := hd 0 (targets c).
Definition sized (sizes : list nat) (whose : commodity -> nat) (ks : list commodity) : list commodity := flat_map (fun c => repeat c (nth (whose c) sizes 0)) ks.

(* Items 0, 1, .. of a stream of rate P/Q: item i is born after step i Q / P, and comes to all targets D steps later; each step has one
   round.  M i says what is sent of item i, in steps counted from its birth. *)
Record streams (net : network) (c : commodity) (P Q D : nat) (M : nat -> list (nat * nat)) : Prop := {
  st_brings : forall i, brings_in net D c (M i);
  st_capacity : forall g s n, In g (groups net) ->
    list_sum (map (fun i => load_of net g (s - i * Q / P) (M i)) (seq 0 n)) <= group_capacity g }.

(* A sum for all: each of the nodes vs has an operand of every chunk, and wants the sum of all.  Whatever messages carry, sums or operands
   kept apart, the operand of each has to come to all, by messages one behind the other.  M c are the messages of chunk c. *)
Record sums_for_all (net : network) (vs : list nat) (C S : nat) (r : nat -> nat) (M : nat -> list (nat * nat)) : Prop := {
  su_range : forall c m, c < C -> In m (M c) -> fst m < length (arcs net) /\ 1 <= snd m /\ arrival net m <= S;
  su_all : forall c u, c < C -> In u vs -> exists T, incl T (M c) /\ brings_in net S (Commodity u vs) T;
  su_capacity : forall g s, In g (groups net) -> 1 <= s <= S -> list_sum (map (fun c => load_of net g s (M c)) (seq 0 C)) <= r s * group_capacity g }.
