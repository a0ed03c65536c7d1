(* SPDX-License-Identifier: MIT *)
(* L = 2 (THEOREMS.md, section 9.8): streams that have an endgame for two items. It is enough that each
   processor always has two items or more that are on their way, the second one received at this step or the
   one before, that it sends the largest value held, and that one value 0 more is sent than received. *)
From Coq Require Import List Arith ZArith Lia Bool Permutation.
From Steadycast Require Import Model Hall Lists Runs Stationary Endgame EndgameColours.
Import ListNotations.
Close Scope Z_scope.
Open Scope nat_scope.

(* d steps after position k' of a word of length n comes position k. *)
Definition after (n k' d k : nat) : Prop := k' < n /\ (k' + d) mod n = k.

Record two_balls (w : word) : Prop := {
  tb_positive : forall k, k < length w -> (1 <= nth k (received w) 0)%Z ->
    exists k' d, after (length w) k' d k /\ 1 <= d /\ (Z.of_nat d + 1 <= nth k' (received w) 0)%Z;
  tb_zero : forall k, k < length w -> nth k (received w) 0%Z = 0%Z ->
    (exists k', after (length w) k' 1 k /\ (2 <= nth k' (received w) 0)%Z) /\
    (exists k' d, after (length w) k' d k /\ 2 <= d /\ (Z.of_nat d + 1 <= nth k' (received w) 0)%Z);
  tb_largest : forall k u, snd (nth k w dflt) = Some u ->
    forall k' d, after (length w) k' d k -> (nth k' (received w) 0 - Z.of_nat d <= u)%Z }.

Lemma mod_back n a b d k : b < n -> (b + d) mod n = k -> (a + d) mod n = k -> a mod n = b.
Proof.
  intros Hb H1 H2. assert (n <> 0) as Hn by lia. rewrite <- H2 in H1. clear H2 k.
  pose proof (Nat.div_mod (b + d) n Hn) as D1. pose proof (Nat.div_mod (a + d) n Hn) as D2. rewrite H1 in D1.
  set (x := (b + d) / n) in *. set (y := (a + d) / n) in *. set (r := (a + d) mod n) in *. clearbody x y r.
  assert ((Z.of_nat a = Z.of_nat b + (Z.of_nat y - Z.of_nat x) * Z.of_nat n)%Z) as E by nia.
  apply Nat2Z.inj. rewrite Nat2Z.inj_mod, E, Z.mod_add by lia. apply Z.mod_small. lia.
Qed.

Lemma find_first (P : nat -> bool) n : forall a z, a <= z < a + n -> P z = true ->
  exists y, find P (seq a n) = Some y /\ y <= z /\ P y = true.
Proof.
  induction n as [|n IH]; intros a z Hz Pz; [lia|]. cbn [seq find]. destruct (P a) eqn:E.
  - exists a. repeat split; [lia|exact E].
  - apply IH; [|exact Pz]. assert (z <> a) by congruence. lia.
Qed.

Section Ends.
Variables (t : nat) (ws : list word).
Hypothesis Ht : 2 <= t.
Hypothesis HW : stationary 2 (Z.of_nat t) ws.
Hypothesis Hne : forall w, In w ws -> w <> [].
Hypothesis HB : forall w, In w ws -> two_balls w.
Hypothesis Hzeros : count (is_send 2) (concat ws) = count (is_recv 0) (concat ws) + 1.
Notation n := (N ws).
Notation U := (t - 1).
Notation cnt := (cnt n).

(* At y processor q would receive an item that does not exist. *)
Definition slot (q y : nat) : bool := (Z.of_nat t + 2 <=? rv ws q y + Z.of_nat y)%Z.
Definition first (q : nat) : nat := match find (slot q) (seq 0 (t + 2)) with Some y => y | None => 0 end.
Definition second (q : nat) : nat := if (rv ws q (t + 1) =? 0)%Z then U + 1 else U + 2.

Lemma HW2 : stationary (Z.of_nat 2) (Z.of_nat t) ws. Proof. exact HW. Qed.
Lemma HL2 : 1 <= 2. Proof. lia. Qed.

Lemma rv_range q y : q < n -> (0 <= rv ws q y <= Z.of_nat t)%Z.
Proof. intros Hq. pose proof (rv_bound 2 t (procs ws) HL2 (stationary_runs 2 t ws HW2) q y Hq). unfold rv, now. lia. Qed.

Lemma slot_late q y : q < n -> slot q y = true -> 2 <= y.
Proof. intros Hq H. apply Z.leb_le in H. pose proof (rv_range q y Hq). lia. Qed.

Lemma first_spec q y : y <= t + 1 -> slot q y = true -> first q <= y /\ slot q (first q) = true.
Proof.
  intros Hy H. destruct (find_first (slot q) (t + 2) 0 y ltac:(lia) H) as (z & E & H1 & H2).
  unfold first. rewrite E. auto.
Qed.

(* The word of a processor, at two times. *)
Lemma row q : q < n -> exists w o, In w ws /\ o < length w /\ (forall s, now ws q s = nth ((s + o) mod length
  w) w dflt) /\
  (forall s, rv ws q s = nth ((s + o) mod length w) (received w) 0%Z).
Proof.
  intros Hq. destruct (word_of_row ws q Hq) as (w & o & Hw & Ho & E). exists w, o. repeat split;
    [exact Hw|exact Ho|exact E|].
  intros s. unfold rv. rewrite E, rv_nth. reflexivity.
Qed.

Lemma two_slots q : q < n -> (exists y, y < second q /\ slot q y = true) /\ slot q (second q) = true.
Proof.
  intros Hq. destruct (row q Hq) as (w & o & Hw & Ho & E1 & E2). pose proof (rv_range q (t + 1) Hq) as Hr.
  set (k := (t + 1 + o) mod length w). assert (k < length w) as Hk by (apply Nat.mod_upper_bound; lia).
  assert (forall k' d, after (length w) k' d k -> (Z.of_nat d + 1 <= nth k' (received w) 0)%Z ->
    d <= t + 1 /\ rv ws q (t + 1 - d) = nth k' (received w) 0%Z) as back.
  { intros k' d [H1 H2] H3. assert (d <= t + 1) as Hd.
    { pose proof (lw_value _ _ _ (st_words _ _ _ HW w Hw) (nth k' (received w) 0%Z)) as B.
      assert (In (nth k' (received w) 0%Z) (received w)) as Hin by (apply nth_In; unfold received;
        rewrite map_length; exact H1).
      specialize (B Hin). lia. }
    split; [exact Hd|]. rewrite E2. f_equal. apply (mod_back (length w) _ k' d k H1 H2).
    replace (t + 1 - d + o + d) with (t + 1 + o) by lia. reflexivity. }
  assert (rv ws q (t + 1) = nth k (received w) 0%Z) as Er by apply E2.
  unfold second. destruct (Z.eqb_spec (rv ws q (t + 1)) 0) as [Z0|Z0].
  - rewrite Er in Z0. destruct (tb_zero w (HB w Hw) k Hk Z0) as [(k1 & A1 & A2) (k2 & d2 & B1 & B2 & B3)].
    destruct (back k1 1 A1 ltac:(lia)) as [C1 C2]. destruct (back k2 d2 B1 B3) as [D1 D2]. split.
    + exists (t + 1 - d2). split; [lia|]. apply Z.leb_le. rewrite D2. lia.
    + replace (U + 1) with (t + 1 - 1) by lia. apply Z.leb_le. rewrite C2. lia.
  - rewrite Er in Z0, Hr. destruct (tb_positive w (HB w Hw) k Hk ltac:(lia)) as (k2 & d2 & B1 & B2 & B3).
    destruct (back k2 d2 B1 B3) as [D1 D2]. split.
    + exists (t + 1 - d2). split; [lia|]. apply Z.leb_le. rewrite D2. lia.
    + replace (U + 2) with (t + 1) by lia. apply Z.leb_le. rewrite Er. lia.
Qed.

Lemma second_two q : second q = U + 1 \/ second q = U + 2.
Proof. unfold second. destruct (_ =? _)%Z; auto. Qed.

Lemma first_second q : q < n -> 2 <= first q /\ first q < second q /\ slot q (first q) = true.
Proof.
  intros Hq. destruct (two_slots q Hq) as [(y & Hy & H) _]. pose proof (second_two q).
  destruct (first_spec q y ltac:(lia) H) as [F1 F2]. repeat split; [eapply slot_late;
    eassumption|lia|exact F2].
Qed.

(* From the first slot on what is sent is an item that does not exist. *)
Lemma sends_late p s u : p < n -> first p <= s -> sv ws p s = Some u -> (Z.of_nat t + 2 <= u + Z.of_nat s)%Z.
Proof.
  intros Hp Hs Hu. destruct (first_second p Hp) as (F1 & F2 & F3). apply Z.leb_le in F3.
  destruct (row p Hp) as (w & o & Hw & Ho & E1 & E2). unfold sv in Hu. rewrite E1 in Hu.
  pose proof (tb_largest w (HB w Hw) _ u Hu ((first p + o) mod length w) (s - first p)) as H.
  rewrite E2 in F3. assert (after (length w) ((first p + o) mod length w) (s - first p) ((s + o) mod length
    w)) as A.
  { split; [apply Nat.mod_upper_bound; lia|]. rewrite Nat.add_mod_idemp_l by lia. f_equal. lia. }
  specialize (H A). lia.
Qed.

(* Who sends such an item has had a slot. *)
Lemma late_senders p s u : p < n -> sv ws p s = Some u -> (Z.of_nat t + 2 <= u + Z.of_nat s)%Z -> s <= t + 1
  -> first p <= s.
Proof.
  intros Hp Hu Hlate Hs. destruct (row p Hp) as (w & o & Hw & Ho & E1 & E2). unfold sv in Hu.
    rewrite E1 in Hu.
  set (k := (s + o) mod length w) in *. assert (k < length w) as Hk by (apply Nat.mod_upper_bound; lia).
  pose proof (st_words _ _ _ HW w Hw) as LW.
  destruct (lw_held _ _ _ LW k (fst (nth k w dflt)) u) as (_ & d & k' & H1 & H2 & H3).
  { rewrite (nth_error_nth' _ dflt Hk). f_equal. rewrite <- Hu. destruct (nth k w dflt); reflexivity. }
  assert (nth k' (received w) 0 <= Z.of_nat t)%Z as Hv.
  { assert (In (nth k' (received w) 0%Z) (received w)) as Hin by (apply nth_In; unfold received;
    rewrite map_length; exact H1).
    apply (lw_value _ _ _ LW) in Hin. lia. }
  assert (d <= s) as Hd by lia.
  assert (rv ws p (s - d) = u + Z.of_nat d)%Z as Er.
  { rewrite E2, <- H3. f_equal. apply (mod_back (length w) _ k' d k H1 H2). unfold k. f_equal. lia. }
  destruct (first_spec p (s - d)) as [F _]; [lia|apply Z.leb_le; rewrite Er; lia|lia].
Qed.

(* ---- How many there are. ---- *)
Lemma count_rows (P : Z * option Z -> bool) s : count P (concat ws) = cnt (fun q => P (now ws q s)).
Proof. rewrite <- (count_perm _ _ _ (now_perm ws s)), count_map. reflexivity. Qed.

Lemma cnt_le (P Q : nat -> bool) : (forall q, q < n -> P q = true -> Q q = true) -> cnt P <= cnt Q.
Proof.
  intros H. unfold EndgameColours.cnt, count. apply NoDup_incl_length; [apply NoDup_filter, seq_NoDup|].
    intros q Hq.
  apply filter_In in Hq as [H1 H2]. apply filter_In. split; [exact H1|]. apply H; [apply in_seq in H1;
    lia|exact H2].
Qed.

Definition recv_from (c : nat) (x : Z * option Z) : bool := (Z.of_nat c <=? fst x)%Z.
Definition send_from (c : nat) (x : Z * option Z) : bool := match snd x with Some u => (Z.of_nat c <=? u)%Z |
  None => false end.

Lemma recv_from_step c l : count (recv_from c) l = count (is_recv (Z.of_nat c)) l + count (recv_from (S c)) l.
Proof.
  induction l as [|[a b] l IH]; [reflexivity|]. rewrite !count_cons, IH. unfold recv_from, is_recv. cbn [fst].
  destruct (Z.leb_spec (Z.of_nat c) a), (Z.eqb_spec a (Z.of_nat c)), (Z.leb_spec (Z.of_nat (S c)) a); lia.
Qed.
Lemma send_from_step c l : count (send_from c) l = count (is_send (Z.of_nat c)) l + count (send_from (S c)) l.
Proof.
  induction l as [|[a [b|]] l IH]; [reflexivity| |]; rewrite !count_cons, IH; unfold send_from, is_send;
    cbn [snd]; [|lia].
  destruct (Z.leb_spec (Z.of_nat c) b), (Z.eqb_spec b (Z.of_nat c)), (Z.leb_spec (Z.of_nat (S c)) b); lia.
Qed.

(* The values c and more come from the values c + 2 and more, and from the source. *)
Lemma received_sent m : m <= t -> count (recv_from (t - m)) (concat ws) <= count (send_from (t - m + 2))
  (concat ws) + 1.
Proof.
  assert (count (recv_from (S t)) (concat ws) = 0) as Z0.
  { apply count_0. intros x Hx. apply in_concat in Hx as (w & Hw & Hx). unfold recv_from.
    assert (In (fst x) (received w)) as Hin by (apply in_map; exact Hx).
    apply (lw_value _ _ _ (st_words _ _ _ HW w Hw)) in Hin. apply Z.leb_gt. lia. }
  assert (count (is_recv (Z.of_nat (t - 1))) (concat ws) = 0) as Z1.
  { apply count_0. intros x Hx. apply in_concat in Hx as (w & Hw & Hx). unfold is_recv.
    assert (In (fst x) (received w)) as Hin by (apply in_map; exact Hx).
    apply (lw_value _ _ _ (st_words _ _ _ HW w Hw)) in Hin. apply Z.eqb_neq. lia. }
  pose proof (st_root _ _ _ HW) as R. induction m as [|m IH]; intros Hm.
  - rewrite Nat.sub_0_r, recv_from_step, Z0, R. lia.
  - rewrite recv_from_step, send_from_step. replace (S (t - S m)) with (t - m) by lia.
    replace (S (t - S m + 2)) with (t - m + 2) by lia.
    specialize (IH ltac:(lia)). destruct m as [|m]; [rewrite Z1; lia|].
    pose proof (st_rest _ _ _ HW (Z.of_nat (t - S (S m))) ltac:(lia) ltac:(lia)) as B.
    replace (Z.of_nat (t - S (S m)) + 2)%Z with (Z.of_nat (t - S (S m) + 2)) in B by lia. lia.
Qed.

Lemma slots_few y : 2 <= y <= t + 1 -> cnt (fun q => slot q y) <= started n first (y - 2) + 1.
Proof.
  intros Hy. transitivity (count (recv_from (t - (y - 2))) (concat ws)).
  - rewrite (count_rows _ y). apply cnt_le. intros q Hq H. apply Z.leb_le in H. apply Z.leb_le.
    unfold rv in H. lia.
  - etransitivity; [apply received_sent; lia|]. apply Nat.add_le_mono_r. rewrite (count_rows _ (y - 2)).
    apply cnt_le.
    intros q Hq H. apply Nat.leb_le. unfold send_from in H. destruct (snd (now ws q (y - 2))) as [u|] eqn:E;
      [|discriminate].
    apply Z.leb_le in H. apply (late_senders q (y - 2) u Hq E); lia.
Qed.

Lemma start_slots y : starting n first y <= cnt (fun q => slot q y).
Proof.
  apply cnt_le. intros q Hq H. apply Nat.eqb_eq in H. destruct (first_second q Hq) as (_ & _ & F).
    rewrite H in F. exact F.
Qed.

(* At T-1 one more has its first slot than its second one. *)
Lemma early_zeros : early n U second = count (is_recv 0) (concat ws).
Proof.
  rewrite (count_rows _ (t + 1)). apply count_seq_ext. intros q _. unfold second, is_recv.
    fold (rv ws q (t + 1)).
  destruct (rv ws q (t + 1) =? 0)%Z, (Nat.eqb_spec (U + 1) (U + 1)), (Nat.eqb_spec (U + 2) (U + 1));
    try lia; reflexivity.
Qed.
Lemma cnt_all : cnt (fun _ => true) = n.
Proof.
  unfold EndgameColours.cnt. transitivity (length (seq 0 n)); [|apply seq_length]. generalize (seq 0 n) as l.
    unfold count.
  induction l as [|x l IH]; cbn; congruence.
Qed.
Lemma started_all : started n first U + starting n first (U + 1) = n.
Proof.
  transitivity (cnt (fun _ => true)); [|apply cnt_all]. unfold started, starting, EndgameColours.cnt.
    rewrite <- count_or.
  - apply count_ext. intros q Hq. apply in_seq in Hq. destruct (first_second q ltac:(lia)) as (F1 & F2 & _).
    pose proof (second_two q).
    destruct (Nat.leb_spec (first q) U), (Nat.eqb_spec (first q) (U + 1)); try lia; reflexivity.
  - intros q _ H. apply Nat.leb_le in H. destruct (Nat.eqb_spec (first q) (U + 1)); [lia|reflexivity].
Qed.
Lemma last_start : starting n first (U + 1) = early n U second + 1.
Proof.
  apply Nat.le_antisymm.
  - pose proof (slots_few (t + 1) ltac:(lia)) as H. replace (t + 1 - 2) with U in H by lia.
    pose proof started_all as A. assert (n <= cnt (fun q => slot q (t + 1)) + early n U second) as B; [|lia].
    transitivity (cnt (fun _ => true)); [rewrite cnt_all; apply Nat.le_refl|].
      rewrite early_zeros, (count_rows _ (t + 1)). unfold EndgameColours.cnt. rewrite <- count_or.
    + apply cnt_le. intros q Hq _. unfold is_recv. fold (rv ws q (t + 1)). pose proof (rv_range q (t + 1) Hq).
      destruct (Z.eqb_spec (rv ws q (t + 1)) 0); [apply orb_true_r|]. apply orb_true_intro. left.
        apply Z.leb_le. lia.
    + intros q _ H1. apply Z.leb_le in H1. unfold is_recv. fold (rv ws q (t + 1)). apply Z.eqb_neq. lia.
  - rewrite early_zeros, <- Hzeros, (count_rows _ U). apply cnt_le. intros q Hq H. apply Nat.eqb_eq.
    unfold is_send in H. fold (sv ws q U) in H. destruct (sv ws q U) as [u|] eqn:E; [|discriminate].
      apply Z.eqb_eq in H. subst u.
    destruct (first_second q Hq) as (F1 & F2 & _). pose proof (second_two q).
    destruct (Nat.le_gt_cases (first q) U) as [G|G]; [|lia]. pose proof (sends_late q U 2 Hq G E). lia.
Qed.
Lemma enough_before : 2 * early n U second <= started n first (U - 1).
Proof.
  pose proof (slots_few (U + 1) ltac:(lia)) as H. replace (U + 1 - 2) with (U - 1) in H by lia.
  assert (starting n first (U + 1) + early n U second <= cnt (fun q => slot q (U + 1))) as B;
    [|rewrite last_start in B; lia].
  unfold starting, early, EndgameColours.cnt. rewrite <- count_or.
  - apply cnt_le. intros q Hq G. destruct (first_second q Hq) as (_ & _ & F).
    destruct (two_slots q Hq) as [_ F'].
    apply orb_prop in G as [G|G]; apply Nat.eqb_eq in G; rewrite <- G; assumption.
  - intros q Hq G. apply in_seq in Hq. apply Nat.eqb_eq in G. destruct (first_second q ltac:(lia)) as (_ & F
    & _). apply Nat.eqb_neq. lia.
Qed.

(* The endgame, for every number of items. *)
Theorem two_items_end z : items_possible 2 (length (concat ws)) (z + 2) (z + (t + 1)).
Proof.
  destruct (two_items_exist n U first second) as (X & HX & Hslots).
  - intros q Hq. destruct (first_second q Hq) as (F1 & F2 & _). lia.
  - intros q _. apply second_two.
  - intros y Hy. etransitivity; [apply start_slots|]. apply slots_few. lia.
  - apply last_start.
  - apply enough_before.
  - lia.
  - rewrite <- N_sum. apply (stream_ends 2 t 2 (t + 1) ws X); [lia|lia|exact HW2| | |].
    + replace (t + 1) with (U + 2) by lia. exact HX.
    + intros a s q c E. apply Hslots in E as (Hq & Hs & Hu & Ha). split.
      * assert (slot q (s + 2) = true) as F.
        { destruct (first_second q Hq) as (_ & _ & F). destruct (two_slots q Hq) as [_ F'].
          destruct Hs as [->| ->]; assumption. }
        apply Z.leb_le in F. lia.
      * destruct a as [p|]; [|exact I]. destruct Ha as [Hp Ha]. destruct (sv ws p s) as [u|] eqn:Eu;
        [|exact I].
        pose proof (sends_late p s u Hp Ha Eu). lia.
    + exact Hne.
Qed.
End Ends.
