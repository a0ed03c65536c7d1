(* SPDX-License-Identifier: MIT *)
(* Parts of which formulas are made (Formula.v, StationaryFormula.v, ItemsFormula.v), and models of them.
   Variables are numbered in tables, which stand one behind the other; a model is the list of the truth values
   of all variables.  Main results: shows_table (the value of a variable of a table), exactly_one_sat,
   counter_sat. *)
From Coq Require Import List Arith PArith NArith Lia Bool.
From Steadycast Require Import Lrat Lists.
Import ListNotations.
Open Scope nat_scope.

Definition yes (x : positive) : lit := (true, x).
Definition no (x : positive) : lit := (false, x).

(* Variable (i,k) of a table of this width; base variables stand before the table. *)
Definition var (base : N) (width i k : nat) : positive :=
  N.succ_pos (base + N.of_nat i * N.of_nat width + N.of_nat k).
Definition area (rows width : nat) : N := N.of_nat rows * N.of_nat width.

(* The values of a table, row by row. *)
Definition table (rows width : nat) (g : nat -> nat -> bool) : list bool :=
  flat_map (fun i => map (g i) (seq 0 width)) (seq 0 rows).

(* The assignment of a list of values, and that the variables behind the first `base` have these values. *)
Definition assignment (bits : list bool) : asg := fun x => nth (Nat.pred (Pos.to_nat x)) bits false.
Definition shows (v : asg) (base : N) (bits : list bool) : Prop :=
  forall i, i < length bits -> v (N.succ_pos (base + N.of_nat i)) = nth i bits false.

(* The list as a whole, its parts, its tables. *)
Lemma shows_all bits : shows (assignment bits) 0 bits.
Proof.
  intros i _. unfold assignment. f_equal. rewrite N.add_0_l. destruct i as [|i]; [reflexivity|].
  cbn [N.of_nat N.succ_pos]. rewrite Pos2Nat.inj_succ, SuccNat2Pos.id_succ. reflexivity.
Qed.
Lemma shows_app v base a b : shows v base (a ++ b) ->
  shows v base a /\ shows v (base + N.of_nat (length a)) b.
Proof.
  intros H. split; intros i Hi.
  - rewrite H by (rewrite app_length; lia). rewrite app_nth1 by exact Hi. reflexivity.
  - specialize (H (length a + i)). rewrite app_length, app_nth2_plus in H. rewrite <- H by lia.
    f_equal. f_equal. lia.
Qed.

Lemma table_length rows width g : length (table rows width g) = rows * width.
Proof.
  unfold table. generalize 0 at 2. induction rows as [|rows IH]; intros a; [reflexivity|].
  cbn [seq flat_map]. rewrite app_length, IH, map_length, seq_length. lia.
Qed.
Lemma table_area rows width g : N.of_nat (length (table rows width g)) = area rows width.
Proof. rewrite table_length. unfold area. lia. Qed.
Lemma table_nth rows width g i k : i < rows -> k < width ->
  nth (i * width + k) (table rows width g) false = g i k.
Proof.
  intros Hi Hk. unfold table. rewrite <- (Nat.add_0_l i) at 2. revert i Hi. generalize 0 at 2 3.
  induction rows as [|rows IH]; intros a i Hi; [lia|]. cbn [seq flat_map].
  assert (length (map (g a) (seq 0 width)) = width) as Hl by (rewrite map_length, seq_length; reflexivity).
  destruct i as [|i].
  - rewrite app_nth1 by lia. rewrite (nth_indep _ _ (g a 0)) by lia.
    rewrite map_nth, seq_nth by lia. f_equal; lia.
  - rewrite app_nth2 by nia. rewrite Hl. replace (S i * width + k - width) with (i * width + k) by nia.
    rewrite IH by lia. f_equal; lia.
Qed.
Lemma shows_table v base rows width g : shows v base (table rows width g) ->
  forall i k, i < rows -> k < width -> v (var base width i k) = g i k.
Proof.
  intros H i k Hi Hk. specialize (H (i * width + k)). rewrite table_length, table_nth in H by assumption.
  rewrite <- H by nia. unfold var. do 2 f_equal. lia.
Qed.

(* Parts of the same length. *)
Lemma shows_parts v size (g : nat -> list bool) n : (forall i, N.of_nat (length (g i)) = size) ->
  forall base a, shows v base (flat_map g (seq a n)) ->
  forall i, i < n -> shows v (base + N.of_nat i * size) (g (a + i)).
Proof.
  intros Hl. induction n as [|n IH]; intros base a H i Hi; [lia|]. cbn [seq flat_map] in H.
  apply shows_app in H as [H1 H2]. rewrite Hl in H2. destruct i as [|i].
  - rewrite N.mul_0_l, N.add_0_r, Nat.add_0_r. exact H1.
  - specialize (IH _ _ H2 i ltac:(lia)) as E.
    replace (base + N.of_nat (S i) * size)%N with (base + size + N.of_nat i * size)%N by lia.
    rewrite <- Nat.add_succ_comm. exact E.
Qed.

(* Counts. *)
Lemma count_le {A} (p : A -> bool) l : count p l <= length l.
Proof. induction l as [|a l IH]; [reflexivity|]. rewrite count_cons. cbn [length]. destruct (p a); lia. Qed.

(* In a list of successive numbers one is c. *)
Lemma count_one c n : c < n -> count (fun j => c =? j) (seq 0 n) = 1.
Proof.
  intros Hc. replace (seq 0 n) with (seq 0 c ++ c :: seq (S c) (n - c - 1)).
  - rewrite count_app, count_cons, Nat.eqb_refl, !count_0; [reflexivity| |];
      intros j Hi; apply in_seq in Hi; apply Nat.eqb_neq; lia.
  - change (c :: seq (S c) (n - c - 1)) with (seq c (S (n - c - 1))). rewrite <- (seq_app c). f_equal; lia.
Qed.

(* Of two rows not both, if a count is 1. *)
Lemma not_two (g : nat -> bool) p q n : count g (seq 0 n) = 1 -> p < q < n -> g p && g q = false.
Proof.
  intros H Hp. destruct (g p) eqn:Ep; [|reflexivity]. destruct (g q) eqn:Eq; [|reflexivity]. exfalso.
  replace n with (S p + (n - S p)) in H by lia. rewrite seq_app, seq_S, !count_app in H.
  cbn [Nat.add] in H. rewrite count_cons, Ep in H.
  assert (0 < count g (seq (S p) (n - S p))); [|lia]. apply count_In. exists q. rewrite in_seq.
  split; [lia|exact Eq].
Qed.

(* Formulas. *)
Lemma sat_nil v : sat v []. Proof. intros c []. Qed.
Lemma sat_cons v c l : sat_clause v c = true -> sat v l -> sat v (c :: l).
Proof. intros Hc Hl x [<-|Hx]; [exact Hc|exact (Hl x Hx)]. Qed.
Lemma sat_app v a b : sat v a -> sat v b -> sat v (a ++ b).
Proof. intros Ha Hb c Hc. apply in_app_or in Hc as [Hc|Hc]; [exact (Ha c Hc)|exact (Hb c Hc)]. Qed.
Lemma sat_flat_map {A} v (g : A -> list clause) l : (forall a, In a l -> sat v (g a)) -> sat v (flat_map g l).
Proof. intros H c Hc. apply in_flat_map in Hc as (a & Ha & Hc). exact (H a Ha c Hc). Qed.
Lemma sat_map {A} v (g : A -> clause) l : (forall a, In a l -> sat_clause v (g a) = true) -> sat v (map g l).
Proof. intros H c Hc. apply in_map_iff in Hc as (a & <- & Ha). exact (H a Ha). Qed.
(* Over numbers from a on. *)
Lemma sat_flat_seq v (g : nat -> list clause) a n : (forall i, a <= i < a + n -> sat v (g i)) ->
  sat v (flat_map g (seq a n)).
Proof. intros H. apply sat_flat_map. intros i Hi. apply H. apply in_seq. exact Hi. Qed.
Lemma sat_map_seq v (g : nat -> clause) a n : (forall i, a <= i < a + n -> sat_clause v (g i) = true) ->
  sat v (map g (seq a n)).
Proof. intros H. apply sat_map. intros i Hi. apply H. apply in_seq. exact Hi. Qed.
(* A clause with a true literal. *)
Lemma sat_yes v c x : In (yes x) c -> v x = true -> sat_clause v c = true.
Proof.
  intros Hi Hx. apply existsb_exists. exists (yes x). split; [exact Hi|]. unfold lit_true. cbn. rewrite Hx.
  reflexivity.
Qed.

(* Clauses of the literals that are written out: the values of the variables are put in. *)
Ltac clause_by_values := cbv beta iota delta [sat_clause existsb lit_true yes no fst snd negb].

Ltac each_clause := repeat match goal with
  | |- sat _ (_ :: _) => apply sat_cons
  | |- sat _ [] => apply sat_nil end.

(* Of the literals one is true. *)
Fixpoint not_both (l : list positive) : list clause :=
  match l with [] => [] | a :: l' => map (fun b => [no a; no b]) l' ++ not_both l' end.
Definition exactly_one (l : list positive) : list clause := map yes l :: not_both l.

Lemma not_both_sat v l : count v l <= 1 -> sat v (not_both l).
Proof.
  induction l as [|a l IH]; intros H; [apply sat_nil|]. rewrite count_cons in H. cbn [not_both].
  apply sat_app; [|apply IH; lia]. apply sat_map. intros b Hb. clause_by_values.
  destruct (v a) eqn:Ea; [|reflexivity]. destruct (v b) eqn:Eb; [|reflexivity].
  assert (0 < count v l) by (apply count_In; eauto). lia.
Qed.
Lemma some_sat v l : 0 < count v l -> sat_clause v (map yes l) = true.
Proof.
  intros H. apply count_In in H as (x & Hx & Hv). apply (sat_yes v _ x); [apply in_map; exact Hx|exact Hv].
Qed.
Lemma exactly_one_sat v l : count v l = 1 -> sat v (exactly_one l).
Proof. intros H. apply sat_cons; [apply some_sat; lia|apply not_both_sat; lia]. Qed.

(* Two variables are equal. *)
Definition equal (a b : positive) : list clause := [[no a; yes b]; [yes a; no b]].
Definition equal_if (c : lit) (a b : positive) : list clause :=
  let not_c := (negb (fst c), snd c) in [[not_c; no a; yes b]; [not_c; yes a; no b]].
Lemma equal_sat v a b : v a = v b -> sat v (equal a b).
Proof. intros H. unfold equal. each_clause; clause_by_values; rewrite H; destruct (v b); reflexivity. Qed.
Lemma equal_if_sat v c a b : (lit_true v c = true -> v a = v b) -> sat v (equal_if c a b).
Proof.
  intros H. destruct c as [sign x]. unfold lit_true in H. cbn [fst snd] in H. unfold equal_if.
  each_clause; clause_by_values; destruct (v x), sign; cbn in *; try reflexivity;
    rewrite H by reflexivity; destruct (v b); reflexivity.
Qed.

(* Counters: now k says that more than k of the literals so far are true (README.md counts from 1: at least k
   + 1), before k the same without the last one, x.  More than most of them are forbidden. *)
Definition counter_first (x : positive) (now : nat -> positive) (most : nat) : list clause :=
  [no x; yes (now 0)] :: [yes x; no (now 0)] :: map (fun k => [no (now k)]) (seq 1 (most - 1)).
Definition counter_next (x : positive) (before now : nat -> positive) (most : nat) : list clause :=
  flat_map (fun k => [no (before k); yes (now k)] :: match k with
    | 0 => [[no x; yes (now 0)]; [no (now 0); yes (before 0); yes x]]
    | S j => [[no x; no (before j); yes (now k)]; [no (now k); yes (before k); yes x];
              [no (now k); yes (before k); yes (before j)]]
    end) (seq 0 most) ++ [[no x; no (before (most - 1))]].
Definition counter (base : N) (rows most : nat) (x : nat -> positive) : list clause :=
  counter_first (x 0) (var base most 0) most ++
  flat_map (fun s => counter_next (x s) (var base most (s - 1)) (var base most s) most) (seq 1 (rows - 1)).
(* What a counter says: more than k of g 0, .., g s are true. *)
Definition counted (g : nat -> bool) (s k : nat) : bool := k <? count g (seq 0 (S s)).

Lemma counted_step g s k : counted g (S s) k =
  if g (S s) then match k with 0 => true | S j => counted g s j end else counted g s k.
Proof.
  unfold counted. rewrite (seq_S (S s)), count_app, count_cons, count_nil, Nat.add_0_l, Nat.add_0_r.
  generalize (count g (seq 0 (S s))) as c. intros c. destruct (g (S s)), k as [|k];
    repeat match goal with |- context [?a <? ?b] => destruct (Nat.ltb_spec a b) end; try reflexivity; lia.
Qed.
Lemma counted_down g s k : counted g s (S k) = true -> counted g s k = true.
Proof. unfold counted. rewrite !Nat.ltb_lt. lia. Qed.

Lemma count_seq_mono g m n : m <= n -> count g (seq 0 m) <= count g (seq 0 n).
Proof. intros H. replace n with (m + (n - m)) by lia. rewrite seq_app, count_app. lia. Qed.

(* Right values make a model of the counter, if no more than most literals are true. *)
Lemma counter_sat v base rows most x g : 0 < rows -> 0 < most -> (forall s, s < rows -> v (x s) = g s) ->
  shows v base (table rows most (counted g)) -> count g (seq 0 rows) <= most ->
    sat v (counter base rows most x).
Proof.
  intros Hr Hm Hx Hv Hc. assert (forall s k, s < rows -> k < most ->
    v (var base most s k) = counted g s k) as C.
  { intros s k. apply (shows_table _ _ _ _ _ Hv). }
  clear Hv. apply sat_app.
  - assert (forall k, counted g 0 k = g 0 && (k =? 0)) as C0.
    { intros k. unfold counted. cbn [seq]. rewrite count_cons, count_nil. destruct (g 0), k; reflexivity. }
    apply sat_cons; [|apply sat_cons; [|apply sat_map_seq; intros k Hk]]; clause_by_values;
      rewrite ?Hx, ?C, ?C0 by lia.
    + destruct (g 0); reflexivity.
    + destruct (g 0); reflexivity.
    + rewrite (proj2 (Nat.eqb_neq k 0)) by lia. destruct (g 0); reflexivity.
  - apply sat_flat_seq. intros [|s] Hs; [lia|]. replace (S s - 1) with s by lia. unfold counter_next.
    apply sat_app.
    + apply sat_flat_seq. intros k Hk. apply sat_cons; [|destruct k as [|k]; each_clause];
        clause_by_values; rewrite ?Hx, ?C by lia; rewrite ?counted_step; destruct (g (S s)); try destruct k;
        repeat match goal with |- context [counted g s (S ?j)] =>
          pose proof (counted_down g s j); destruct (counted g s (S j)) eqn:? end;
        repeat match goal with |- context [counted g s ?j] => destruct (counted g s j) eqn:? end;
        cbn; try reflexivity; intuition congruence.
    + apply sat_cons; [|apply sat_nil]. clause_by_values. rewrite Hx, C by lia.
      destruct (g (S s)) eqn:E; [|reflexivity]. assert (counted g s (most - 1) = false) as ->; [|reflexivity].
      unfold counted. apply Nat.ltb_ge. pose proof (count_seq_mono g (S (S s)) rows ltac:(lia)) as Q.
      rewrite seq_S, count_app, count_cons, count_nil in Q. cbn [Nat.add] in Q. rewrite E in Q. lia.
Qed.
