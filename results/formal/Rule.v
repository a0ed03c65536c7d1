(* SPDX-License-Identifier: MIT *)
(* Section 4.1: the union of two solutions, and Lemma 1: a window of L depths goes on for ever. *)
From Coq Require Import List ZArith Lia Permutation Bool.
From Steadycast Require Import Model Tree Hall Lists Instance BlockCyclic.
Import ListNotations.
Open Scope Z_scope.

(* The union rule.  The root of s1 gets one more letter, what s1 left over; the root of s2 is one block more. *)
Definition union (s1 s2 : solution) : solution :=
  {| root := left s1 :: root s1; blocks := blocks s1 ++ root s2 :: blocks s2; left := left s2 |}.
Definition ball (L B : Z) (s : solution) : Prop := L - 1 + sumZ (root s) = B * size (root s).

Lemma procs_union s1 s2 : procs_of (union s1 s2) = (procs_of s1 + procs_of s2)%nat.
Proof.
  unfold procs_of, union; cbn [root blocks left map length]. rewrite map_app. cbn [map list_sum fold_right].
  fold list_sum. unfold list_sum. rewrite !fold_right_app. cbn [fold_right length].
  assert (forall l a, fold_right Nat.add a l = (fold_right Nat.add 0 l + a)%nat) as Q.
  { induction l as [|x l IH]; intros a; cbn [fold_right]; [reflexivity|]. rewrite IH. lia. }
  rewrite Q. lia.
Qed.

Lemma size_cons x b : size (x :: b) = size b + 1.
Proof. unfold size. cbn [length]. lia. Qed.

Theorem union_solves L t s1 s2 : 1 <= L -> solves L (t - 1) s1 -> solves L (t - L) s2 -> ball L (left s1) s1 ->
  solves L t (union s1 s2) /\ ball L (left s1) (union s1 s2).
Proof.
  intros HL H1 H2 HB. assert (ball L (left s1) (union s1 s2)) as HB'.
  { unfold ball, union in *; cbn [root sumZ]. rewrite size_cons. lia. }
  split; [|exact HB']. split; unfold union; cbn [root blocks left].
  - rewrite size_cons, (so_root _ _ _ H1). lia.
  - intros b Hb. apply in_app_or in Hb as [Hb|[<-|Hb]].
    + apply (so_blocks _ _ _ H1) in Hb. lia.
    + rewrite (so_root _ _ _ H2). lia.
    + apply (so_blocks _ _ _ H2) in Hb. lia.
  - intros v. unfold letters; cbn [root blocks left]. rewrite concat_app. cbn [concat]. intros Hv.
    assert (In v (letters s1) \/ In v (letters s2)) as [Q|Q]; [|apply (so_letters _ _ _ H1 v Q)|apply (so_letters _ _ _ H2 v Q)].
    unfold letters. cbn in *. rewrite !in_app_iff in *. tauto.
  - intros b [<-|Hb].
    + unfold star. unfold ball, union in HB'; cbn [root] in HB'. rewrite HB'. apply Z.mod_mul. unfold size. lia.
    + apply in_app_or in Hb as [Hb|Hb]; [apply (so_star _ _ _ H1); right; exact Hb|apply (so_star _ _ _ H2); exact Hb].
  - intros v H0. pose proof (so_balance _ _ _ H1 v H0) as B1. pose proof (so_balance _ _ _ H2 v H0) as B2.
    unfold letters in *; cbn [root blocks left] in *. rewrite concat_app. cbn [concat].
    repeat (rewrite count_cons in B1 || rewrite count_app in B1). repeat (rewrite count_cons in B2 || rewrite count_app in B2).
    repeat (rewrite count_cons || rewrite count_app). rewrite size_cons.
    replace (head L (root s2)) with (t - L) by (unfold head; rewrite (so_root _ _ _ H2); lia).
    rewrite (so_root _ _ _ H1) in *. rewrite (so_root _ _ _ H2) in *.
    destruct (Z.ltb_spec v (t - 1 - L + 1)), (Z.ltb_spec v (t - 1 - L + 1 + 1)), (Z.eqb_spec v (t - L)); lia.
Qed.

(* Lemma 1, with the count of processors.  T >= L is enough in this form. *)
Theorem family (L T : nat) (B : Z) : (1 <= L <= T)%nat ->
  (forall t, (T <= t < T + L)%nat -> exists s, solves (Z.of_nat L) (Z.of_nat t) s /\ left s = B /\ procs_of s = f L t /\
     (t = T + L - 1 -> ball (Z.of_nat L) B s)%nat) ->
  forall t, (T <= t)%nat -> exists s, solves (Z.of_nat L) (Z.of_nat t) s /\ left s = B /\ procs_of s = f L t /\
     ((T + L - 1 <= t)%nat -> ball (Z.of_nat L) B s).
Proof.
  intros HL HW t. induction t as [t IH] using lt_wf_ind. intros Ht.
  destruct (Nat.lt_ge_cases t (T + L)) as [Hlt|Hge].
  - destruct (HW t) as (s & H1 & H2 & H3 & H4); [lia|]. exists s. refine (conj H1 (conj H2 (conj H3 _))). intros. apply H4. lia.
  - destruct (IH (t - 1)%nat) as (s1 & A1 & A2 & A3 & A4); [lia|lia|].
    destruct (IH (t - L)%nat) as (s2 & B1 & B2 & B3 & _); [lia|lia|].
    specialize (A4 ltac:(lia)). rewrite <- A2 in A4.
    destruct (union_solves (Z.of_nat L) (Z.of_nat t) s1 s2) as [U1 U2].
    + lia.
    + replace (Z.of_nat t - 1) with (Z.of_nat (t - 1)) by lia. exact A1.
    + replace (Z.of_nat t - Z.of_nat L) with (Z.of_nat (t - L)) by lia. exact B1.
    + exact A4.
    + exists (union s1 s2). split; [exact U1|]. split; [exact B2|]. split.
      * rewrite procs_union, A3, B3. symmetry. apply f_step; lia.
      * intros _. rewrite <- A2. exact U2.
Qed.

Definition windowb (L T : nat) (B : Z) (ss : list solution) : bool :=
  Nat.eqb (length ss) L &&
  forallb (fun x => solvesb L (fst x) (snd x) && (left (snd x) =? B) && Nat.eqb (procs_of (snd x)) (f L (fst x))) (combine (seq T L) ss) &&
  (Z.of_nat L - 1 + sumZ (root (last ss {| root := []; blocks := []; left := 0 |})) =? B * size (root (last ss {| root := []; blocks := []; left := 0 |}))).

Theorem windowb_solutions L T B ss : (1 <= L <= T)%nat -> windowb L T B ss = true ->
  forall t, (T <= t)%nat -> exists s, solves (Z.of_nat L) (Z.of_nat t) s /\ left s = B /\ procs_of s = f L t /\
     ((T + L - 1 <= t)%nat -> ball (Z.of_nat L) B s).
Proof.
  intros HL H t Ht. unfold windowb in H. rewrite !andb_true_iff in H. destruct H as ((H1 & H2) & H3).
  apply Nat.eqb_eq in H1. rewrite forallb_forall in H2. apply Z.eqb_eq in H3.
  apply (family L T B HL); [|exact Ht].
  intros u Hu. set (d := {| root := []; blocks := []; left := 0 |}) in *. exists (nth (u - T) ss d).
  assert (In (u, nth (u - T) ss d) (combine (seq T L) ss)) as Hin.
  { replace u with (nth (u - T) (seq T L) 0%nat) at 1 by (rewrite seq_nth; lia).
    rewrite <- combine_nth by (rewrite seq_length; lia). apply nth_In. rewrite combine_length, seq_length. lia. }
  apply H2 in Hin. cbn [fst snd] in Hin. rewrite !andb_true_iff in Hin. destruct Hin as ((A1 & A2) & A3).
  split; [|split; [|split]].
  - apply solvesb_spec; [lia|exact A1].
  - apply Z.eqb_eq; exact A2.
  - apply Nat.eqb_eq; exact A3.
  - intros ->. unfold ball. replace (nth (T + L - 1 - T) ss d) with (last ss d); [exact H3|].
    replace (T + L - 1 - T)%nat with (length ss - 1)%nat by lia. clear.
    induction ss as [|x [|y l] IH]; [reflexivity|reflexivity|].
    change (last (x :: y :: l) d) with (last (y :: l) d). rewrite IH. cbn [length]. 
    replace (S (S (length l)) - 1)%nat with (S (length l)) by lia. replace (S (length l) - 1)%nat with (length l) by lia. reflexivity.
Qed.

Theorem windowb_family L T B ss : (1 <= L <= T)%nat -> windowb L T B ss = true ->
  forall t, (T <= t)%nat -> cyclic L t.
Proof.
  intros HL H t Ht. destruct (windowb_solutions L T B ss HL H t Ht) as (s & S1 & _ & S3 & _).
  apply (solution_cyclic L t s); [lia|exact S1|exact S3].
Qed.

(* A certificate of kind family, of depths: solutions for the depths before the window, but some, and in the window. *)
Record family_data := { fa_latency : nat; fa_from : nat; fa_window : nat; fa_left : Z; fa_but : list nat;
  fa_low : list (nat * solution); fa_high : list solution }.
Definition listedb (L : nat) (x : nat * solution) : bool :=
  solvesb L (fst x) (snd x) && Nat.eqb (procs_of (snd x)) (f L (fst x)).
Definition familyb (d : family_data) : bool :=
  (1 <=? fa_latency d)%nat && (fa_latency d <=? fa_window d)%nat &&
  windowb (fa_latency d) (fa_window d) (fa_left d) (fa_high d) && forallb (listedb (fa_latency d)) (fa_low d) &&
  forallb (fun t => existsb (Nat.eqb t) (fa_but d ++ map fst (fa_low d))) (seq (fa_from d) (fa_window d - fa_from d)).

Theorem family_solutions d : familyb d = true -> forall t, (fa_from d <= t)%nat -> ~ In t (fa_but d) ->
  exists s, solves (Z.of_nat (fa_latency d)) (Z.of_nat t) s /\ procs_of s = f (fa_latency d) t.
Proof.
  unfold familyb. rewrite !andb_true_iff, !forallb_forall. intros ((((H1 & H2) & H3) & H4) & H5) t Ht Hb.
  apply Nat.leb_le in H1, H2. destruct (Nat.lt_ge_cases t (fa_window d)) as [Hlt|Hge].
  - specialize (H5 t ltac:(apply in_seq; lia)). apply existsb_exists in H5 as (u & Hu & E). apply Nat.eqb_eq in E. subst u.
    apply in_app_or in Hu as [Hu|Hu]; [contradiction|]. apply in_map_iff in Hu as (x & <- & Hx).
    apply H4 in Hx. apply andb_prop in Hx as [A1 A2]. apply Nat.eqb_eq in A2. exists (snd x).
    split; [apply solvesb_spec; [lia|exact A1]|exact A2].
  - destruct (windowb_solutions _ _ _ _ (conj H1 H2) H3 t Hge) as (s & S1 & _ & S3 & _). exists s. auto.
Qed.
Theorem family_cyclic d : familyb d = true -> forall t, (fa_from d <= t)%nat -> ~ In t (fa_but d) -> cyclic (fa_latency d) t.
Proof.
  intros H t Ht Hb. destruct (family_solutions d H t Ht Hb) as (s & S1 & S2). apply (solution_cyclic _ t s); [|exact S1|exact S2].
  unfold familyb in H. rewrite !andb_true_iff in H. apply Nat.leb_le. tauto.
Qed.
