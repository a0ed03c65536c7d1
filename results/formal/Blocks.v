(* SPDX-License-Identifier: MIT *)
(* Pruned trees (THEOREMS.md, 10.1, Proposition 4), a little more general, for every L: a block is a head,
   which is sent at the first `turns` positions of its word (at all of them in 10.1), and leaves of any
   value. By M. Hall's theorem only the sum of the values matters. No tree is asked for: a value is to be
   received at most as often as it is sent. Main results: blocks_stationary, and blocksb_sound, the same by
   a computation. *)
From Coq Require Import List Arith ZArith Lia Permutation Bool.
From Steadycast Require Import Model Tree Hall Lists Runs Periodic.
Import ListNotations.
Open Scope nat_scope.

(* Sums over lists. *)
Fixpoint total {A} (g : A -> nat) (l : list A) : nat := match l with [] => 0 | x :: m => g x + total g m end.
Notation indicator := Nat.b2n.

Lemma total_app {A} (g : A -> nat) l m : total g (l ++ m) = total g l + total g m.
Proof. induction l; cbn [total app]; lia. Qed.
Lemma total_map {A B} (g : B -> nat) (h : A -> B) l : total g (map h l) = total (fun x => g (h x)) l.
Proof. induction l; cbn [total map]; lia. Qed.
Lemma total_repeat {A} (g : A -> nat) x n : total g (repeat x n) = n * g x.
Proof. induction n; cbn [total repeat]; lia. Qed.
Lemma total_count {A} (p : A -> bool) l : total (fun x => indicator (p x)) l = count p l.
Proof. induction l; [reflexivity|]. rewrite count_cons. cbn [total]. rewrite IHl.
  destruct (p a); reflexivity. Qed.
Lemma total_In {A} (g : A -> nat) x l : In x l -> g x <= total g l.
Proof. induction l; cbn [total]; intros []; [subst; lia|]. apply IHl in H. lia. Qed.

Record block := Block { top : nat; turns : nat; leaves : list nat }.
Definition places (b : block) : nat := S (length (leaves b)).
(* How often a block receives the value w, and how often it sends the value u. *)
Definition gets (w : nat) (b : block) : nat :=
  indicator (top b =? w) + total (fun x => indicator (x =? w)) (leaves b).
Definition gives (u : nat) (b : block) : nat := indicator ((top b <? u + turns b) && (u <=? top b)).

Record sound_block (L t : nat) (b : block) : Prop := {
  sb_top : top b = t \/ top b + L <= t;
  sb_leaves : forall x, In x (leaves b) -> x + L <= t;
  sb_turns : turns b <= places b;
  sb_last : turns b = 0 \/ L + turns b <= top b + 1;
  sb_sum : (top b + total (fun x => x) (leaves b)) mod places b = 0 }.

Open Scope Z_scope.
Lemma sumZ_total l : sumZ (map Z.of_nat l) = Z.of_nat (total (fun x => x) l).
Proof. induction l; cbn [sumZ map total]; lia. Qed.

(* The word of a block whose leaves are in the order w. *)
Definition spell (h s : nat) (w : list Z) : word :=
  map (fun k => (nth k (Z.of_nat h :: w) 0, if (k <? s)%nat then Some (Z.of_nat h - Z.of_nat k) else None))
    (seq 0 (S (length w))).

Lemma spell_received h s w : received (spell h s w) = Z.of_nat h :: w.
Proof. unfold received, spell. rewrite map_map. cbn [fst]. apply (nth_map_seq (Z.of_nat h :: w)). Qed.

(* A sound block has a legal word that receives and sends what the block does. *)
Lemma block_word L t b : (1 <= L)%nat -> sound_block L t b -> exists w,
  legal_word (Z.of_nat L) (Z.of_nat t) w /\
  length w = places b /\ (forall v, count (is_recv (Z.of_nat v)) w = gets v b) /\
  (forall u, (gives u b <= count (is_send (Z.of_nat u)) w)%nat).
Proof.
  intros HL [H1 H2 H3 H4 H5]. destruct b as [h s l]. unfold places, gets, gives in *.
  cbn [top turns leaves] in *.
  destruct (hall_word (Z.of_nat h) (map Z.of_nat l)) as (w & HP & Hw).
  { rewrite map_length, sumZ_total, <- Nat2Z.inj_add, <- Nat2Z.inj_mod, H5. reflexivity. }
  pose proof (Permutation_length HP) as Hlen. rewrite map_length in Hlen.
  exists (spell h s w). repeat split.
  - rewrite spell_received. exact Hw.
  - intros. rewrite spell_received in H. destruct H as [<-|H]; [lia|]. rewrite HP in H.
    apply in_map_iff in H as (x & <- & _). lia.
  - intros. rewrite spell_received in H. destruct H as [<-|H]; [lia|]. rewrite HP in H.
    apply in_map_iff in H as (x & <- & H). apply H2 in H. lia.
  - assert (k < S (length w))%nat as Hk.
    { assert (k < length (spell h s w))%nat as Hk by (apply nth_error_Some; congruence).
      unfold spell in Hk. rewrite map_length, seq_length in Hk. exact Hk. }
    unfold spell in H. rewrite nth_error_map, (nth_error_nth' _ 0%nat) in H by (rewrite seq_length; exact Hk).
    rewrite seq_nth in H by exact Hk. cbn [option_map plus] in H. injection H as _ H.
    destruct (Nat.ltb_spec k s); [|discriminate]. injection H as <-. lia.
  - assert (k < S (length w))%nat as Hk.
    { assert (k < length (spell h s w))%nat as Hk by (apply nth_error_Some; congruence).
      unfold spell in Hk. rewrite map_length, seq_length in Hk. exact Hk. }
    unfold spell in H. rewrite nth_error_map, (nth_error_nth' _ 0%nat) in H by (rewrite seq_length; exact Hk).
    rewrite seq_nth in H by exact Hk. cbn [option_map plus] in H. injection H as _ H.
    destruct (Nat.ltb_spec k s); [|discriminate]. injection H as <-.
    exists k, 0%nat. rewrite spell_received. unfold spell. rewrite map_length, seq_length. cbn [nth].
    split; [lia|split; [|lia]]. apply Nat.mod_small. lia.
  - unfold spell. rewrite map_length, seq_length. lia.
  - intros v. transitivity (count (fun x => x =? Z.of_nat v) (received (spell h s w))).
    + unfold received. rewrite count_map. reflexivity.
    + rewrite spell_received, (count_perm _ _ (Z.of_nat h :: map Z.of_nat l)) by (constructor; exact HP).
      rewrite count_cons, count_map, total_count.
      assert (forall x, (Z.of_nat x =? Z.of_nat v) = (x =? v)%nat) as E
        by (intros x; destruct (Z.eqb_spec (Z.of_nat x) (Z.of_nat v)), (Nat.eqb_spec x v); lia).
      rewrite E. rewrite (count_ext _ (fun x => (x =? v)%nat) l) by (intros; apply E). reflexivity.
  - intros u. destruct (Nat.ltb_spec h (u + s)), (Nat.leb_spec u h); cbn [andb Nat.b2n]; try lia.
    apply count_In. exists (nth (h - u) (Z.of_nat h :: w) 0, Some (Z.of_nat u)). split.
    + unfold spell. apply in_map_iff. exists (h - u)%nat. split; [|apply in_seq; lia].
      destruct (Nat.ltb_spec (h - u) s); [|lia]. do 2 f_equal. lia.
    + unfold is_send. cbn [snd]. apply Z.eqb_refl.
Qed.

(* The same for a list of blocks. *)
Lemma blocks_words L t bs : (1 <= L)%nat -> (forall b, In b bs -> sound_block L t b) -> exists ws,
  (forall w, In w ws -> legal_word (Z.of_nat L) (Z.of_nat t) w) /\ length (concat ws) = total places bs /\
  (forall v, count (is_recv (Z.of_nat v)) (concat ws) = total (gets v) bs) /\
  (forall u, (total (gives u) bs <= count (is_send (Z.of_nat u)) (concat ws))%nat).
Proof.
  intros HL. induction bs as [|b bs IH]; intros H.
  - exists []. split; [intros w []|]. split; [reflexivity|]. split; [reflexivity|]. intros u; cbn; lia.
  - destruct IH as (ws & I1 & I2 & I3 & I4); [intros; apply H; right; assumption|].
    destruct (block_word L t b HL) as (w & W1 & W2 & W3 & W4); [apply H; left; reflexivity|].
    exists (w :: ws). split; [intros x [<-|Hx]; auto|]. unfold word in *. cbn [concat total].
    rewrite app_length. split; [lia|].
    split; intros v; rewrite count_app; [rewrite W3, I3; reflexivity|]. specialize (W4 v). specialize (I4 v).
    lia.
Qed.

(* Proposition 4. *)
Theorem blocks_stationary (L t : nat) bs : (1 <= L)%nat -> (forall b, In b bs -> sound_block L t b) ->
  total (gets t) bs = 1%nat -> (forall w, (w + L <= t)%nat ->
    (total (gets w) bs <= total (gives (w + L)) bs)%nat) ->
  stationary_for L t (total places bs).
Proof.
  intros HL Hs Hr Hb. destruct (blocks_words L t bs HL Hs) as (ws & W1 & W2 & W3 & W4). exists ws.
  split; [|exact W2]. split.
  - exact W1.
  - rewrite W3. exact Hr.
  - intros v H0 H1. specialize (W4 (Z.to_nat v + L)%nat). specialize (Hb (Z.to_nat v) ltac:(lia)).
    rewrite <- W3 in Hb. rewrite Nat2Z.inj_add, Z2Nat.id in * by lia. lia.
Qed.
Open Scope nat_scope.

(* The same, computed. *)
Definition sound_blockb (L t : nat) (b : block) : bool :=
  ((top b =? t) || (top b + L <=? t)) && forallb (fun x => x + L <=? t) (leaves b) &&
  (turns b <=? places b) && ((turns b =? 0) || (L + turns b <=? top b + 1)) &&
  ((top b + total (fun x => x) (leaves b)) mod places b =? 0).
Definition blocksb (L t : nat) (bs : list block) : bool :=
  forallb (sound_blockb L t) bs && (total (gets t) bs =? 1) &&
  forallb (fun w => total (gets w) bs <=? total (gives (w + L)) bs) (seq 0 (S t - L)).

Lemma sound_blockb_sound L t b : sound_blockb L t b = true -> sound_block L t b.
Proof.
  unfold sound_blockb. rewrite !andb_true_iff, !orb_true_iff, forallb_forall, !Nat.leb_le, !Nat.eqb_eq.
  intros [[[[H1 H2] H3] H4] H5]. split; auto. intros x Hx. apply Nat.leb_le. apply H2. exact Hx.
Qed.

Theorem blocksb_stationary L t bs : 1 <= L -> blocksb L t bs = true -> stationary_for L t (total places bs).
Proof.
  intros HL. unfold blocksb. rewrite !andb_true_iff, !forallb_forall, Nat.eqb_eq. intros [[H1 H2] H3].
  apply blocks_stationary; [exact HL| |exact H2|].
  - intros b Hb. apply sound_blockb_sound, H1, Hb.
  - intros w Hw. apply Nat.leb_le, H3. apply in_seq. lia.
Qed.
Corollary blocksb_sound L t bs : 1 <= L -> blocksb L t bs = true -> possible_once L (total places bs) (L + t).
Proof. intros HL H. apply stationary_for_possible, blocksb_stationary; assumption. Qed.
