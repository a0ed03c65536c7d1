(* SPDX-License-Identifier: MIT *)
(* Section 8.5: a stationary schedule is a schedule in the sense of Model.v.  Closed words, each run by as many processors as
   it has positions: a case of Runs.v. *)
From Coq Require Import List ZArith Lia Permutation Bool.
From Steadycast Require Import Model Hall Lists Runs.
Import ListNotations.
Open Scope Z_scope.

Record stationary (L t : Z) (ws : list word) : Prop := {
  st_words : forall w, In w ws -> legal_word L t w;
  st_root : count (is_recv t) (concat ws) = 1%nat;
  st_rest : forall v, 0 <= v -> v <= t - L -> (count (is_recv v) (concat ws) <= count (is_send (v + L)) (concat ws))%nat }.

(* A processor for each position of each word. *)
Definition procs (ws : list word) : list (word * nat) := flat_map (fun w => map (fun o => (w, o)) (seq 0 (length w))) ws.

Lemma procs_length ws : length (procs ws) = length (concat ws).
Proof.
  unfold procs. induction ws as [|w l IH]; [reflexivity|]. unfold word in *. cbn [flat_map concat].
  rewrite !app_length, IH, map_length, seq_length. reflexivity.
Qed.

Lemma procs_In ws w o : In (w, o) (procs ws) -> In w ws /\ (o < length w)%nat.
Proof.
  unfold procs. rewrite in_flat_map. intros (x & Hx & H). apply in_map_iff in H as (k & E & H). injection E as -> ->.
  apply in_seq in H. split; [exact Hx|lia].
Qed.

(* At each time the processors are at all positions. *)
Lemma procs_at_time ws s : Permutation (map (at_time s) (procs ws)) (concat ws).
Proof.
  unfold procs. induction ws as [|w l IH]; [reflexivity|]. cbn [flat_map concat]. rewrite map_app.
  apply Permutation_app; [|exact IH]. rewrite map_map. unfold at_time; cbn [fst snd]. destruct w as [|e w]; [reflexivity|].
  remember (e :: w) as x. transitivity (map (fun k => nth k x dflt) (seq 0 (length x))); [|rewrite nth_map_seq'; reflexivity].
  rewrite <- (map_map (fun o => Nat.modulo (s + o) (length x)) (fun k => nth k x dflt)).
  apply Permutation_map, rotation. subst; cbn; lia.
Qed.

Lemma stationary_runs (L t : nat) ws : stationary (Z.of_nat L) (Z.of_nat t) ws -> legal_runs L t (procs ws).
Proof.
  intros HW. split; [|intros s; rewrite (count_perm _ _ _ (procs_at_time ws s)); apply HW|].
  - intros w o H. apply procs_In in H as [H1 H2]. split; [apply HW, H1|lia].
  - intros s v. rewrite !(count_perm _ _ _ (procs_at_time ws _)). apply (st_rest _ _ _ HW).
Qed.

(* Section 8.5. *)
Theorem stationary_sound (L t : nat) ws : (1 <= L)%nat -> stationary (Z.of_nat L) (Z.of_nat t) ws ->
  possible_once L (length (concat ws)) (L + t).
Proof. intros HL HW. rewrite <- procs_length. apply runs_possible, stationary_runs; assumption. Qed.

(* The schedule of a list of words, by name: what processor q receives and sends at step s. *)
Definition N (ws : list word) : nat := length (procs ws).
Definition now (ws : list word) (q s : nat) : Z * option Z := Runs.now (procs ws) q s.
Definition rv (ws : list word) (q s : nat) : Z := fst (now ws q s).
Definition sv (ws : list word) (q s : nat) : option Z := snd (now ws q s).
Definition Sc (L t : nat) (ws : list word) : schedule := Runs.Sc L t (procs ws).

Section Stream.
Variables (L t : nat) (ws : list word).
Hypothesis HL : (1 <= L)%nat.
Hypothesis HW : stationary (Z.of_nat L) (Z.of_nat t) ws.

Lemma N_sum : N ws = length (concat ws).
Proof. apply procs_length. Qed.
Lemma now_perm s : Permutation (map (fun q => now ws q s) (seq 0 (N ws))) (concat ws).
Proof.
  rewrite <- (procs_at_time ws s). unfold now, Runs.now. rewrite <- (map_map (fun q => nth q (procs ws) ([], 0%nat)) (at_time s)).
  unfold N. rewrite nth_map_seq'. reflexivity.
Qed.
Lemma word_of_row q : (q < N ws)%nat -> exists w o, In w ws /\ (o < length w)%nat /\
  forall s, now ws q s = nth (Nat.modulo (s + o) (length w)) w dflt.
Proof.
  intros Hq. unfold now, Runs.now. pose proof (nth_In (procs ws) ([], 0%nat) Hq) as Hi.
  destruct (nth q (procs ws) ([], 0%nat)) as [w o]. apply procs_In in Hi as [H1 H2]. exists w, o. auto.
Qed.
Lemma stationary_serves : serves L (N ws) (L + t) (Sc L t ws).
Proof. apply runs_serve; [exact HL|apply stationary_runs, HW]. Qed.
Lemma stream_sent a s q i : Sc L t ws a s = Some (q, i) -> (q < N ws)%nat /\
  Z.of_nat i = item L t (rv ws q (s + L)) (s + L) /\ match a with
  | None => rv ws q (s + L) = Z.of_nat t
  | Some p => (p < N ws)%nat /\ sv ws p s = Some (rv ws q (s + L) + Z.of_nat L) /\ True end.
Proof.
  intros H. apply (sent L t (procs ws) HL) in H as (H1 & H2 & H3). repeat split; try assumption. destruct a; [|exact H3].
  destruct H3 as (H3 & H4 & _). auto.
Qed.
Lemma stream_source s q i : Sc L t ws None s = Some (q, i) -> i = s.
Proof. unfold Sc, Runs.Sc. destruct (receivers _ _ _); [discriminate|]. intros H. injection H; auto. Qed.
Lemma stream_delivered q s : (q < N ws)%nat -> 0 <= item L t (rv ws q (s + L)) (s + L) ->
  exists a, Sc L t ws a s = Some (q, Z.to_nat (item L t (rv ws q (s + L)) (s + L))).
Proof. intros Hq Hi. apply (delivered L t (procs ws) HL (stationary_runs L t ws HW) q s); [exact Hq|]. rewrite Z2Nat.id by exact Hi. reflexivity. Qed.
Lemma stationary_once : once (Sc L t ws).
Proof. apply runs_once; [exact HL|apply stationary_runs, HW]. Qed.
End Stream.

