(* SPDX-License-Identifier: MIT *)
(* Kind prices: numbers that pass a finite check bound all schedules.  Potential largest: the inequalities of Largest.v.
   Potential recomputed: a number for each of the 2^t states, and the condition of Proposition 2 for each transition. *)
From Coq Require Import List Arith ZArith Lia Bool.
From Steadycast Require Import Model Prices Largest.
Import ListNotations.
Open Scope Z_scope.

(* Prices in the order of their values, 0 beyond. *)
Definition price_of (prices : list Z) (w : nat) : Z := nth w prices 0.
Definition valueb (L t v : nat) : bool := (v =? t)%nat || (v + L <=? t)%nat.
Lemma valueb_spec L t v : value L t v -> valueb L t v = true.
Proof. unfold valueb. intros [->|H]; [rewrite Nat.eqb_refl; reflexivity|]. rewrite (proj2 (Nat.leb_le _ _) H). apply orb_true_r. Qed.
Definition pays_enough (prices : list Z) (L : nat) (c gain : Z) (m : nat) : bool :=
  (c <=? gain) && ((m <? L)%nat || (c <=? gain - price_of prices (m - L))).
Lemma pays_enough_spec prices L c gain m : pays_enough prices L c gain m = true -> pays L (price_of prices) c gain m.
Proof.
  unfold pays_enough. rewrite andb_true_iff, orb_true_iff, Nat.ltb_lt, !Z.leb_le. intros [H1 H2]. split; [exact H1|]. intros HL. destruct H2; [lia|assumption].
Qed.
Lemma prices_nonneg prices : forallb (Z.leb 0) prices = true -> forall w, 0 <= price_of prices w.
Proof.
  rewrite forallb_forall. intros H w. unfold price_of. destruct (nth_in_or_default w prices 0) as [Hi| ->]; [|lia]. apply Z.leb_le, H, Hi.
Qed.
Lemma ascending g n : forallb (fun w => g w <=? g (S w)) (seq 0 n) = true -> forall w w', (w <= w')%nat -> (w' <= n)%nat -> g w <= g w'.
Proof.
  rewrite forallb_forall. intros H w w' Hw. induction Hw as [|k Hk IH]; intros Hn; [lia|].
  specialize (IH ltac:(lia)). specialize (H k ltac:(apply in_seq; lia)). apply Z.leb_le in H. lia.
Qed.

Section Largest.
Variables (L t : nat) (prices : list Z) (root c : Z) (singles largests others : list Z).
Definition single (x : nat) : Z := nth x singles 0.
Definition largest (M : nat) : Z := nth (M - 1) largests 0.
Definition other (u : nat) : Z := nth (Nat.min u (t - 2)) others 0.
Definition least (M : nat) : Z :=
  match map (fun u => other u - other (u - 1)) (seq 1 (M - 1)) with [] => 0 | d :: ds => fold_right Z.min d ds end.
Notation lambda := (price_of prices).
Notation price := (price t lambda root).
Notation enough := (pays_enough prices L c).

Definition largestb : bool :=
  (1 <=? L)%nat && forallb (Z.leb 0) prices && forallb (fun w => lambda w <=? lambda (S w)) (seq 0 (t - L)) &&
  (0 <=? other 0) && forallb (fun u => other u <=? other (S u)) (seq 0 (t - 1)) && (0 <=? root) && (0 <=? c) &&
  implb (valueb L t 0) (c <=? price 0) &&
  forallb (fun v => implb (valueb L t v) (enough (price v + single 0 - single (v - 1)) v)) (seq 1 t) &&
  forallb (fun x => implb (valueb L t 0) (enough (price 0 + single x - single (x - 1)) x)) (seq 1 (t - 1)) &&
  forallb (fun M => forallb (fun v => implb (valueb L t v && negb (v =? M)%nat && (2 <=? Nat.max v M)%nat)
    (enough (price v + largest M - largest (Nat.max v M - 1) - before other (Nat.min v M) +
             if Nat.eqb v 0 then least M else other 0) (Nat.max v M))) (seq 0 (S t))) (seq 1 (t - 1)).

Lemma fold_min d ds x : In x (d :: ds) -> fold_right Z.min d ds <= x.
Proof.
  induction ds as [|y ds IH]; cbn [fold_right]; [intros [<-|[]]; lia|]. intros [<-|[<-|H]].
  - specialize (IH (or_introl eq_refl)). lia.
  - lia.
  - specialize (IH (or_intror H)). lia.
Qed.
Lemma least_spec u M : (1 <= u < M)%nat -> least M <= other u - before other u.
Proof.
  intros H. unfold least. destruct (map _ _) as [|d ds] eqn:E.
  - apply map_eq_nil in E. destruct M as [|[|M]]; [lia|lia|discriminate].
  - destruct u as [|u]; [lia|]. apply (fold_min d ds). rewrite <- E. apply in_map_iff. exists (S u).
    cbn [before]. replace (S u - 1)%nat with u by lia. split; [reflexivity|apply in_seq; lia].
Qed.

Theorem largest_checked N : largestb = true -> (1 <= N)%nat -> possible L N (L + t) -> c * Z.of_nat N <= root.
Proof.
  unfold largestb. rewrite !andb_true_iff. intros ((((((((((A0 & A1) & A2) & A3) & A4) & A5) & A6) & A7) & A8) & A9) & A10) HN Hp.
  apply Nat.leb_le in A0. apply Z.leb_le in A3, A5, A6.
  apply (largest_bound L t lambda root c single largest other least); try assumption.
  - apply prices_nonneg, A1.
  - intros w w' Hw Ht. apply (ascending lambda (t - L) A2); lia.
  - intros u Hu. apply (ascending other (t - 1) A4); lia.
  - intros Hv. rewrite (valueb_spec L t 0 Hv) in A7. apply Z.leb_le, A7.
  - intros v H1 Hv. rewrite forallb_forall in A8. specialize (A8 v ltac:(apply in_seq; destruct Hv; lia)).
    rewrite (valueb_spec L t v Hv) in A8. apply pays_enough_spec, A8.
  - intros x H1 Hv. rewrite forallb_forall in A9. specialize (A9 x ltac:(apply in_seq; lia)).
    rewrite (valueb_spec L t 0 Hv) in A9. apply pays_enough_spec, A9.
  - intros u M H1 H2. apply least_spec, H1.
  - intros M v HM Hv Hne Hm. rewrite forallb_forall in A10. specialize (A10 M ltac:(apply in_seq; lia)).
    rewrite forallb_forall in A10. specialize (A10 v ltac:(apply in_seq; destruct Hv; lia)).
    rewrite (valueb_spec L t v Hv), (proj2 (Nat.eqb_neq v M) Hne), (proj2 (Nat.leb_le _ _) Hm) in A10. apply pays_enough_spec, A10.
Qed.
End Largest.

(* A number for each state, in a tree with a level for each value: the left one if the value is not held. *)
Inductive tree := Leaf (x : Z) | Node (without with_ : tree).
Fixpoint look (tr : tree) (bits : list bool) : Z :=
  match tr, bits with
  | Leaf x, _ => x
  | Node a b, bit :: bits => look (if bit then b else a) bits
  | Node _ _, [] => 0
  end.
Fixpoint all_bits (n : nat) (p : list bool -> bool) : bool :=
  match n with O => p [] | S k => all_bits k (fun bits => p (false :: bits)) && all_bits k (fun bits => p (true :: bits)) end.
Lemma all_bits_spec n : forall p, all_bits n p = true -> forall bits, length bits = n -> p bits = true.
Proof.
  induction n as [|n IH]; intros p H bits Hb; cbn [all_bits] in H.
  - destruct bits; [exact H|discriminate].
  - apply andb_prop in H as [H0 H1]. destruct bits as [|[|] bits]; [discriminate| |]; injection Hb as Hb;
      [exact (IH _ H1 bits Hb)|exact (IH _ H0 bits Hb)].
Qed.
Fixpoint put (v : nat) (bits : list bool) : list bool :=
  match v, bits with O, _ :: bits => true :: bits | S v, b :: bits => b :: put v bits | _, [] => [] end.
Lemma put_nth v : forall bits u, (v < length bits)%nat -> nth u (put v bits) false = nth u bits false || Nat.eqb u v.
Proof.
  induction v as [|v IH]; intros [|b bits] u H; cbn [length] in H; try lia.
  - destruct u; cbn; [rewrite orb_true_r; reflexivity|rewrite orb_false_r; reflexivity].
  - destruct u; cbn; [rewrite orb_false_r; reflexivity|]. apply IH. lia.
Qed.
Lemma put_length v : forall bits, length (put v bits) = length bits.
Proof. induction v as [|v IH]; intros [|b bits]; cbn; [reflexivity..|]. rewrite IH. reflexivity. Qed.

Section States.
Variables (L t : nat) (prices : list Z) (root c : Z) (potential : tree).
Notation lambda := (price_of prices).
Notation price := (price t lambda root).

(* The most that can be earned with these values, from value u on. *)
Fixpoint best (u : nat) (bits : list bool) : Z :=
  match bits with
  | [] => 0
  | b :: bits => Z.max (if b && (L <=? u)%nat then lambda (u - L) else 0) (best (S u) bits)
  end.
Definition state_ok (bits : list bool) : bool :=
  forallb (fun v => implb (valueb L t v && negb (nth v bits false) && (nth 0 bits false || (v =? 0)%nat))
    (let after := put v (bits ++ [false]) in
     c + best 0 after <=? price v + look potential (tl after) - look potential bits)) (seq 0 (S t)).
Definition statesb : bool :=
  (1 <=? L)%nat && forallb (Z.leb 0) prices && (0 <=? root) && (0 <=? c) && all_bits t state_ok.

Lemma best_nonneg bits : forall u, 0 <= best u bits.
Proof. induction bits as [|b bits IH]; intros u; cbn [best]; [lia|]. specialize (IH (S u)). lia. Qed.
Lemma best_spec bits : forall u k, nth k bits false = true -> (L <= u + k)%nat -> lambda (u + k - L) <= best u bits.
Proof.
  induction bits as [|b bits IH]; intros u k Hk HL; [destruct k; discriminate|]. cbn [best]. destruct k as [|k].
  - cbn in Hk. subst. rewrite Nat.add_0_r in *. rewrite (proj2 (Nat.leb_le _ _) HL). cbn [andb]. lia.
  - specialize (IH (S u) k Hk ltac:(lia)). replace (S u + k - L)%nat with (u + S k - L)%nat in IH by lia. lia.
Qed.

Definition mem (l : list nat) (u : nat) : bool := existsb (Nat.eqb u) l.
Definition phi_of (l : list nat) : Z := look potential (map (mem l) (seq 0 t)).
Lemma mem_filter (P : nat -> bool) : map (mem (filter P (seq 0 t))) (seq 0 t) = map P (seq 0 t).
Proof.
  apply map_ext_in. intros u Hu. unfold mem. apply eq_true_iff_eq. rewrite existsb_exists. split.
  - intros (x & Hx & E). apply Nat.eqb_eq in E. subst. apply filter_In in Hx. tauto.
  - intros HP. exists u. split; [apply filter_In; auto|apply Nat.eqb_refl].
Qed.
Lemma nth_bits (P : nat -> bool) u : nth u (map P (seq 0 t)) false = if (u <? t)%nat then P u else false.
Proof.
  destruct (Nat.ltb_spec u t).
  - rewrite (nth_indep _ _ (P 0%nat)) by (rewrite map_length, seq_length; assumption). rewrite map_nth, seq_nth by assumption. reflexivity.
  - apply nth_overflow. rewrite map_length, seq_length. assumption.
Qed.

Theorem states_checked N : statesb = true -> (1 <= N)%nat -> possible L N (L + t) -> c * Z.of_nat N <= root.
Proof.
  unfold statesb. rewrite !andb_true_iff. intros ((((A0 & A1) & A2) & A3) & A4) HN [Sc HS].
  apply Nat.leb_le in A0. apply Z.leb_le in A2, A3.
  apply (prices_bound L N t Sc A0 HS HN lambda root c phi_of (prices_nonneg prices A1) A2 A3).
  intros P Q v Hv HPv HPt HQ0 HQ. cbn zeta. unfold phi_of. rewrite !mem_filter.
  set (bits := map P (seq 0 t)). assert (length bits = t) as Hlen by (unfold bits; rewrite map_length, seq_length; reflexivity).
  pose proof (all_bits_spec t state_ok A4 bits Hlen) as H. unfold state_ok in H. rewrite forallb_forall in H.
  assert (v <= t)%nat as Hvt by (destruct Hv; lia). specialize (H v ltac:(apply in_seq; lia)).
  rewrite (valueb_spec L t v Hv) in H. unfold bits in H at 1 2. rewrite !nth_bits in H.
  assert ((if (v <? t)%nat then P v else false) = false) as E1 by (destruct (v <? t)%nat; [exact HPv|reflexivity]). rewrite E1 in H.
  assert ((if (0 <? t)%nat then P 0%nat else false) || (v =? 0)%nat = true) as E2.
  { rewrite HQ, (Nat.eqb_sym 0 v) in HQ0. destruct (Nat.ltb_spec 0 t); [exact HQ0|]. assert (v = 0%nat) by lia. subst. reflexivity. }
  rewrite E2 in H. cbn [negb andb implb] in H. apply Z.leb_le in H. set (after := put v (bits ++ [false])) in *.
  assert (forall u, (u <= t)%nat -> nth u after false = Q u) as Hafter.
  { intros u Hu. unfold after. rewrite put_nth by (rewrite app_length, Hlen; cbn; lia). rewrite HQ. f_equal.
    destruct (Nat.eq_dec u t) as [->|Hne].
    - rewrite app_nth2 by lia. rewrite Hlen, Nat.sub_diag, HPt. reflexivity.
    - rewrite app_nth1 by lia. unfold bits. rewrite nth_bits. destruct (Nat.ltb_spec u t); [reflexivity|lia]. }
  assert (map (fun u => Q (S u)) (seq 0 t) = tl after) as ->.
  { assert (length after = S t) as La by (unfold after; rewrite put_length, app_length, Hlen; cbn; lia).
    assert (length (tl after) = t) as Lt by (destruct after; cbn [tl length] in *; lia).
    apply (nth_ext _ _ false false); [rewrite map_length, seq_length; auto|]. rewrite map_length, seq_length. intros u Hu.
    rewrite (nth_indep _ _ (Q (S 0))) by (rewrite map_length, seq_length; exact Hu).
    rewrite (map_nth (fun u => Q (S u))), seq_nth by exact Hu. cbn [Nat.add]. rewrite <- Hafter by lia.
    destruct after; [discriminate|reflexivity]. }
  pose proof (best_nonneg after 0). split; [lia|]. intros u Hu HQu.
  pose proof (best_spec after 0 u ltac:(rewrite Hafter by lia; exact HQu) ltac:(lia)) as HB. cbn [Nat.add] in HB. lia.
Qed.
End States.
