(* SPDX-License-Identifier: MIT *)
(* From certificates to theorems: for each kind a function that computes true, and what is then proved of schedules in the sense
   of Model.v.  tools/formal/certify writes a file for a certificate that uses these. *)
From Coq Require Import List Arith ZArith Lia Bool.
From Steadycast Require Import Model Tree Hall Lists Runs Periodic Instance BlockCyclic Rule Exception Blocks Messages Prices
  Largest PricesChecked Formula.
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
  blocks_ok L t N x bs &&
  if t <? L then (N =? 1) else
  solvesb L t (solution_of_blocks x bs) && (procs_of (solution_of_blocks x bs) =? N) && (f L t =? N).
Theorem whole_theorem L t N x bs : whole_ok L t N x bs = true ->
  exists S, serves L N (L + t) S /\ once S /\ block_cyclic L t N S.
Proof.
  unfold whole_ok, blocks_ok. rewrite !andb_true_iff. intros (((H1 & _) & _) & H). revert H. destruct (Nat.ltb_spec t L) as [Ht|Ht].
  - intros H. apply Nat.eqb_eq in H. subst N. pose proof (small L t Ht) as Q. unfold cyclic in Q. rewrite f_small in Q by exact Ht. exact Q.
  - rewrite !andb_true_iff. intros ((H2 & H3) & H4). apply Nat.leb_le in H1. apply Nat.eqb_eq in H3, H4. rewrite <- H4.
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

(* Why a letter x can't be left over, in kind impossible-residues and in families: G divides the size of every block, and the
   other letters have a sum that is q modulo G more than the least that the blocks can take; or that sum is below the least. *)
Inductive reason := Modulus (x : nat) (G q : Z) | Sum (x : nat) (others least : Z).
Definition reason_letter (r : reason) : nat := match r with Modulus x _ _ => x | Sum x _ _ => x end.
Definition sum_left (L t x : nat) : Z := sumZ (map (fun j => Z.of_nat j * Z.of_nat (copies L t j))%Z (seq 0 L)) - Z.of_nat x.
Definition least_sum (L t : nat) : Z := sumZ (map (fun n => (1 - Z.of_nat L) mod Z.of_nat (S n))%Z (lengths L t)).
Definition reason_ok (L t : nat) (r : reason) : bool :=
  (match r with
  | Modulus x G q => (2 <=? G) && forallb (fun n => Z.of_nat (S n) mod G =? 0) (lengths L t) &&
      ((sum_left L t x - least_sum L t) mod G =? q) && (1 <=? q)
  | Sum x others least => (others =? sum_left L t x) && (least =? least_sum L t) && (others <? least)
  end)%Z.
Definition reasons_ok (L t : nat) (rs : list reason) : bool :=
  forallb (reason_ok L t) rs &&
  if list_eq_dec Nat.eq_dec (map reason_letter rs) (filter (fun j => 1 <=? copies L t j) (seq 0 L)) then true else false.
(* Kind family, of depths.  The depths that are left out are those of section 3. *)
Definition family_ok (d : family_data) (why : list (list reason)) : bool :=
  familyb d && (fa_latency d <=? fa_from d) && (2 * fa_latency d <=? fa_window d) && (fa_left d <? Z.of_nat (fa_latency d))%Z &&
  (length why =? length (fa_but d)) && forallb (fun x => reasons_ok (fa_latency d) (fst x) (snd x)) (combine (fa_but d) why) && forallb (fun t => (2 <=? fa_latency d) && Nat.even (fa_latency d) && (t =? 2 * fa_latency d)) (fa_but d).
Theorem family_theorem d why : family_ok d why = true -> forall t, fa_from d <= t ->
  if existsb (Nat.eqb t) (fa_but d)
  then ~ exists S, serves (fa_latency d) (f (fa_latency d) t) (fa_latency d + t) S /\ block_cyclic (fa_latency d) t (f (fa_latency d) t) S
  else exists S, serves (fa_latency d) (f (fa_latency d) t) (fa_latency d + t) S /\ once S /\ block_cyclic (fa_latency d) t (f (fa_latency d) t) S.
Proof.
  unfold family_ok. rewrite !andb_true_iff. intros ((((((H1 & _) & _) & _) & _) & _) & H2) t Ht. rewrite forallb_forall in H2. destruct (existsb (Nat.eqb t) (fa_but d)) eqn:E.
  - apply existsb_exists in E as (u & Hu & E). apply Nat.eqb_eq in E. subst u. apply H2 in Hu. rewrite !andb_true_iff in Hu.
    destruct Hu as ((A & B) & C). apply Nat.leb_le in A. apply Nat.even_spec in B. apply Nat.eqb_eq in C. rewrite C. apply exception; assumption.
  - apply (family_cyclic d H1 t Ht). intros Hin. assert (existsb (Nat.eqb t) (fa_but d) = true); [|congruence].
    apply existsb_exists. exists t. split; [exact Hin|apply Nat.eqb_refl].
Qed.

(* Kinds impossible-residues and impossible-search at t = 2L.  The tree of a search that ends where it begins: the only block with letters is the root, and no letter is left for which the
   sum of the others is divisible by its size. *)
Definition search_ends (L t : nat) : bool :=
  match lengths L t with
  | [n] => forallb (fun x => negb ((sum_left L t x - least_sum L t) mod Z.of_nat (S n) =? 0)%Z) (filter (fun j => 1 <=? copies L t j) (seq 0 L))
  | _ => false
  end.
Definition exception_ok (L t : nat) : bool := (2 <=? L) && Nat.even L && (t =? 2 * L).
Theorem exception_theorem L t N rs : exception_ok L t && (f L t =? N) &&
  match rs with Some rs => reasons_ok L t rs | None => search_ends L t end = true ->
  ~ exists S, serves L N (L + t) S /\ block_cyclic L t N S.
Proof.
  unfold exception_ok. rewrite !andb_true_iff. intros ((((A & B) & C) & D) & _). apply Nat.leb_le in A. apply Nat.even_spec in B.
  apply Nat.eqb_eq in C, D. subst t N. apply exception; assumption.
Qed.

(* Kind messages, postal, one source that has all items at time 0, so that the delay is the time of the last reception.
   N processors, the source not among them; each is sent each item once. *)
Fixpoint ascends (l : list nat) : bool := match l with x :: (y :: _) as m => (x <? y) && ascends m | _ => true end.
Definition messages_fit (L N k D T : nat) (steps : list step) : bool :=
  (1 <=? L) && (1 <=? N) && (1 <=? k) && (D =? T) && (fst (last steps (0, [])) + L =? T) &&
  (length (flat_map snd steps) =? N * k) && forallb (fun st => 1 <=? length (snd st)) steps &&
  forallb (fun st => ascends (map (fun m => match sender m with None => 0 | Some p => S p end) (snd st))) steps.
Theorem messages_theorem L N k D T steps : messages_ok L N k T steps && messages_fit L N k D T steps = true -> items_possible L N k T.
Proof. rewrite andb_true_iff. intros [H _]. exists (schedule_of steps). apply messages_brings, H. Qed.
Theorem messages_single_theorem L N k D T steps :
  messages_ok L N k T steps && messages_fit L N k D T steps && single_ok k steps = true -> single_possible L N k T.
Proof.
  rewrite !andb_true_iff. intros [[H1 _] H2]. exists (schedule_of steps). split; [apply messages_brings, H1|apply (messages_single L N k T steps H1 H2)].
Qed.

(* Kind prices. *)
Lemma whole_number c N root bound : (0 < c)%Z -> (c * Z.of_nat N <= root)%Z -> (root < c * (bound + 1))%Z -> (Z.of_nat N <= bound)%Z.
Proof. nia. Qed.
(* The bound is root / c, rounded down. *)
Definition bound_ok (c root bound : Z) : bool := (0 <? c)%Z && (root <? c * (bound + 1))%Z && (0 <=? bound)%Z && (c * bound <=? root)%Z.
(* A price for each value below t that may be received, and a potential for each set. *)
Definition prices_fit (L t : nat) (prices : list Z) : bool := length prices =? S t - L.
Definition potentials_fit (t : nat) (singles largests others : list Z) : bool :=
  (length singles =? t) && (length largests =? t - 1) && (length others =? t - 1).
Theorem largest_theorem L t prices root c singles largests others bound :
  largestb L t prices root c singles largests others && bound_ok c root bound && prices_fit L t prices && potentials_fit t singles largests others = true ->
  forall N, possible L N (L + t) -> (Z.of_nat N <= bound)%Z.
Proof.
  unfold bound_ok. rewrite !andb_true_iff. intros (((H & ((H1 & H2) & H3) & _) & _) & _) N Hp. apply Z.ltb_lt in H1, H2. apply Z.leb_le in H3.
  destruct N as [|N]; [exact H3|]. apply (whole_number c _ root); [exact H1| |exact H2].
  apply (largest_checked L t prices root c singles largests others); [exact H|lia|exact Hp].
Qed.
Theorem states_theorem L t prices root c potential bound :
  statesb L t prices root c potential && bound_ok c root bound && prices_fit L t prices = true -> forall N, possible L N (L + t) -> (Z.of_nat N <= bound)%Z.
Proof.
  unfold bound_ok. rewrite !andb_true_iff. intros ((H & ((H1 & H2) & H3) & _) & _) N Hp. apply Z.ltb_lt in H1, H2. apply Z.leb_le in H3.
  destruct N as [|N]; [exact H3|]. apply (whole_number c _ root); [exact H1| |exact H2].
  apply (states_checked L t prices root c potential); [exact H|lia|exact Hp].
Qed.
