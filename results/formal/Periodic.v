(* SPDX-License-Identifier: MIT *)
(* Periodic schedules (THEOREMS.md, 8.5, second paragraph), for every L. A closed word whose length is a
   multiple of T is run by length / T processors that begin at the times 0, T, 2T, ..; what is received and
   what is sent is compared for each remainder of the time modulo T. Main results: periodic_sound, and
   periodicb_sound, the same by a computation. The schedule is that of Runs.v. T = 1 is the
   stationary case of Stationary.v (periodic_1). *)
From Coq Require Import List ZArith Lia Permutation Bool.
From Steadycast Require Import Model Tree Hall Lists Runs Stationary.
Import ListNotations.
Open Scope Z_scope.

(* The positions of a word that are taken at the times that leave the remainder r. *)
Definition class (T r : nat) (w : word) : word :=
  map (fun o => nth (r + o * T)%nat w dflt) (seq 0 (length w / T)).

Record periodic (T L : nat) (t : Z) (ws : list word) : Prop := {
  pe_period : (1 <= T)%nat;
  pe_words : forall w, In w ws -> legal_word (Z.of_nat L) t w;
  pe_length : forall w, In w ws -> (length w mod T = 0)%nat;
  pe_root : forall r, (r < T)%nat -> count (is_recv t) (flat_map (class T r) ws) = 1%nat;
  pe_rest : forall r v, (r < T)%nat -> 0 <= v -> v <= t - Z.of_nat L ->
    (count (is_recv v) (flat_map (class T ((r + L) mod T)) ws)
     <= count (is_send (v + Z.of_nat L)) (flat_map (class T r) ws))%nat }.

Section Processors.
Variables (T : nat) (ws : list word).
Hypothesis HT : (1 <= T)%nat.
Hypothesis Hlen : forall w, In w ws -> (length w mod T = 0)%nat.

Definition runners : list (word * nat) :=
  flat_map (fun w => map (fun o => (w, (o * T)%nat)) (seq 0 (length w / T))) ws.

(* length / T processors run a word. *)
Lemma runners_length : length runners = list_sum (map (fun w => (length w / T)%nat) ws).
Proof.
  unfold runners. clear. induction ws as [|w l IH]; [reflexivity|]. unfold word in *.
  cbn [flat_map map list_sum fold_right].
  rewrite app_length, IH, map_length, seq_length. reflexivity.
Qed.

Lemma runners_In w o : In (w, o) runners -> In w ws /\ (0 < length w)%nat.
Proof.
  unfold runners. rewrite in_flat_map. intros (x & Hx & H). apply in_map_iff in H as (k & E & H).
  injection E as -> _. apply in_seq in H. split; [exact Hx|].
  destruct w; [rewrite Nat.div_0_l in H by lia; lia|cbn; lia].
Qed.

Lemma mod_block r b m : (r < T)%nat -> (0 < m)%nat -> ((r + b * T) mod (m * T) = r + (b mod m) * T)%nat.
Proof.
  intros Hr Hm. rewrite (Nat.div_mod b m) at 1 by lia.
  replace (r + (m * (b / m) + b mod m) * T)%nat with (r + b mod m * T + b / m * (m * T))%nat by lia.
  pose proof (Nat.mod_upper_bound b m ltac:(lia)). rewrite Nat.mod_add by nia. apply Nat.mod_small. nia.
Qed.

(* At time s the processors of one word are at the positions of the class of s. *)
Lemma one_word w s : (length w mod T = 0)%nat ->
  Permutation (map (fun o => at_time s (w, (o * T)%nat)) (seq 0 (length w / T))) (class T (s mod T) w).
Proof.
  intros H. unfold class, at_time; cbn [fst snd]. set (m := (length w / T)%nat).
  assert (length w = m * T)%nat as E by (pose proof (Nat.div_mod (length w) T ltac:(lia)); unfold m; lia).
  destruct m as [|m']; [reflexivity|]. set (n := S m') in *.
  transitivity (map (fun j => nth (s mod T + j * T)%nat w dflt)
    (map (fun o => (s / T + o) mod n)%nat (seq 0 n))).
  - rewrite map_map. erewrite map_ext; [reflexivity|]. intros o. cbn beta. f_equal. rewrite E.
    rewrite <- mod_block; [|apply Nat.mod_upper_bound; lia|unfold n; lia]. f_equal.
    rewrite (Nat.div_mod s T) at 1 by lia. lia.
  - apply Permutation_map, rotation. unfold n; lia.
Qed.

(* So are all processors. *)
Lemma runners_at_time s : Permutation (map (at_time s) runners) (flat_map (class T (s mod T)) ws).
Proof.
  unfold runners. revert Hlen. clear - HT. induction ws as [|w l IH]; intros Hlen; [reflexivity|].
  cbn [flat_map]. rewrite map_app. apply Permutation_app; [|apply IH; intros; apply Hlen; right; assumption].
  rewrite map_map. apply one_word. apply Hlen. left; reflexivity.
Qed.
End Processors.

(* Section 8.5, second paragraph. *)
Theorem periodic_sound (T L t : nat) ws : (1 <= L)%nat -> periodic T L (Z.of_nat t) ws ->
  possible_once L (list_sum (map (fun w => (length w / T)%nat) ws)) (L + t).
Proof.
  intros HL [HT HW Hlen Hroot Hrest]. rewrite <- runners_length. apply runs_possible; [exact HL|].
  assert (forall p s, count p (map (at_time s) (runners T ws)) = count p (flat_map (class T (s mod T)) ws)) as C.
  { intros p s. apply count_perm, runners_at_time; assumption. }
  split.
  - intros w o H. apply runners_In in H as [H1 H2]; auto.
  - intros s. rewrite C. apply Hroot, Nat.mod_upper_bound. lia.
  - intros s v H0 H1. rewrite !C, <- (Nat.add_mod_idemp_l s L T) by lia.
    apply Hrest; [apply Nat.mod_upper_bound; lia|assumption|assumption].
Qed.

(* The same, computed. *)
(* Looking back from position p, at most `fuel` steps: the value u there, u + 1 one step before, .. *)
Fixpoint look_back (w : word) (fuel p : nat) (u : Z) : bool :=
  (fst (nth p w dflt) =? u) ||
  match fuel with
  | O => false
  | S fuel => look_back w fuel (match p with O => length w - 1 | S q => q end)%nat (u + 1)
  end.
Definition heldb (L t : nat) (w : word) (k : nat) : bool :=
  match snd (nth k w dflt) with
  | None => true
  | Some u => (Z.of_nat L <=? u) && look_back w t k u
  end.
Fixpoint distinct (l : list Z) : bool :=
  match l with [] => true | x :: m => negb (existsb (Z.eqb x) m) && distinct m end.
Definition legal_wordb (L t : nat) (w : word) : bool :=
  distinct (map (pv (received w)) (seq 0 (length w))) &&
  forallb (fun v => (0 <=? v) && ((v =? Z.of_nat t) || (v <=? Z.of_nat t - Z.of_nat L))) (received w) &&
  forallb (heldb L t w) (seq 0 (length w)).
Definition periodicb (T L t : nat) (ws : list word) : bool :=
  (1 <=? T)%nat && forallb (fun w => legal_wordb L t w && Nat.eqb (length w mod T) 0) ws &&
  forallb (fun r =>
    let here := flat_map (class T r) ws in let later := flat_map (class T ((r + L) mod T)) ws in
    Nat.eqb (count (is_recv (Z.of_nat t)) here) 1 &&
    forallb (fun v => (count (is_recv (Z.of_nat v)) later <=? count (is_send (Z.of_nat (v + L))) here)%nat)
      (seq 0 (S t - L))) (seq 0 T).

Lemma distinct_sound l : distinct l = true -> NoDup l.
Proof.
  induction l as [|x l IH]; cbn; intros H; [constructor|]. apply andb_prop in H as [H1 H2].
  constructor; [|auto].
  intros F. apply negb_true_iff in H1. enough (existsb (Z.eqb x) l = true) by congruence.
  apply existsb_exists. exists x. split; [exact F|apply Z.eqb_refl].
Qed.

Lemma look_back_sound w fuel : forall p u, (p < length w)%nat -> look_back w fuel p u = true ->
  exists d k, (k < length w)%nat /\ ((k + d) mod length w = p)%nat /\ fst (nth k w dflt) = u + Z.of_nat d.
Proof.
  induction fuel as [|fuel IH]; cbn [look_back]; intros p u Hp H; apply orb_prop in H as [H|H];
    try discriminate.
  - apply Z.eqb_eq in H. exists 0%nat, p. rewrite Nat.add_0_r, Nat.mod_small by exact Hp. lia.
  - apply Z.eqb_eq in H. exists 0%nat, p. rewrite Nat.add_0_r, Nat.mod_small by exact Hp. lia.
  - set (n := length w) in *. set (q := match p with O => (n - 1)%nat | S q => q end) in *.
    assert ((q + 1) mod n = p /\ q < n)%nat as [Hq Hqn].
    { unfold q. destruct p as [|p]; [|rewrite Nat.mod_small by lia; lia].
      replace (n - 1 + 1)%nat with n by lia. rewrite Nat.mod_same by lia. lia. }
    apply IH in H as (d & k & Hk & Hd & Hv); [|exact Hqn]. exists (d + 1)%nat, k.
    split; [exact Hk|split; [|lia]].
    rewrite Nat.add_assoc, <- Nat.add_mod_idemp_l, Hd by lia. exact Hq.
Qed.

Lemma legal_wordb_sound L t w : legal_wordb L t w = true -> legal_word (Z.of_nat L) (Z.of_nat t) w.
Proof.
  unfold legal_wordb. intros H. apply andb_prop in H as [H H3]. apply andb_prop in H as [H1 H2]. split.
  - unfold legal. apply distinct_sound. unfold received in *. rewrite map_length. exact H1.
  - intros v Hv. rewrite forallb_forall in H2. apply H2 in Hv. apply andb_prop in Hv as [A B].
    apply orb_prop in B. rewrite Z.eqb_eq, Z.leb_le in *. lia.
  - intros k v u E. rewrite forallb_forall in H3.
    assert (k < length w)%nat as Hk by (apply nth_error_Some; congruence).
    specialize (H3 k). unfold heldb in H3. rewrite (nth_error_nth _ _ dflt E) in H3. cbn [snd] in H3.
    apply andb_prop in H3 as [A B]; [|apply in_seq; lia]. apply Z.leb_le in A. split; [exact A|].
    apply look_back_sound in B as (d & k' & Hk' & Hd & Hv); [|exact Hk].
    exists d, k'. rewrite <- rv_nth. auto.
Qed.

Lemma periodicb_periodic T L t ws : periodicb T L t ws = true -> periodic T L (Z.of_nat t) ws.
Proof.
  unfold periodicb. intros H.
  apply andb_prop in H as [H H3]. apply andb_prop in H as [H1 H2]. apply Nat.leb_le in H1.
  rewrite forallb_forall in H2, H3. split.
  - exact H1.
  - intros w Hw. apply H2 in Hw. apply andb_prop in Hw as [A _]. apply legal_wordb_sound. exact A.
  - intros w Hw. apply H2 in Hw. apply andb_prop in Hw as [_ A]. apply Nat.eqb_eq. exact A.
  - intros r Hr. specialize (H3 r ltac:(apply in_seq; lia)). apply andb_prop in H3 as [A _].
    apply Nat.eqb_eq. exact A.
  - intros r v Hr H0 Hv. specialize (H3 r ltac:(apply in_seq; lia)). apply andb_prop in H3 as [_ A].
    rewrite forallb_forall in A. specialize (A (Z.to_nat v) ltac:(apply in_seq; lia)). apply Nat.leb_le in A.
    rewrite Nat2Z.inj_add, Z2Nat.id in A by lia. exact A.
Qed.

Theorem periodicb_sound T L t ws : (1 <= L)%nat -> periodicb T L t ws = true ->
  possible_once L (list_sum (map (fun w => (length w / T)%nat) ws)) (L + t).
Proof. intros HL H. apply periodic_sound; [exact HL|]. apply periodicb_periodic, H. Qed.

(* Period 1 is the stationary case. *)
Definition stationary_for (L t N : nat) : Prop :=
  exists ws, stationary (Z.of_nat L) (Z.of_nat t) ws /\ length (concat ws) = N.
Lemma stationary_for_possible L t N : (1 <= L)%nat -> stationary_for L t N -> possible_once L N (L + t).
Proof. intros HL (ws & Hw & <-). apply stationary_sound; assumption. Qed.

Lemma class_1 w : class 1 0 w = w.
Proof.
  unfold class. rewrite Nat.div_1_r.
  transitivity (map (fun k => nth k w dflt) (seq 0 (length w))); [|apply nth_map_seq'].
  apply map_ext. intros o. f_equal. lia.
Qed.
Lemma classes_1 ws : flat_map (class 1 0) ws = concat ws.
Proof. rewrite flat_map_concat_map. f_equal. rewrite <- (map_id ws) at 2. apply map_ext, class_1. Qed.
Lemma periodic_1 L t ws : periodic 1 L t ws -> stationary (Z.of_nat L) t ws.
Proof.
  intros [_ H2 _ H4 H5]. split; [exact H2| |].
  - rewrite <- classes_1. apply H4. lia.
  - intros v H0 H1. specialize (H5 0%nat v ltac:(lia) H0 H1). rewrite Nat.mod_1_r, classes_1 in H5. exact H5.
Qed.
