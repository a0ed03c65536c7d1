(* SPDX-License-Identifier: MIT *)
(* Section 10.9: kind family, of numbers.  Schedules for the first numbers of processors, left parts, and a window of whole trees
   serve every number of processors, each with the delay L + t for the least t with N <= f_t. *)
From Coq Require Import List ZArith Lia Permutation Bool.
From Steadycast Require Import Model Tree Lists Runs Periodic Instance Rule Pruned EveryUnion.
Import ListNotations.
Open Scope nat_scope.

(* How N processors are served at depth t: by blocks and a processor that receives x only, or by closed words. *)
Inductive how := ByBlocks (x : Z) (bs : list block) | ByWords (ws : list word).
Record serve := { sv_number : nat; sv_depth : nat; sv_how : how }.
(* Blocks of a tree of depth t whose root's first message nobody receives. *)
Record left_part := { lp_depth : nat; lp_number : nat; lp_blocks : list block }.
Record numbers_data := { nu_latency : nat; nu_first : nat; nu_window : nat; nu_leaf : Z;
  nu_serve : list serve; nu_left : list left_part; nu_high : list solution }.

Definition serve_ok (L : nat) (s : serve) : bool :=
  match sv_how s with
  | ByBlocks x [] => (sv_number s =? 1) && (x =? Z.of_nat (sv_depth s))%Z
  | ByBlocks x (b :: bs) => open_treeb (Z.of_nat L) (Z.of_nat (sv_depth s)) x b bs && (S (Pruned.total (b :: bs)) =? sv_number s)
  | ByWords ws => periodicb 1 L (sv_depth s) ws && (length (concat ws) =? sv_number s)
  end.
Definition by_words (s : serve) : bool := match sv_how s with ByWords _ => true | _ => false end.
Definition left_ok (L : nat) (p : left_part) : bool :=
  match lp_blocks p with
  | [] => false
  | b :: bs => open_treeb (Z.of_nat L) (Z.of_nat (lp_depth p)) (Z.of_nat (lp_depth p) - Z.of_nat L) b bs &&
      ((Pruned.total (b :: bs) =? f L (lp_depth p - 1)) || (S (Pruned.total (b :: bs)) =? f L (lp_depth p - 1))) &&
      (Pruned.total (b :: bs) =? lp_number p)
  end.
(* The numbers whose least depth is t. *)
Definition numbers_of (L t : nat) : list nat :=
  match t with 0 => [1] | S k => seq (S (f L k)) (f L t - f L k) end.

Section Check.
Variable d : numbers_data.
Notation L := (nu_latency d).
Notation T := (nu_first d).
Notation U := (nu_window d).
Definition is_served (N t : nat) : bool := existsb (fun s => (sv_number s =? N) && (sv_depth s =? t)) (nu_serve d).
Definition is_served_by_blocks (N t : nat) : bool :=
  existsb (fun s => (sv_number s =? N) && (sv_depth s =? t) && negb (by_words s)) (nu_serve d).
(* Words are for a whole tree only; one step later there are blocks; and the left part that they would follow is not short. *)
Definition words_ok (s : serve) : bool :=
  implb (by_words s) ((sv_number s =? f L (sv_depth s)) && is_served_by_blocks (sv_number s) (S (sv_depth s)) &&
    forallb (fun p => implb (lp_depth p =? sv_depth s + L) (Pruned.total (lp_blocks p) =? f L (lp_depth p - 1))) (nu_left d)).
Definition numbersb : bool :=
  (1 <=? L) && (L <=? T) && (2 * L <=? U) && windowb L U (nu_leaf d) (nu_high d) &&
  forallb (serve_ok L) (nu_serve d) && forallb words_ok (nu_serve d) && forallb (left_ok L) (nu_left d) &&
  forallb (fun t => forallb (fun N => is_served N t) (numbers_of L t)) (seq 0 (S T)) &&
  forallb (fun t => is_served (f L t) t) (seq (S T) (U - S T)) &&
  forallb (fun t => existsb (fun p => lp_depth p =? t) (nu_left d)) (seq (S T) (U + L - 1 - T)).

Hypothesis H : numbersb = true.
Lemma facts : 1 <= L <= T /\ L <= U /\ windowb L U (nu_leaf d) (nu_high d) = true /\
  (forall s, In s (nu_serve d) -> serve_ok L s = true /\ words_ok s = true) /\ (forall p, In p (nu_left d) -> left_ok L p = true) /\
  (forall t N, t <= T -> In N (numbers_of L t) -> is_served N t = true) /\ (forall t, T < t < U -> is_served (f L t) t = true) /\
  forall t, T < t <= U + L - 1 -> exists p, In p (nu_left d) /\ lp_depth p = t.
Proof.
  pose proof H as Q. unfold numbersb in Q. rewrite !andb_true_iff in Q. destruct Q as (((((((((A & B) & C) & D) & E) & F) & G) & I) & J) & K).
  rewrite forallb_forall in E, F, G, I, J, K. apply Nat.leb_le in A, B, C. repeat split; auto; try lia.
  - intros t N Ht HN. specialize (I t ltac:(apply in_seq; lia)). rewrite forallb_forall in I. apply I, HN.
  - intros t Ht. apply J, in_seq. lia.
  - intros t Ht. specialize (K t ltac:(apply in_seq; lia)). apply existsb_exists in K as (p & Hp & E'). exists p. split; [exact Hp|].
    apply Nat.eqb_eq, E'.
Qed.

Notation by_tree t N := (served (Z.of_nat L) (Z.of_nat t) N).
(* Words that are listed for the whole tree of depth t. *)
Definition whole_by_words (t N : nat) : Prop := N = f L t /\ exists s, In s (nu_serve d) /\ sv_number s = N /\ sv_depth s = t /\ by_words s = true.

Lemma serve_blocks s : In s (nu_serve d) -> by_words s = false -> by_tree (sv_depth s) (sv_number s).
Proof.
  destruct facts as (H1 & _ & _ & HS & _). intros Hs Hb. apply HS in Hs as [Hs _]. unfold serve_ok, by_words in *.
  destruct (sv_how s) as [x [|b bs]|ws]; [| |discriminate].
  - apply andb_prop in Hs as [Hs _]. apply Nat.eqb_eq in Hs. rewrite Hs. apply served_one; lia.
  - apply andb_prop in Hs as [Ht HN]. apply Nat.eqb_eq in HN. rewrite <- HN. apply open_treeb_sound in Ht.
    eapply proposition_4; [lia|exact Ht].
Qed.
Lemma listed N t : is_served N t = true -> by_tree t N \/ whole_by_words t N.
Proof.
  intros Q. apply existsb_exists in Q as (s & Hs & E). apply andb_prop in E as [E1 E2]. apply Nat.eqb_eq in E1, E2.
  destruct (by_words s) eqn:E3.
  - right. destruct facts as (_ & _ & _ & HS & _). apply HS in Hs as Hw. destruct Hw as [_ Hw]. unfold words_ok in Hw. rewrite E3 in Hw.
    cbn [implb] in Hw. rewrite !andb_true_iff in Hw. destruct Hw as ((Hw & _) & _). apply Nat.eqb_eq in Hw. split; [congruence|].
    exists s. auto.
  - left. rewrite <- E1, <- E2. apply serve_blocks; assumption.
Qed.
Lemma words_facts t N : whole_by_words t N -> by_tree (S t) N /\
  forall p, In p (nu_left d) -> lp_depth p = t + L -> Pruned.total (lp_blocks p) = f L (t + L - 1).
Proof.
  intros (HN & s & Hs & E1 & E2 & E3). destruct facts as (_ & _ & _ & HS & _). apply HS in Hs as Hw. destruct Hw as [_ Hw].
  unfold words_ok in Hw. rewrite E3 in Hw. cbn [implb] in Hw. rewrite !andb_true_iff in Hw. destruct Hw as ((_ & A) & B). split.
  - apply existsb_exists in A as (u & Hu & E). rewrite !andb_true_iff in E. destruct E as ((F1 & F2) & F3). apply Nat.eqb_eq in F1, F2.
    apply negb_true_iff in F3. rewrite <- E1, <- F1. replace (S t) with (sv_depth u) by congruence. apply serve_blocks; assumption.
  - intros p Hp Hd. rewrite forallb_forall in B. apply B in Hp. rewrite E2, Hd, Nat.eqb_refl in Hp. cbn [implb] in Hp.
    apply Nat.eqb_eq in Hp. exact Hp.
Qed.
Lemma raised t N : 1 <= t -> by_tree (t - 1) N -> by_tree t N.
Proof. intros Ht Q. replace (Z.of_nat t) with (Z.of_nat (t - 1) + 1)%Z by lia. apply shift; [lia|exact Q]. Qed.

(* Every number, at every depth that has room for it. *)
Theorem all_numbers : forall t N, 1 <= N <= f L t -> by_tree t N \/ whole_by_words t N.
Proof.
  destruct facts as (H1 & H2 & H3 & _ & HL & HT & HU & HX). pose proof (windowb_solutions L U _ _ (conj (proj1 H1) H2) H3) as HW.
  intros t. induction t as [t IH] using lt_wf_ind. intros N HN.
  destruct (Nat.eq_dec t 0) as [->|Ht0].
  { apply listed, HT; [lia|]. rewrite f_0 in HN. left. lia. }
  destruct (Nat.le_gt_cases N (f L (t - 1))) as [Hlow|Hhigh].
  { left. destruct (IH (t - 1) ltac:(lia) N ltac:(lia)) as [Q|Q]; [apply raised; [lia|exact Q]|].
    apply words_facts in Q as [Q _]. replace (S (t - 1)) with t in Q by lia. exact Q. }
  destruct (Nat.le_gt_cases t T) as [HtT|HtT].
  { apply listed, HT; [exact HtT|]. destruct t as [|k]; [lia|]. cbn [numbers_of]. apply in_seq. replace (S k - 1) with k in Hhigh by lia. lia. }
  destruct (Nat.eq_dec N (f L t)) as [->|Hne].
  { destruct (Nat.lt_ge_cases t U) as [HtU|HtU]; [apply listed, HU; lia|]. left. destruct (HW t HtU) as (s & S1 & _ & <- & _).
    apply solution_served; [lia|exact S1]. }
  left. pose proof (f_step L t ltac:(lia) ltac:(lia)) as Hf.
  destruct (Nat.le_gt_cases t (U + L - 1)) as [HtU|HtU].
  - destruct (HX t ltac:(lia)) as (p & Hp & Ep). pose proof (HL p Hp) as Hok. unfold left_ok in Hok. rewrite Ep in Hok.
    destruct (lp_blocks p) as [|b bs] eqn:Eb; [discriminate|]. apply andb_prop in Hok as [Hok _]. apply andb_prop in Hok as [O1 O2].
    apply open_treeb_sound in O1.
    apply orb_prop in O2. assert (total (b :: bs) <= f L (t - 1) <= S (total (b :: bs))) as HB by (destruct O2 as [O2|O2]; apply Nat.eqb_eq in O2; lia).
    replace N with (total (b :: bs) + (N - total (b :: bs))) by lia. apply (plug (Z.of_nat L) (Z.of_nat t) (Z.of_nat t - Z.of_nat L) b bs); [lia|exact O1|].
    replace (Z.of_nat t - Z.of_nat L)%Z with (Z.of_nat (t - L)) by lia.
    destruct (IH (t - L) ltac:(lia) (N - total (b :: bs)) ltac:(lia)) as [Q|Q]; [exact Q|]. exfalso.
    pose proof (proj1 Q) as EN. apply words_facts in Q as [_ Q]. specialize (Q p Hp ltac:(lia)). rewrite Eb in Q.
    replace (t - L + L - 1) with (t - 1) in Q by lia. lia.
  - destruct (HW (t - 1) ltac:(lia)) as (s & S1 & S2 & S3 & S4). specialize (S4 ltac:(lia)). rewrite <- S2 in S4.
    replace N with (procs_of s + (N - f L (t - 1))) by lia.
    replace (Z.of_nat (t - 1)) with (Z.of_nat t - 1)%Z in S1 by lia.
    apply union_rule; [lia|exact S1|exact S4|]. replace (Z.of_nat t - Z.of_nat L)%Z with (Z.of_nat (t - L)) by lia.
    destruct (IH (t - L) ltac:(lia) (N - f L (t - 1)) ltac:(lia)) as [Q|Q]; [exact Q|]. destruct Q as [Q _]. lia.
Qed.
Theorem all_numbers_stationary t N : 1 <= N <= f L t -> stationary_for L t N.
Proof.
  intros HN. destruct (all_numbers t N HN) as [(ws & A & _ & B)|(E & s & Hs & E1 & E2 & E3)]; [exists ws; auto|].
  destruct facts as (_ & _ & _ & HS & _). apply HS in Hs as [Hs _]. unfold serve_ok, by_words in *. destruct (sv_how s) as [|ws]; [discriminate|].
  apply andb_prop in Hs as [A B]. apply Nat.eqb_eq in B. exists ws. rewrite <- E2. split; [|congruence].
  apply periodicb_periodic in A. apply periodic_1 in A. exact A.
Qed.
Theorem numbers_theorem t N : 1 <= N <= f L t -> possible_once L N (L + t).
Proof. intros HN. apply stationary_for_possible; [apply facts|]. apply all_numbers_stationary, HN. Qed.
End Check.
