(* SPDX-License-Identifier: MIT *)
(* From certificates to theorems: for each kind a function that computes true, and what is then proved of schedules in the sense
   of Model.v.  tools/formal/certify writes a file for a certificate that uses these. *)
From Coq Require Import List Arith ZArith Lia Bool.
From Steadycast Require Import Model Tree Lists Runs Periodic Instance BlockCyclic Rule Exception Spelled Blocks Messages Prices
  Largest PricesChecked.
Import ListNotations.
Open Scope nat_scope.

(* Kind schedule, blocks and one processor that only receives, on any pruned tree. *)
Definition blocks_ok (L t N : nat) (x : nat) (bs : list block) : bool :=
  (1 <=? L) && blocksb L t (Block x 0 [] :: bs) && (total places (Block x 0 [] :: bs) =? N).
Theorem blocks_theorem L t N x bs : blocks_ok L t N x bs = true -> possible_once L N (L + t).
Proof.
  unfold blocks_ok. rewrite !andb_true_iff. intros ((H1 & H2) & H3). apply Nat.leb_le in H1. apply Nat.eqb_eq in H3. subst N.
  apply blocksb_sound; assumption.
Qed.

(* The same on the whole tree: the schedule is block-cyclic. *)
Definition solution_of_blocks (x : nat) (bs : list block) : solution :=
  let letters b := map Z.of_nat (leaves b) in
  {| root := match bs with [] => [] | b :: _ => letters b end; blocks := map letters (tl bs); left := Z.of_nat x |}.
Definition whole_ok (L t N : nat) (x : nat) (bs : list block) : bool :=
  if t <? L then (N =? 1) else
  (1 <=? L) && solvesb L t (solution_of_blocks x bs) && (procs_of (solution_of_blocks x bs) =? N) && (f L t =? N).
Theorem whole_theorem L t N x bs : whole_ok L t N x bs = true ->
  exists S, serves L N (L + t) S /\ once S /\ block_cyclic L t N S.
Proof.
  unfold whole_ok. destruct (Nat.ltb_spec t L) as [Ht|Ht].
  - intros H. apply Nat.eqb_eq in H. subst N. pose proof (small L t Ht) as Q. unfold cyclic in Q. rewrite f_small in Q by exact Ht. exact Q.
  - rewrite !andb_true_iff. intros (((H1 & H2) & H3) & H4). apply Nat.leb_le in H1. apply Nat.eqb_eq in H3, H4. rewrite <- H4.
    apply (solution_cyclic L t (solution_of_blocks x bs)); [exact H1|apply solvesb_spec; assumption|congruence].
Qed.

(* Kind schedule, closed words. *)
Definition words_ok (L t N T : nat) (ws : list word) : bool :=
  (1 <=? L) && periodicb T L t ws && (list_sum (map (fun w => length w / T) ws) =? N).
Theorem words_theorem L t N T ws : words_ok L t N T ws = true -> possible_once L N (L + t).
Proof.
  unfold words_ok. rewrite !andb_true_iff. intros ((H1 & H2) & H3). apply Nat.leb_le in H1. apply Nat.eqb_eq in H3. subst N.
  apply periodicb_sound; assumption.
Qed.

(* Kind family, of depths.  The depths that are left out are those of section 3. *)
Definition family_ok (d : family_data) : bool :=
  familyb d && forallb (fun t => (2 <=? fa_latency d) && Nat.even (fa_latency d) && (t =? 2 * fa_latency d)) (fa_but d).
Theorem family_theorem d : family_ok d = true -> forall t, fa_from d <= t ->
  if existsb (Nat.eqb t) (fa_but d)
  then ~ exists S, serves (fa_latency d) (f (fa_latency d) t) (fa_latency d + t) S /\ block_cyclic (fa_latency d) t (f (fa_latency d) t) S
  else exists S, serves (fa_latency d) (f (fa_latency d) t) (fa_latency d + t) S /\ once S /\ block_cyclic (fa_latency d) t (f (fa_latency d) t) S.
Proof.
  unfold family_ok. rewrite andb_true_iff, forallb_forall. intros [H1 H2] t Ht. destruct (existsb (Nat.eqb t) (fa_but d)) eqn:E.
  - apply existsb_exists in E as (u & Hu & E). apply Nat.eqb_eq in E. subst u. apply H2 in Hu. rewrite !andb_true_iff in Hu.
    destruct Hu as ((A & B) & C). apply Nat.leb_le in A. apply Nat.even_spec in B. apply Nat.eqb_eq in C. rewrite C. apply exception; assumption.
  - apply (family_cyclic d H1 t Ht). intros Hin. assert (existsb (Nat.eqb t) (fa_but d) = true); [|congruence].
    apply existsb_exists. exists t. split; [exact Hin|apply Nat.eqb_refl].
Qed.

(* Kinds impossible-residues and impossible-search at t = 2L. *)
Definition exception_ok (L t : nat) : bool := (2 <=? L) && Nat.even L && (t =? 2 * L).
Theorem exception_theorem L t N : exception_ok L t && (f L t =? N) = true ->
  ~ exists S, serves L N (L + t) S /\ block_cyclic L t N S.
Proof.
  unfold exception_ok. rewrite !andb_true_iff. intros (((A & B) & C) & D). apply Nat.leb_le in A. apply Nat.even_spec in B.
  apply Nat.eqb_eq in C, D. subst t N. apply exception; assumption.
Qed.

(* Kind messages, postal, one source that has all items at time 0.  P processors, the source among them. *)
Theorem messages_theorem L N k T steps : messages_ok L N k T steps = true -> items_possible L N k T.
Proof. intros H. exists (schedule_of steps). apply messages_brings, H. Qed.
Theorem messages_single_theorem L N k T steps : messages_ok L N k T steps && single_ok k steps = true -> single_possible L N k T.
Proof.
  rewrite andb_true_iff. intros [H1 H2]. exists (schedule_of steps). split; [apply messages_brings, H1|apply (messages_single L N k T steps H1 H2)].
Qed.

(* Kind prices. *)
Lemma whole_number c N root bound : (0 < c)%Z -> (c * Z.of_nat N <= root)%Z -> (root < c * (bound + 1))%Z -> (Z.of_nat N <= bound)%Z.
Proof. nia. Qed.
Definition bound_ok (c root bound : Z) : bool := (0 <? c)%Z && (root <? c * (bound + 1))%Z && (0 <=? bound)%Z.
Theorem largest_theorem L t prices root c singles largests others bound :
  largestb L t prices root c singles largests others && bound_ok c root bound = true ->
  forall N, possible L N (L + t) -> (Z.of_nat N <= bound)%Z.
Proof.
  unfold bound_ok. rewrite !andb_true_iff. intros (H & (H1 & H2) & H3) N Hp. apply Z.ltb_lt in H1, H2. apply Z.leb_le in H3.
  destruct N as [|N]; [exact H3|]. apply (whole_number c _ root); [exact H1| |exact H2].
  apply (largest_checked L t prices root c singles largests others); [exact H|lia|exact Hp].
Qed.
Theorem states_theorem L t prices root c potential bound :
  statesb L t prices root c potential && bound_ok c root bound = true -> forall N, possible L N (L + t) -> (Z.of_nat N <= bound)%Z.
Proof.
  unfold bound_ok. rewrite !andb_true_iff. intros (H & (H1 & H2) & H3) N Hp. apply Z.ltb_lt in H1, H2. apply Z.leb_le in H3.
  destruct N as [|N]; [exact H3|]. apply (whole_number c _ root); [exact H1| |exact H2].
  apply (states_checked L t prices root c potential); [exact H|lia|exact Hp].
Qed.
