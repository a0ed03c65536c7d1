(* SPDX-License-Identifier: MIT *)
(* L = 2: no stationary schedule for N = 5 at t = 4, nor for N = 8 at t = 5 (THEOREMS.md, 9.6), by another
   proof. As N = f_t, everybody sends an item from its reception on until its value is 2; so a word holds
   one value >= 2 at a time, and all words together have one idle position. Hence few values can be in the
   word of the value t, and in no case does its length divide their sum, as M. Hall's theorem asks. *)
From Coq Require Import List ZArith Lia Permutation Bool.
From Steadycast Require Import Model Tree Hall Lists Runs Stationary Periodic.
Import ListNotations.
Open Scope Z_scope.

(* How often a value u or more is received. *)
Definition above (u : Z) (w : word) : nat := count (fun e => u <=? fst e) w.

Lemma count_positions p (w : word) : count p w = count (fun k => p (nth k w dflt)) (seq 0 (length w)).
Proof. rewrite <- (nth_map_seq' w dflt) at 1. apply count_map. Qed.

(* What is sent as u was received as u or more, and no reception serves two positions. *)
Lemma sent_above L t w u : legal_word L t w -> (count (is_send u) w <= above u w)%nat.
Proof.
  intros LW. unfold above. rewrite (count_positions (is_send u)), (count_positions (fun e => u <=? fst e)).
  unfold count.
  set (A := filter (fun k => is_send u (nth k w dflt)) (seq 0 (length w))).
  set (B := filter (fun k => u <=? fst (nth k w dflt)) (seq 0 (length w))).
  rewrite <- (map_length (fun k => ((k + Z.to_nat (fst (nth k w dflt) - u)) mod length w)%nat) B).
  apply NoDup_incl_length; [apply NoDup_filter, seq_NoDup|].
  intros k Hk. apply filter_In in Hk as [Hk Hs]. apply in_seq in Hk.
  destruct (nth k w dflt) as [v o] eqn:E. unfold is_send in Hs; cbn [snd] in Hs.
  destruct o as [x|]; [|discriminate].
  apply Z.eqb_eq in Hs. subst x.
  assert (nth_error w k = Some (v, Some u)) as HE by (rewrite (nth_error_nth' _ dflt) by lia; congruence).
  destruct (lw_held _ _ _ LW _ _ _ HE) as (_ & d & k' & Hk' & Hd & Hv). rewrite <- rv_nth in Hv.
  apply in_map_iff. exists k'. split.
  - rewrite Hv. replace (Z.to_nat (u + Z.of_nat d - u)) with d by lia. exact Hd.
  - apply filter_In. split; [apply in_seq; lia|]. apply Z.leb_le. lia.
Qed.
Lemma all_sent_above L t ws u : (forall w, In w ws -> legal_word L t w) ->
  (count (is_send u) (concat ws) <= above u (concat ws))%nat.
Proof.
  unfold above. induction ws as [|w ws IH]; intros H; [cbn; lia|]. unfold word in *. cbn [concat].
  rewrite !count_app.
  pose proof (sent_above L t w u (H w (or_introl eq_refl))) as A. unfold above in A.
  specialize (IH (fun x Hx => H x (or_intror Hx))). lia.
Qed.

(* One message a position. *)
Lemma sends_4 (l : word) :
  (count (is_send 2) l + count (is_send 3) l + count (is_send 4) l + count (is_send 5) l <= length l)%nat.
Proof.
  induction l as [|[v [u|]] l IH]; [cbn; lia| |]; rewrite !count_cons; unfold is_send at 1 3 5 7;
    cbn [snd length]; [|lia].
  destruct (Z.eqb_spec u 2), (Z.eqb_spec u 3), (Z.eqb_spec u 4), (Z.eqb_spec u 5); lia.
Qed.

Lemma sumZ_received (w : word) : legal (received w) -> sumZ (received w) mod Z.of_nat (length w) = 0.
Proof.
  intros H. destruct w as [|e w]; [reflexivity|].
  pose proof (hall_necessary (received (e :: w)) ltac:(discriminate) H) as Q.
  unfold received in Q at 2. rewrite map_length in Q. exact Q.
Qed.

Notation recv v := (count (is_recv v)).
Lemma recv_cons v x o l : recv v ((x, o) :: l) = ((if (x =? v)%Z then 1 else 0) + recv v l)%nat.
Proof. exact (count_cons _ (x, o) l). Qed.
Lemma above_cons u x o l : above u ((x, o) :: l) = ((if (u <=? x)%Z then 1 else 0) + above u l)%nat.
Proof. exact (count_cons _ (x, o) l). Qed.

(* Words with the values 0, .., 5 in numbers. *)
Lemma in_numbers (l : word) : (forall e, In e l -> 0 <= fst e <= 5) ->
  (length l = recv 0 l + recv 1 l + recv 2 l + recv 3 l + recv 4 l + recv 5 l /\
   above 2 l = recv 2 l + recv 3 l + recv 4 l + recv 5 l /\ above 3 l = recv 3 l + recv 4 l + recv 5 l /\
   above 4 l = recv 4 l + recv 5 l /\ above 5 l = recv 5 l)%nat /\
  sumZ (received l) = Z.of_nat (recv 1 l) + 2 * Z.of_nat (recv 2 l) + 3 * Z.of_nat (recv 3 l)
    + 4 * Z.of_nat (recv 4 l) + 5 * Z.of_nat (recv 5 l).
Proof.
  induction l as [|[v o] l IH]; intros H; [cbn; lia|]. specialize (IH (fun e He => H e (or_intror He))).
  specialize (H _ (or_introl eq_refl)). cbn [fst] in H. unfold received in *. cbn [map sumZ fst length].
  rewrite !recv_cons, !above_cons.
  assert (v = 0 \/ v = 1 \/ v = 2 \/ v = 3 \/ v = 4 \/ v = 5) as V by lia.
  destruct V as [->|[->|[->|[->|[->| ->]]]]];
    cbn [Z.eqb Z.leb Z.compare Pos.eqb Pos.compare Pos.compare_cont]; lia.
Qed.

Lemma recv_none v (l : word) : (forall e, In e l -> fst e <> v) -> recv v l = 0%nat.
Proof. intros H. apply count_0. intros e He. unfold is_recv. apply Z.eqb_neq, H, He. Qed.

Section Depth.
Variables (t : nat) (ws : list word).
Hypothesis HS : stationary 2 (Z.of_nat t) ws.

Lemma values e : In e (concat ws) -> 0 <= fst e /\ (fst e = Z.of_nat t \/ fst e <= Z.of_nat t - 2).
Proof.
  intros He. apply in_concat in He as (w & Hw & He). apply (lw_value _ _ _ (st_words _ _ _ HS w Hw)).
  apply in_map. exact He.
Qed.
Lemma never v : (forall x, 0 <= x /\ (x = Z.of_nat t \/ x <= Z.of_nat t - 2) -> x <> v) ->
  recv v (concat ws) = 0%nat.
Proof. intros H. apply recv_none. intros e He. apply H, values, He. Qed.

(* The word that receives t, and all the others. *)
Lemma the_word : exists w rest, legal (received w) /\ (0 < recv (Z.of_nat t) w)%nat /\
  (forall p, count p (concat ws) = (count p w + count p (concat rest))%nat) /\
  (length (concat ws) = length w + length (concat rest))%nat /\
  (forall u, (count (is_send u) w <= above u w)%nat) /\
  (forall u, (count (is_send u) (concat rest) <= above u (concat rest))%nat) /\
  (forall e, In e w -> In e (concat ws)) /\ (forall e, In e (concat rest) -> In e (concat ws)).
Proof.
  pose proof (st_root _ _ _ HS) as R. pose proof (st_words _ _ _ HS) as W.
  assert (0 < recv (Z.of_nat t) (concat ws))%nat as P by lia.
  apply count_In in P as (e & He & Hv). apply in_concat in He as (w & Hw & He).
  apply in_split in Hw as (a & b & E). exists w, (a ++ b). rewrite E in W |- *.
  assert (forall p, count p (concat (a ++ w :: b)) = (count p w + count p (concat (a ++ b)))%nat) as C.
  { intros p. unfold word in *. rewrite !concat_app. cbn [concat]. rewrite !count_app. lia. }
  repeat split.
  - apply (lw_legal _ _ _ (W w ltac:(apply in_or_app; right; left; reflexivity))).
  - apply count_In. eauto.
  - exact C.
  - unfold word in *. rewrite !concat_app. cbn [concat]. rewrite !app_length. lia.
  - intros u. apply (sent_above 2 (Z.of_nat t)), W, in_or_app. right; left; reflexivity.
  - intros u. apply (all_sent_above 2 (Z.of_nat t)). intros x Hx. apply W. apply in_app_or in Hx.
    apply in_or_app.
    destruct Hx; [left|right; right]; assumption.
  - intros x Hx. apply in_concat. exists w. split; [apply in_or_app; right; left; reflexivity|exact Hx].
  - intros x Hx. unfold word in *. rewrite concat_app in *. cbn [concat]. rewrite !in_app_iff in *. tauto.
Qed.
End Depth.


Theorem not_stationary_4_5 : ~ stationary_for 2 4 5.
Proof.
  intros (ws & HS & HN). pose proof (st_root _ _ _ HS) as R. pose proof (st_rest _ _ _ HS) as B.
  destruct (the_word 4 ws HS) as (w & rest & Lg & P & C & Ln & Sw & Sr & Iw & Ir).
  assert (forall e, In e (concat ws) -> 0 <= fst e <= 5) as V
    by (intros e He; apply (values 4 ws HS) in He; lia).
  destruct (in_numbers w (fun e He => V e (Iw e He))) as [(W1 & W2 & W3 & W4 & W5) W6].
  destruct (in_numbers (concat rest) (fun e He => V e (Ir e He))) as [(X1 & X2 & X3 & X4 & X5) _].
  pose proof (never 4 ws HS 3 ltac:(lia)) as Z3. pose proof (never 4 ws HS 5 ltac:(lia)) as Z5.
  pose proof (sends_4 w) as Tw. pose proof (sends_4 (concat rest)) as Tr. apply sumZ_received in Lg.
  rewrite W1, W6 in Lg.
  pose proof (B 0 ltac:(lia) ltac:(lia)) as B0. pose proof (B 1 ltac:(lia) ltac:(lia)) as B1.
  pose proof (B 2 ltac:(lia) ltac:(lia)) as B2. clear B.
  cbn [Z.add Pos.add Z.of_nat Pos.of_succ_nat Pos.succ] in *.
  pose proof (C (is_send 2)). pose proof (C (is_send 3)). pose proof (C (is_send 4)).
  pose proof (C (is_send 5)).
  rewrite C in R, Z3, Z5, B0, B1, B2. pose proof (Sw 2). pose proof (Sw 3). pose proof (Sw 4).
  pose proof (Sw 5).
  pose proof (Sr 2). pose proof (Sr 3). pose proof (Sr 4). pose proof (Sr 5).
  assert (recv 3 w = 0 /\ recv 5 w = 0 /\ recv 4 w = 1 /\ recv 2 w <= 1 /\ recv 1 w <= 1 /\ recv 0 w <= 2 /\
    recv 2 w + 3 <= length w <= recv 2 w + 4)%nat as (Y3 & Y5 & Y4 & Y2 & Y1 & Y0 & Y) by lia.
  rewrite Y3, Y4, Y5 in *. clear - Lg Y Y2 Y1 Y0 W1.
  destruct (recv 2 w) as [|[|]], (recv 1 w) as [|[|]], (recv 0 w) as [|[|[|]]];
    first [vm_compute in Lg; discriminate|lia].
Qed.

Theorem not_stationary_5_8 : ~ stationary_for 2 5 8.
Proof.
  intros (ws & HS & HN). pose proof (st_root _ _ _ HS) as R. pose proof (st_rest _ _ _ HS) as B.
  destruct (the_word 5 ws HS) as (w & rest & Lg & P & C & Ln & Sw & Sr & Iw & Ir).
  assert (forall e, In e (concat ws) -> 0 <= fst e <= 5) as V
    by (intros e He; apply (values 5 ws HS) in He; lia).
  destruct (in_numbers w (fun e He => V e (Iw e He))) as [(W1 & W2 & W3 & W4 & W5) W6].
  destruct (in_numbers (concat rest) (fun e He => V e (Ir e He))) as [(X1 & X2 & X3 & X4 & X5) _].
  pose proof (never 5 ws HS 4 ltac:(lia)) as Z4.
  pose proof (sends_4 w) as Tw. pose proof (sends_4 (concat rest)) as Tr. apply sumZ_received in Lg.
  rewrite W1, W6 in Lg.
  pose proof (B 0 ltac:(lia) ltac:(lia)) as B0. pose proof (B 1 ltac:(lia) ltac:(lia)) as B1.
  pose proof (B 2 ltac:(lia) ltac:(lia)) as B2. pose proof (B 3 ltac:(lia) ltac:(lia)) as B3. clear B.
  cbn [Z.add Pos.add Z.of_nat Pos.of_succ_nat Pos.succ] in *.
  pose proof (C (is_send 2)). pose proof (C (is_send 3)). pose proof (C (is_send 4)).
  pose proof (C (is_send 5)).
  rewrite C in R, Z4, B0, B1, B2, B3. pose proof (Sw 2). pose proof (Sw 3). pose proof (Sw 4).
  pose proof (Sw 5).
  pose proof (Sr 2). pose proof (Sr 3). pose proof (Sr 4). pose proof (Sr 5).
  assert (recv 4 w = 0 /\ recv 5 w = 1 /\ recv 3 w <= 1 /\ recv 2 w <= 1 /\ recv 1 w <= 2 /\ recv 0 w <= 3 /\
    2 * recv 3 w + recv 2 w + 4 <= length w <= 2 * recv 3 w + recv 2 w + 5)%nat
    as (Y4 & Y5 & Y3 & Y2 & Y1 & Y0 & Y) by lia.
  rewrite Y4, Y5 in *. clear - Lg Y Y3 Y2 Y1 Y0 W1.
  destruct (recv 3 w) as [|[|]], (recv 2 w) as [|[|]], (recv 1 w) as [|[|[|]]], (recv 0 w) as [|[|[|[|]]]];
    first [vm_compute in Lg; discriminate|lia].
Qed.
