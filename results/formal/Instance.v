(* SPDX-License-Identifier: MIT *)
(* Section 1: solutions of the instance I(L,t), and Proposition 1: they are block-cyclic schedules. *)
From Coq Require Import List ZArith Lia Permutation Bool.
From Steadycast Require Import Model Tree Hall Lists Runs Stationary.
Import ListNotations.
Open Scope Z_scope.

(* A block is the list of its letters; its size is one more. *)
Definition size (b : list Z) : Z := Z.of_nat (S (length b)).
Record solution := { root : list Z; blocks : list (list Z); left : Z }.
Definition letters (s : solution) : list Z := left s :: root s ++ concat (blocks s).
Definition head (L : Z) (b : list Z) : Z := size b + L - 1.
Definition procs_of (s : solution) : nat := S (list_sum (map (fun b => S (length b)) (root s :: blocks s))).

Definition star (L : Z) (b : list Z) : Prop := (L - 1 + sumZ b) mod size b = 0.

(* Every value is received as often as it is sent, and the sums are right: nothing is said of f. *)
Record solves (L t : Z) (s : solution) : Prop := {
  so_root : size (root s) = t - L + 1;
  so_blocks : forall b, In b (blocks s) -> size b + L <= t - L + 1;
  so_letters : forall v, In v (letters s) -> 0 <= v < L;
  so_star : forall b, In b (root s :: blocks s) -> star L b;
  so_balance : forall v, 0 <= v ->
    (count (Z.eqb v) (letters s) + count (fun b => Z.eqb v (head L b)) (blocks s) =
     count (fun b => Z.ltb v (size b)) (root s :: blocks s))%nat }.

(* The word of a block whose letters are in order. *)
Definition mk (h : Z) (l : list Z) : word := combine l (map (fun p => Some (h - Z.of_nat p)) (seq 0 (length l))).
Lemma mk_length h l : length (mk h l) = length l.
Proof. unfold mk. rewrite combine_length, map_length, seq_length. lia. Qed.
Lemma mk_received h l : received (mk h l) = l.
Proof. apply combine_fst. rewrite map_length, seq_length. reflexivity. Qed.

Lemma count_down h u n : forall a, count (fun p => h - Z.of_nat p =? u) (seq a n) =
  if (h - Z.of_nat (a + n) <? u) && (u <=? h - Z.of_nat a) then 1%nat else 0%nat.
Proof.
  induction n as [|n IH]; intros a.
  - cbn [seq]. rewrite count_nil. destruct (Z.ltb_spec (h - Z.of_nat (a + 0)) u), (Z.leb_spec u (h - Z.of_nat a)); cbn; lia.
  - cbn [seq]. rewrite count_cons, IH.
    destruct (Z.eqb_spec (h - Z.of_nat a) u), (Z.ltb_spec (h - Z.of_nat (S a + n)) u), (Z.leb_spec u (h - Z.of_nat (S a))),
      (Z.ltb_spec (h - Z.of_nat (a + S n)) u), (Z.leb_spec u (h - Z.of_nat a)); cbn; lia.
Qed.

Lemma mk_sends h l u : count (is_send u) (mk h l) =
  if (h - Z.of_nat (length l) <? u) && (u <=? h) then 1%nat else 0%nat.
Proof.
  transitivity (count (fun x : option Z => match x with Some y => y =? u | None => false end) (map snd (mk h l))).
  - rewrite count_map. reflexivity.
  - unfold mk. rewrite combine_snd by (rewrite map_length, seq_length; reflexivity). rewrite count_map, count_down.
    replace (h - Z.of_nat 0) with h by lia. reflexivity.
Qed.
Lemma mk_recvs h l v : count (is_recv v) (mk h l) = count (Z.eqb v) l.
Proof.
  rewrite <- (mk_received h l) at 2. unfold received. rewrite count_map. apply count_ext. intros x _. apply Z.eqb_sym.
Qed.

Lemma sends_head L b v ord : 0 <= v -> Permutation ord b ->
  count (is_send (v + L)) (mk (head L b) (head L b :: ord)) = if v <? size b then 1%nat else 0%nat.
Proof.
  intros Hv HP. rewrite mk_sends. cbn [length]. rewrite (Permutation_length HP). fold (size b). unfold head.
  destruct (Z.ltb_spec v (size b)), (Z.ltb_spec (size b + L - 1 - size b) (v + L)), (Z.leb_spec (v + L) (size b + L - 1)); cbn; lia.
Qed.

(* One internal node in a word: what is sent is the item of its first position. *)
Definition one_head (w : word) : Prop := forall k v u, nth_error w k = Some (v, Some u) -> u = nth 0 (received w) 0 - Z.of_nat k.
Lemma mk_head h l : one_head (mk h (h :: l)).
Proof.
  intros k v u Hk. rewrite mk_received. cbn [nth].
  assert (k < length (h :: l))%nat as Hkl.
  { rewrite <- (mk_length h). apply nth_error_Some. rewrite Hk. discriminate. }
  apply (f_equal (option_map snd)) in Hk. rewrite <- nth_error_map in Hk. unfold mk in Hk.
  rewrite combine_snd in Hk by (rewrite map_length, seq_length; reflexivity). cbn [option_map snd] in Hk.
  rewrite nth_error_map, (nth_error_nth' _ 0%nat), seq_nth in Hk by (rewrite ?seq_length; assumption).
  cbn in Hk. congruence.
Qed.

Lemma block_word L t b : 1 <= L -> star L b -> (forall v, In v b -> 0 <= v /\ (v = t \/ v <= t - L)) ->
  (head L b = t \/ head L b <= t - L) ->
  exists w, (legal_word L t w /\ one_head w) /\ length w = S (length b) /\
    (forall v, count (is_recv v) w = count (Z.eqb v) (head L b :: b)) /\
    (forall v, 0 <= v -> count (is_send (v + L)) w = if v <? size b then 1%nat else 0%nat).
Proof.
  intros HL Hs Hv Hh. destruct (hall_word (head L b) b) as (ord & HP & Hl).
  { fold (size b). unfold head. replace (size b + L - 1 + sumZ b) with (L - 1 + sumZ b + 1 * size b) by lia.
    unfold size at 2. rewrite Z.mod_add by lia. exact Hs. }
  exists (mk (head L b) (head L b :: ord)). split; [split; [split|apply mk_head]|split; [|split]].
  - rewrite mk_received. exact Hl.
  - rewrite mk_received. intros v [<-|Hin].
    + split; [unfold head, size; lia|exact Hh].
    + apply Hv. rewrite <- HP. exact Hin.
  - intros k v u Hk. rewrite mk_length, mk_received. set (l := head L b :: ord) in *.
    assert (k < length l)%nat as Hkl.
    { rewrite <- (mk_length (head L b)). apply nth_error_Some. rewrite Hk. discriminate. }
    assert (u = head L b - Z.of_nat k) as ->.
    { apply (mk_head (head L b) ord) in Hk. rewrite mk_received in Hk. exact Hk. }
    split.
    + unfold l in Hkl; cbn [length] in Hkl. rewrite (Permutation_length HP) in Hkl. unfold head, size. lia.
    + exists k, 0%nat. repeat split; [lia|apply Nat.mod_small; exact Hkl|unfold l; cbn [nth]; lia].
  - rewrite mk_length. cbn [length]. rewrite (Permutation_length HP). reflexivity.
  - intros v. rewrite mk_recvs. apply count_perm. constructor; exact HP.
  - intros v H0. apply sends_head; assumption.
Qed.

Section Prop1.
Variables (L t : nat) (s : solution).
Hypothesis HL : (1 <= L)%nat.
Hypothesis HS : solves (Z.of_nat L) (Z.of_nat t) s.
Notation Lz := (Z.of_nat L).
Notation tz := (Z.of_nat t).

Lemma root_largest b : In b (root s :: blocks s) -> size b <= tz - Lz + 1.
Proof. intros [<-|H]; [rewrite (so_root _ _ _ HS); lia|]. apply (so_blocks _ _ _ HS) in H. lia. Qed.

Lemma letter_low v : In v (letters s) -> 0 <= v <= tz - Lz.
Proof.
  intros H. pose proof (so_letters _ _ _ HS v H) as B. pose proof (so_balance _ _ _ HS v ltac:(lia)) as E.
  assert (0 < count (Z.eqb v) (letters s))%nat as C by (apply count_In; exists v; split; [exact H|apply Z.eqb_refl]).
  assert (0 < count (fun b => Z.ltb v (size b)) (root s :: blocks s))%nat as D by lia.
  apply count_In in D as (b & Hb & Hv). apply root_largest in Hb. lia.
Qed.

Lemma t_large : Lz <= tz.
Proof. pose proof (so_root _ _ _ HS). unfold size in *. lia. Qed.

Lemma block_words : exists ws, stationary Lz tz ([(left s, None)] :: ws) /\
  length (concat ([(left s, None)] :: ws)) = procs_of s /\ forall w, In w ws -> one_head w.
Proof.
  pose proof t_large as HT.
  assert (forall b, In b (root s :: blocks s) -> exists w, (legal_word Lz tz w /\ one_head w) /\ length w = S (length b) /\
    (forall v, count (is_recv v) w = count (Z.eqb v) (head Lz b :: b)) /\
    (forall v, 0 <= v -> count (is_send (v + Lz)) w = if v <? size b then 1%nat else 0%nat)) as Q.
  { intros b Hb. apply block_word; [lia|apply (so_star _ _ _ HS); exact Hb| |].
    - intros v Hv. assert (In v (letters s)) as Hin.
      { right. apply in_or_app. destruct Hb as [->|Hb]; [left; exact Hv|right]. apply in_concat. eauto. }
      apply letter_low in Hin. lia.
    - destruct Hb as [<-|Hb]; [left; unfold head; rewrite (so_root _ _ _ HS); lia|right].
      apply (so_blocks _ _ _ HS) in Hb. unfold head. lia. }
  apply choose_list in Q as (ws & Q).
  assert (forall v, count (is_recv v) (concat ws) =
    (count (fun b => Z.eqb v (head Lz b)) (root s :: blocks s) + count (Z.eqb v) (root s ++ concat (blocks s)))%nat) as QR.
  { intros v. change (root s ++ concat (blocks s)) with (concat (root s :: blocks s)). clear HS.
    induction Q as [|b w bs ws (_ & _ & R & _) Q IH]; [reflexivity|]. cbn [concat].
    rewrite !count_app, IH, R, !count_cons. lia. }
  assert (forall v, 0 <= v -> count (is_send (v + Lz)) (concat ws) = count (fun b => Z.ltb v (size b)) (root s :: blocks s)) as QS.
  { intros v Hv. clear HS QR. induction Q as [|b w bs ws (_ & _ & _ & R) Q IH]; [reflexivity|]. cbn [concat].
    rewrite count_app, IH, (R v Hv), count_cons. reflexivity. }
  exists ws. split; [|split].
  2:{ symmetry. unfold procs_of. change (concat ([(left s, None)] :: ws)) with ((left s, None) :: concat ws). cbn [length]. f_equal.
    clear HS QR QS.
    induction Q as [|b w bs ws (_ & R & _) Q IH]; [reflexivity|]. cbn [concat map]. rewrite app_length, <- IH, R. reflexivity. }
  2:{ clear -Q. induction Q as [|b x bs ws ((_ & R) & _) Q IH]; intros w Hw; [destruct Hw|]. destruct Hw as [<-|Hw]; auto. }
  split.
  - intros w [<-|Hw].
    + split.
      * unfold legal. cbn. constructor; [intros []|constructor].
      * intros v [<-|[]]. cbn. pose proof (letter_low (left s)) as Q1. destruct Q1; [left; reflexivity|]. lia.
      * intros [|[|k]] v u H; cbn in H; discriminate.
    + clear -Q Hw. induction Q as [|b x bs ws ((R & _) & _) Q IH]; [destruct Hw|]. destruct Hw as [<-|Hw]; auto.
  - cbn [concat]. rewrite count_app, QR, !count_cons, count_nil.
    unfold head at 1. rewrite (so_root _ _ _ HS). replace (tz - Lz + 1 + Lz - 1) with tz by lia. rewrite Z.eqb_refl.
    rewrite (count_0 (fun b => Z.eqb tz (head Lz b))), (count_0 (Z.eqb tz)).
    + unfold is_recv; cbn. assert (0 <= left s < Lz) by (apply (so_letters _ _ _ HS); left; reflexivity).
      destruct (Z.eqb_spec (left s) tz); lia.
    + intros v Hv. assert (0 <= v < Lz) by (apply (so_letters _ _ _ HS); right; exact Hv). destruct (Z.eqb_spec tz v); lia.
    + intros b Hb. apply (so_blocks _ _ _ HS) in Hb. unfold head. destruct (Z.eqb_spec tz (size b + Lz - 1)); lia.
  - intros v H0 Hv. cbn [concat]. rewrite !count_app, QR, QS by assumption. rewrite <- (so_balance _ _ _ HS v H0).
    unfold letters. rewrite !count_cons, count_nil.
    unfold head at 1. rewrite (so_root _ _ _ HS). unfold is_recv, is_send; cbn [fst snd]. rewrite (Z.eqb_sym (left s) v).
    destruct (Z.eqb_spec v (tz - Lz + 1 + Lz - 1)); lia.
Qed.

Theorem block_schedule : possible_once L (procs_of s) (L + t).
Proof.
  destruct block_words as (ws & H1 & H2 & _). rewrite <- H2. apply stationary_sound; [exact HL|exact H1].
Qed.
End Prop1.

(* What a finite computation has to say. *)
Definition starb (L : Z) (b : list Z) : bool := (L - 1 + sumZ b) mod size b =? 0.
Definition solvesb (L t : nat) (s : solution) : bool :=
  let Lz := Z.of_nat L in let tz := Z.of_nat t in
  (size (root s) =? tz - Lz + 1) &&
  forallb (fun b => size b + Lz <=? tz - Lz + 1) (blocks s) &&
  forallb (fun v => (0 <=? v) && (v <? Lz)) (letters s) &&
  forallb (starb Lz) (root s :: blocks s) &&
  forallb (fun k => let v := Z.of_nat k in
     Nat.eqb (count (Z.eqb v) (letters s) + count (fun b => Z.eqb v (head Lz b)) (blocks s))
             (count (fun b => Z.ltb v (size b)) (root s :: blocks s))) (seq 0 t).

Lemma solvesb_spec L t s : (1 <= L)%nat -> solvesb L t s = true -> solves (Z.of_nat L) (Z.of_nat t) s.
Proof.
  intros HL. unfold solvesb. rewrite !andb_true_iff. intros ((((H1 & H2) & H3) & H4) & H5).
  apply Z.eqb_eq in H1. rewrite forallb_forall in H2, H3, H4, H5.
  assert (forall b, In b (blocks s) -> size b + Z.of_nat L <= Z.of_nat t - Z.of_nat L + 1) as H2'.
  { intros b Hb. apply H2 in Hb. lia. }
  assert (forall v, In v (letters s) -> 0 <= v < Z.of_nat L) as H3'.
  { intros v Hv. apply H3 in Hv. apply andb_prop in Hv. lia. }
  split; [exact H1|exact H2'|exact H3'|intros b Hb; apply H4 in Hb; unfold starb in Hb; apply Z.eqb_eq in Hb; exact Hb|].
  intros v H0. destruct (Z.lt_ge_cases v (Z.of_nat t)) as [Hv|Hv].
  - specialize (H5 (Z.to_nat v)). cbn beta zeta in H5. rewrite Z2Nat.id in H5 by assumption. apply Nat.eqb_eq. apply H5. apply in_seq. lia.
  - rewrite !count_0; [reflexivity| | |].
    + intros b [<-|Hb]; [rewrite H1|apply H2' in Hb]; match goal with |- (?a <? ?b) = false => destruct (Z.ltb_spec a b) end; lia.
    + intros b Hb. apply H2' in Hb. unfold head. match goal with |- (?a =? ?b) = false => destruct (Z.eqb_spec a b) end; lia.
    + intros x Hx. apply H3' in Hx. unfold size in H1. destruct (Z.eqb_spec v x); lia.
Qed.
