(* SPDX-License-Identifier: MIT *)
(* k items, each sent once by the source (THEOREMS.md, sections 10.8 and 12.3): for L = 1 and L >= 3 the
   least time is L + B(N) + k - 1.  The lower bound holds for every L. *)
From Coq Require Import List Arith ZArith Lia Bool.
From Steadycast Require Import Model Tree UpperBound Hall Runs Stationary Every Items.
Import ListNotations.
Close Scope Z_scope.
Open Scope nat_scope.

(* ---- The lower bound. ---- *)
Section Lower.
Variables (L N k T : nat) (Sc : schedule).
Hypothesis HL : 1 <= L.
Hypothesis HB : brings L N k T Sc.
Hypothesis HS : single Sc.
Variable i : nat.
Notation having u := (holders L N Sc (Nat.eqb i) u).

Lemma source_sends s : from_source Sc (Nat.eqb i) s = 0 \/ exists q, Sc None s = Some (q, i).
Proof.
  unfold from_source, sends_one. destruct (Sc None s) as [[q j]|]; [|left; reflexivity].
  destruct (Nat.eqb_spec i j) as [->|]; [right; eauto|left; reflexivity].
Qed.

(* Nobody has an item L steps after the source has not sent it. *)
Lemma not_yet s0 : (forall s, s < s0 -> from_source Sc (Nat.eqb i) s = 0) -> forall u, u < s0 + L -> having u
  = 0.
Proof.
  intros H u. induction u as [u IH] using lt_wf_ind. intros Hu. destruct (Nat.lt_ge_cases u L) as [Hs|Hs].
  - apply (holders_early L N k T); assumption.
  - pose proof (holders_step L N k T Sc (Nat.eqb i) HB (u - L)) as Hstep.
    replace (u - L + L) with u in Hstep by lia.
    rewrite (IH (u - 1)), (IH (u - L)), (H (u - L)) in Hstep by lia. lia.
Qed.

(* Sent once, at s0, an item is with f_d processors at most at s0 + L + d. *)
Lemma spreads s0 q0 d : Sc None s0 = Some (q0, i) -> having (s0 + L + d) <= f L d.
Proof.
  intros E.
  assert (forall s, s <> s0 -> from_source Sc (Nat.eqb i) s = 0) as once.
  { intros s Hs. destruct (source_sends s) as [F|(q & F)]; [exact F|]. exfalso. apply Hs. eapply HS;
    eassumption. }
  assert (forall u, u < s0 + L -> having u = 0) as early by (apply not_yet; intros; apply once; lia).
  induction d as [d IH] using lt_wf_ind.
  pose proof (holders_step L N k T Sc (Nat.eqb i) HB (s0 + d)) as Hstep.
  replace (s0 + d + L) with (s0 + L + d) in Hstep by lia. destruct d as [|d].
  - rewrite (early (s0 + L + 0 - 1)), (early (s0 + 0)) in Hstep by lia. rewrite f_0.
    unfold from_source in Hstep. destruct (sends_one _ _ _ _); lia.
  - rewrite (once (s0 + S d)) in Hstep by lia. replace (s0 + L + S d - 1) with (s0 + L + d) in Hstep by lia.
    pose proof (IH d ltac:(lia)) as H1. rewrite f_S by lia. destruct (Nat.ltb_spec (S d) L).
    + rewrite (early (s0 + S d)) in Hstep by lia. lia.
    + pose proof (IH (S d - L) ltac:(lia)) as H2. replace (s0 + L + (S d - L)) with (s0 + S d) in H2 by lia.
      lia.
Qed.

Lemma filter_all {A} (p : A -> bool) l : (forall x, In x l -> p x = true) -> filter p l = l.
Proof.
  induction l as [|x l IH]; intros H; [reflexivity|]. cbn [filter]. rewrite H by (left; reflexivity). f_equal.
  apply IH. intros y Hy. apply H. right; exact Hy.
Qed.

(* In the end all N have it. *)
Lemma all_have : i < k -> having T = N.
Proof.
  intros Hi. unfold holders. rewrite filter_all; [apply seq_length|].
  intros q Hq. apply in_seq in Hq. apply (has_one_spec L N k T Sc (Nat.eqb i) HB).
  destruct (br_all _ _ _ _ _ HB i q Hi ltac:(lia)) as (a & s & E & Hs). exists a, s, i.
    rewrite Nat.eqb_refl. auto.
Qed.

(* So the source sends it, and not too late. *)
Lemma leaves : 1 <= N -> i < k -> exists s q, Sc None s = Some (q, i) /\ s + L <= T /\ N <= f L (T - L - s).
Proof.
  intros HN Hi. pose proof (all_have Hi) as HT.
  assert (exists s q, s < S T /\ Sc None s = Some (q, i)) as (s & q & _ & E).
  { destruct (existsb (fun s => negb (Nat.eqb (from_source Sc (Nat.eqb i) s) 0)) (seq 0 (S T))) eqn:X.
    - apply existsb_exists in X as (s & Hs & X). apply in_seq in Hs.
      destruct (source_sends s) as [F|(q & F)]; [rewrite F in X; discriminate|]. exists s, q. split;
        [lia|exact F].
    - exfalso. assert (having T = 0) as Z; [|lia]. apply (not_yet (S T)); [|lia]. intros s Hs.
      destruct (source_sends s) as [F|(q & F)]; [exact F|exfalso].
      assert (existsb (fun s => negb (Nat.eqb (from_source Sc (Nat.eqb i) s) 0)) (seq 0 (S T)) = true);
        [|congruence].
      apply existsb_exists. exists s. split; [apply in_seq; lia|]. unfold from_source, sends_one.
      rewrite F, Nat.eqb_refl. reflexivity. }
  assert (s + L <= T) as Hs.
  { destruct (Nat.le_gt_cases (s + L) T); [assumption|]. exfalso. assert (having T = 0) as Z; [|lia].
    apply (not_yet s); [|assumption]. intros s' Hs'. destruct (source_sends s') as [F|(q' & F)]; [exact F|].
    exfalso. rewrite (HS _ _ _ _ _ F E) in Hs'. lia. }
  exists s, q. split; [exact E|split; [exact Hs|]]. rewrite <- HT at 1.
  replace T with (s + L + (T - L - s)) at 1 by lia. eapply spreads; exact E.
Qed.
End Lower.

(* k items that leave the source at different steps: one leaves at k-1 or later. *)
Lemma late_one k (R : nat -> nat -> Prop) : 1 <= k -> (forall i, i < k -> exists s, R i s) ->
  (forall i j s, R i s -> R j s -> i = j) -> exists i s, i < k /\ R i s /\ k - 1 <= s.
Proof.
  intros Hk H1 H2.
  assert (forall n, n <= k -> (exists i s, i < n /\ R i s /\ k - 1 <= s) \/
    exists l, length l = n /\ NoDup l /\ (forall s, In s l -> s < k - 1) /\ (forall s, In s l -> exists i, i
      < n /\ R i s)) as Q.
  { induction n as [|n IH]; intros Hn.
    - right. exists []. repeat split; [constructor|intros s []|intros s []].
    - destruct IH as [(i & s & A & B & C)|(l & A & B & C & D)]; [lia|left; exists i, s; auto with arith|].
      destruct (H1 n Hn) as (s & Hs). destruct (Nat.le_gt_cases (k - 1) s) as [G|G]; [left; exists n, s;
        auto with arith|].
      right. exists (s :: l). cbn [length]. split; [lia|split; [|split]].
      + constructor; [|exact B]. intros F. apply D in F as (i & Hi & F). rewrite (H2 _ _ _ F Hs) in Hi. lia.
      + intros x [<-|Hx]; auto.
      + intros x [<-|Hx]; [eauto|]. destruct (D x Hx) as (i & Hi & F). exists i. auto with arith. }
  destruct (Q k ltac:(lia)) as [(i & s & A & B & C)|(l & A & B & C & _)]; [eauto|exfalso].
  assert (length l <= length (seq 0 (k - 1))) as G.
  { apply NoDup_incl_length; [exact B|]. intros s Hs. apply in_seq. apply C in Hs. lia. }
  rewrite seq_length in G. lia.
Qed.

(* Section 10.8, the lower bound, for every L. *)
Theorem single_lower L N k T : 1 <= L -> 1 <= N -> 1 <= k -> single_possible L N k T ->
  L + k - 1 <= T /\ N <= f L (T - (L + k - 1)).
Proof.
  intros HL HN Hk (S & HB & HS).
  destruct (late_one k (fun i s => exists q, S None s = Some (q, i) /\ s + L <= T /\ N <= f L (T - L - s)))
    as (i & s & Hi & (q & E & Hs & Hf) & Hlate); [exact Hk| | |].
  - intros i Hi. destruct (leaves L N k T S HL HB HS i HN Hi) as (s & q & E). eauto.
  - intros i j s (q & E & _) (q' & F & _). congruence.
  - split; [lia|]. etransitivity; [exact Hf|]. apply f_mono; lia.
Qed.

(* ---- The first k items of a stream. ---- *)
Definition first_items (k : nat) (S0 : schedule) : schedule := fun a s =>
  match S0 a s with Some (q, i) => if i <? k then Some (q, i) else None | None => None end.
Lemma first_items_spec k S0 a s q i : first_items k S0 a s = Some (q, i) <-> S0 a s = Some (q, i) /\ i < k.
Proof.
  unfold first_items. destruct (S0 a s) as [[q' j]|]; [|split; [discriminate|intros [? _]; discriminate]].
  destruct (Nat.ltb_spec j k); split.
  - intros E. injection E as <- <-. auto.
  - intros [E _]. exact E.
  - discriminate.
  - intros [E Hi]. injection E as <- <-. lia.
Qed.

(* The schedule S0 sends each item once from the source: at the step at which it has it, say. *)
Lemma stream_brings L N D k S0 : serves L N D S0 -> 1 <= k -> brings L N k (D + k - 1) (first_items k S0).
Proof.
  intros HS Hk. split.
  - intros a s q i E. apply first_items_spec in E as [E Hi]. apply (sv_range _ _ _ _ HS) in E. auto.
  - intros p s q i E. apply first_items_spec in E as [E Hi]. apply (sv_hold _ _ _ _ HS) in E as (a & s' & E &
    Hs).
    exists a, s'. split; [apply first_items_spec; auto|exact Hs].
  - intros a b s q i j E F. apply first_items_spec in E as [E _], F as [F _].
    exact (sv_recv _ _ _ _ HS _ _ _ _ _ _ E F).
  - intros i q Hi Hq. destruct (sv_all _ _ _ _ HS i q Hq) as (a & s & E & Hs). exists a, s.
    split; [apply first_items_spec; auto|lia].
Qed.
Lemma stream_single k S0 : single S0 -> single (first_items k S0).
Proof. intros H s s' q q' i E F. apply first_items_spec in E as [E _], F as [F _]. eapply H; eassumption. Qed.

(* The source of a stationary schedule sends item s at step s. *)
Lemma stationary_single L t ws : single (Sc L t ws).
Proof.
  assert (forall s q i, Sc L t ws None s = Some (q, i) -> i = s) as Q.
  { intros s q i. apply stream_source. }
  intros s s' q q' i E F. apply Q in E, F. congruence.
Qed.

(* A stream of k items that the source sends once each. *)
Lemma single_upper L N t k ws : 1 <= L -> 1 <= k -> stationary (Z.of_nat L) (Z.of_nat t) ws -> length (concat
  ws) = N ->
  single_possible L N k (L + t + k - 1).
Proof.
  intros HL Hk HW <-. exists (first_items k (Sc L t ws)). split.
  - apply stream_brings; [|exact Hk]. rewrite <- N_sum. apply stationary_serves; assumption.
  - apply stream_single, stationary_single.
Qed.

Lemma single_later L N k T T' : T <= T' -> single_possible L N k T -> single_possible L N k T'.
Proof.
  intros HT (S & [B1 B2 B3 B4] & HS). exists S. split; [|exact HS]. split; auto. intros i q Hi Hq.
  destruct (B4 i q Hi Hq) as (a & s & E & Hs). exists a, s. split; [exact E|lia].
Qed.

(* Section 10.8: L = 1 and L >= 3. *)
Theorem single_least L N k t : L = 1 \/ 3 <= L -> 1 <= N -> 1 <= k ->
  (single_possible L N k (L + t + k - 1) <-> N <= f L t).
Proof.
  intros HL HN Hk. split.
  - intros H. apply single_lower in H as [_ H]; try lia. replace (L + t + k - 1 - (L + k - 1)) with t in H by
    lia. exact H.
  - intros H. destruct (theorem_E_stationary L N t HL (conj HN H)) as (ws & HW & E).
    apply (single_upper L N t k ws); [lia|exact Hk|exact HW|exact E].
Qed.

(* All times that are possible. *)
Theorem single_times L N k T : L = 1 \/ 3 <= L -> 1 <= N -> 1 <= k ->
  (single_possible L N k T <-> L + k - 1 <= T /\ N <= f L (T - (L + k - 1))).
Proof.
  intros HL HN Hk. split; [apply single_lower; lia|]. intros [H1 H2].
  replace T with (L + (T - (L + k - 1)) + k - 1) by lia. apply single_least; assumption.
Qed.
