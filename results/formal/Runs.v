(* SPDX-License-Identifier: MIT *)
(* Section 8.5: closed words, and any number of processors that each run one of them from some offset on.  If what is received
   has been sent, this is a schedule in the sense of Model.v, of which every message is written out.  The two cases are in
   Stationary.v and Periodic.v. *)
From Coq Require Import List ZArith Lia Permutation Bool.
From Steadycast Require Import Model Hall Lists.
Import ListNotations.
Open Scope Z_scope.

(* At each position of a word: the value received, and the value sent, if any. *)
Definition word := list (Z * option Z).
Definition received (w : word) : list Z := map fst w.

Record legal_word (L t : Z) (w : word) : Prop := {
  lw_legal : legal (received w);
  lw_value : forall v, In v (received w) -> 0 <= v /\ (v = t \/ v <= t - L);
  (* who sends u at position k received u + d at k - d *)
  lw_held : forall k v u, nth_error w k = Some (v, Some u) -> L <= u /\
    exists d k', (k' < length w)%nat /\ Nat.modulo (k' + d) (length w) = k /\ nth k' (received w) 0 = u + Z.of_nat d }.

Definition is_send (u : Z) (e : Z * option Z) : bool := match snd e with Some x => x =? u | None => false end.
Definition is_recv (v : Z) (e : Z * option Z) : bool := fst e =? v.

Definition dflt : Z * option Z := (0, None).
Lemma rv_nth w k : fst (nth k w dflt) = nth k (received w) 0.
Proof. unfold received. change 0 with (fst dflt). rewrite map_nth. reflexivity. Qed.

Section Word.
Variables (L t : Z) (w : word).
Hypothesis HW : legal_word L t w.
Notation value k := (fst (nth k w dflt)).
Notation residue k := ((Z.of_nat k + value k) mod Z.of_nat (length w)).

Lemma word_value k : (k < length w)%nat -> 0 <= value k /\ (value k = t \/ value k <= t - L).
Proof. intros Hk. apply (lw_value _ _ _ HW), (in_map fst), nth_In, Hk. Qed.

(* Each residue is that of exactly one position. *)
Lemma residues : NoDup (map (fun k => residue k) (seq 0 (length w))).
Proof.
  pose proof (lw_legal _ _ _ HW) as H. unfold legal, pv, received in H. rewrite map_length in H.
  erewrite map_ext; [exact H|]. intros k. cbn beta. rewrite rv_nth. reflexivity.
Qed.
Lemma residue_once j k : (j < length w)%nat -> (k < length w)%nat -> residue j = residue k -> j = k.
Proof. intros Hj Hk. apply (NoDup_map_out _ _ residues); apply in_seq; lia. Qed.
Lemma residue_somewhere z : (0 < length w)%nat -> exists k, (k < length w)%nat /\ residue k = z mod Z.of_nat (length w).
Proof.
  intros Hn. assert (In (z mod Z.of_nat (length w)) (map (fun k => residue k) (seq 0 (length w)))) as Hi.
  { apply (NoDup_length_incl residues (l' := range (length w))); [| |apply mod_in, Hn].
    { rewrite map_length, seq_length, range_length. lia. }
    intros y Hy. apply in_map_iff in Hy as (k & <- & _). apply mod_in, Hn. }
  apply in_map_iff in Hi as (k & E & Hk). apply in_seq in Hk. exists k. split; [lia|exact E].
Qed.
End Word.

(* Each processor is given by its word and its offset.  At each time one of them receives t, and every other value is received
   at most as often as it was sent L steps before. *)
Definition at_time (s : nat) (p : word * nat) : Z * option Z := nth (Nat.modulo (s + snd p) (length (fst p))) (fst p) dflt.
Record legal_runs (L t : nat) (ps : list (word * nat)) : Prop := {
  ru_word : forall w o, In (w, o) ps -> legal_word (Z.of_nat L) (Z.of_nat t) w /\ (0 < length w)%nat;
  ru_root : forall s, count (is_recv (Z.of_nat t)) (map (at_time s) ps) = 1%nat;
  ru_rest : forall s v, 0 <= v -> v <= Z.of_nat t - Z.of_nat L ->
    (count (is_recv v) (map (at_time (s + L)) ps) <= count (is_send (v + Z.of_nat L)) (map (at_time s) ps))%nat }.

Section Runs.
Variables (L t : nat) (ps : list (word * nat)).
Hypothesis HL : (1 <= L)%nat.
Hypothesis HR : legal_runs L t ps.
Notation N := (length ps).
Definition now (q s : nat) : Z * option Z := at_time s (nth q ps ([], 0%nat)).
Notation rv q s := (fst (now q s)).
Notation sv q s := (snd (now q s)).
Definition receivers (v : Z) (s : nat) : list nat := filter (fun q => is_recv v (now q s)) (seq 0 N).
Definition senders (u : Z) (s : nat) : list nat := filter (fun q => is_send u (now q s)) (seq 0 N).
Definition pairs (u : Z) (s : nat) : list (nat * nat) := combine (senders u s) (receivers (u - Z.of_nat L) (s + L)).
Definition item (u : Z) (s : nat) : Z := Z.of_nat s + u - Z.of_nat (L + t).

(* The schedule: who sends u at step s, and who receives u - L at step s + L, are paired. *)
Definition Sc (a : option nat) (s : nat) : option (nat * nat) :=
  match a with
  | None => match receivers (Z.of_nat t) (s + L) with q :: _ => Some (q, s) | [] => None end
  | Some p =>
    match sv p s with
    | Some u => if item u s <? 0 then None else
        match find (fun x => Nat.eqb (fst x) p) (pairs u s) with
        | Some (_, q) => Some (q, Z.to_nat (item u s)) | None => None end
    | None => None
    end
  end.

(* Processors are counted as what they do. *)
Lemma count_now p s : length (filter (fun q => p (now q s)) (seq 0 N)) = count p (map (at_time s) ps).
Proof. symmetry. rewrite <- (nth_map_seq' ps ([], 0%nat)) at 1. rewrite !count_map. reflexivity. Qed.
Lemma receivers_In v s q : In q (receivers v s) <-> (q < N)%nat /\ rv q s = v.
Proof. unfold receivers. rewrite filter_In, in_seq. unfold is_recv. rewrite Z.eqb_eq. lia. Qed.
Lemma senders_In u s q : In q (senders u s) <-> (q < N)%nat /\ sv q s = Some u.
Proof.
  unfold senders. rewrite filter_In, in_seq. unfold is_send.
  destruct (sv q s) as [x|]; [rewrite Z.eqb_eq|]; intuition (try congruence; try lia).
Qed.

(* Processor q has a word, an offset, and a position at each time. *)
Lemma proc_word q : (q < N)%nat -> exists w o, legal_word (Z.of_nat L) (Z.of_nat t) w /\ (0 < length w)%nat /\
  forall s, now q s = nth (Nat.modulo (s + o) (length w)) w dflt.
Proof.
  intros Hq. unfold now. pose proof (nth_In ps ([], 0%nat) Hq) as Hi. destruct (nth q ps ([], 0%nat)) as [w o].
  exists w, o. apply (ru_word _ _ _ HR) in Hi as [H1 H2]. auto.
Qed.

Lemma rv_bound q s : (q < N)%nat -> 0 <= rv q s /\ (rv q s = Z.of_nat t \/ rv q s <= Z.of_nat t - Z.of_nat L).
Proof.
  intros Hq. destruct (proc_word q Hq) as (w & o & LW & Ho & E). rewrite E.
  apply (word_value _ _ _ LW), Nat.mod_upper_bound. lia.
Qed.

(* What is sent as u was received d steps before, as u + d, for some d. *)
Lemma sent_held p s u : (p < N)%nat -> sv p s = Some u -> Z.of_nat L <= u /\
  exists d, u + Z.of_nat d <= Z.of_nat t /\ ((d <= s)%nat -> rv p (s - d) = u + Z.of_nat d).
Proof.
  intros Hp Hs. destruct (proc_word p Hp) as (w & o & LW & Ho & E).
  assert (nth_error w (Nat.modulo (s + o) (length w)) = Some (rv p s, Some u)) as HE.
  { rewrite (nth_error_nth' _ dflt) by (apply Nat.mod_upper_bound; lia). rewrite <- E, <- Hs. destruct (now p s); reflexivity. }
  destruct (lw_held _ _ _ LW _ _ _ HE) as (Hu & d & k & Hk & Hd & Hv). rewrite <- rv_nth in Hv. split; [exact Hu|].
  exists d. rewrite <- Hv. split; [destruct (word_value _ _ _ LW k Hk) as [_ [?|?]]; lia|]. intros Hds. rewrite E. do 2 f_equal.
  apply (same_place (length w) _ _ d); [apply Nat.mod_upper_bound; lia|exact Hk|].
  rewrite Hd, Nat.add_mod_idemp_l by lia. f_equal. lia.
Qed.

(* What is sent: the item fits the value with which it is received. *)
Lemma sent a s q i : Sc a s = Some (q, i) -> (q < N)%nat /\ Z.of_nat i = item (rv q (s + L)) (s + L) /\
  match a with
  | None => rv q (s + L) = Z.of_nat t
  | Some p => (p < N)%nat /\ sv p s = Some (rv q (s + L) + Z.of_nat L) /\ In (p, q) (pairs (rv q (s + L) + Z.of_nat L) s)
  end.
Proof.
  unfold Sc. destruct a as [p|].
  - destruct (sv p s) as [u|] eqn:Es; [|discriminate]. destruct (Z.ltb_spec (item u s) 0); [discriminate|].
    destruct (find _ _) as [[p' q']|] eqn:E; [|discriminate]. intros X; injection X as <- <-.
    apply find_some in E as [E1 E2]. cbn in E2. apply Nat.eqb_eq in E2. subst p'.
    pose proof (in_combine_l _ _ _ _ E1) as H1. pose proof (in_combine_r _ _ _ _ E1) as H2.
    apply senders_In in H1. apply receivers_In in H2. destruct H1 as [H1 _], H2 as [H2 H3].
    rewrite H3. replace (u - Z.of_nat L + Z.of_nat L) with u by lia. repeat split; auto.
    rewrite Z2Nat.id by assumption. unfold item. lia.
  - destruct (receivers _ _) as [|q' l] eqn:E; [discriminate|]. intros X; injection X as <- <-.
    assert (In q' (receivers (Z.of_nat t) (s + L))) as Hq by (rewrite E; left; reflexivity).
    apply receivers_In in Hq as [H1 H2]. rewrite H2. repeat split; auto. unfold item. lia.
Qed.

(* Every reception of an item that exists is served. *)
Lemma delivered q s i : (q < N)%nat -> Z.of_nat i = item (rv q (s + L)) (s + L) -> exists a, Sc a s = Some (q, i).
Proof.
  intros Hq Hi. destruct (rv_bound q (s + L) Hq) as [B0 [B|B]].
  - exists None. unfold Sc. assert (In q (receivers (Z.of_nat t) (s + L))) as Hin by (apply receivers_In; auto).
    pose proof (count_now (is_recv (Z.of_nat t)) (s + L)) as Hl. rewrite (ru_root _ _ _ HR) in Hl.
    fold (receivers (Z.of_nat t) (s + L)) in Hl.
    destruct (receivers _ _) as [|q' [|q'' l]]; cbn in Hl; try lia. destruct Hin as [->|[]].
    f_equal; f_equal. unfold item in Hi. rewrite B in Hi. lia.
  - set (v := rv q (s + L)) in *. set (u := v + Z.of_nat L). assert (u - Z.of_nat L = v) as Ev by (unfold u; lia).
    assert (In q (receivers (u - Z.of_nat L) (s + L))) as Hin by (apply receivers_In; auto).
    destruct (combine_hit (senders u s) _ q Hin) as [p Hp].
    { rewrite Ev. unfold receivers, senders. rewrite !count_now. apply (ru_rest _ _ _ HR); assumption. }
    exists (Some p). unfold Sc. pose proof (in_combine_l _ _ _ _ Hp) as H1. apply senders_In in H1 as [H1 ->].
    replace (item v (s + L)) with (item u s) in Hi by (unfold item, u; lia).
    destruct (Z.ltb_spec (item u s) 0); [lia|]. fold (pairs u s) in Hp. destruct (find _ _) as [[p' q']|] eqn:E.
    + apply find_some in E as [E1 E2]. apply Nat.eqb_eq in E2. cbn in E2. subst p'.
      rewrite (combine_fun_l _ _ p q q' (NoDup_filter _ (seq_NoDup _ _)) Hp E1), <- Hi, Nat2Z.id. reflexivity.
    + apply (find_none _ _ E) in Hp. cbn in Hp. rewrite Nat.eqb_refl in Hp. discriminate.
Qed.

Theorem runs_serve : serves L N (L + t) Sc.
Proof.
  split.
  - intros a s q i H. apply sent in H. tauto.
  - intros s q i H. unfold Sc in H. destruct (receivers _ _); [discriminate|]. injection H as _ <-. lia.
  - intros p s q i H. apply sent in H as (Hq & Hi & Hp & Hs & _). destruct (sent_held p s _ Hp Hs) as (Hu & d & Hd & E).
    unfold item in Hi. destruct (delivered p (s - d - L) i Hp) as (a & Ha).
    + replace (s - d - L + L)%nat with (s - d)%nat by lia. rewrite E by lia. unfold item. lia.
    + exists a, (s - d - L)%nat. split; [exact Ha|lia].
  - intros a b s q i j Ha Hb. apply sent in Ha as (_ & _ & Ha). apply sent in Hb as (_ & _ & Hb).
    (* nobody sends t + L *)
    assert (forall p, (p < N)%nat -> sv p s = Some (Z.of_nat t + Z.of_nat L) -> False) as Q.
    { intros p Hp Hs. destruct (sent_held p s _ Hp Hs) as (_ & d & Hd & _). lia. }
    destruct a as [p|], b as [p'|]; try reflexivity.
    + f_equal. destruct Ha as (_ & _ & Ha), Hb as (_ & _ & Hb).
      eapply combine_fun_r; [apply NoDup_filter, seq_NoDup| |]; eassumption.
    + destruct Ha as (Hp & Ha & _). rewrite Hb in Ha. destruct (Q p Hp Ha).
    + destruct Hb as (Hp & Hb & _). rewrite Ha in Hb. destruct (Q p' Hp Hb).
  - intros i q Hq. destruct (proc_word q Hq) as (w & o & LW & Ho & E).
    destruct (residue_somewhere _ _ _ LW (Z.of_nat (i + L + t + o)) Ho) as (k & Hk & Hr).
    pose proof (word_value _ _ _ LW k Hk) as Hv. set (v := fst (nth k w dflt)) in *. set (s := Z.to_nat (Z.of_nat (i + t) - v)).
    assert (Nat.modulo (s + L + o) (length w) = k) as Hpos.
    { apply Nat2Z.inj. rewrite Nat2Z.inj_mod.
      replace (Z.of_nat (s + L + o)) with (Z.of_nat (i + L + t + o) - v) by (unfold s; lia).
      rewrite Zminus_mod, <- Hr, <- Zminus_mod. replace (Z.of_nat k + v - v) with (Z.of_nat k) by lia. apply Z.mod_small. lia. }
    destruct (delivered q s i Hq) as (a & Ha); [|exists a, s; split; [exact Ha|unfold s; lia]].
    rewrite E, Hpos. fold v. unfold item, s. lia.
Qed.

Theorem runs_once : once Sc.
Proof.
  intros a b s s' q i Ha Hb. assert (s = s') as ->; [|split; [reflexivity|exact (sv_recv _ _ _ _ runs_serve _ _ _ _ _ _ Ha Hb)]].
  apply sent in Ha as (Hq & Ha & _). apply sent in Hb as (_ & Hb & _). rewrite Ha in Hb. unfold item in Hb.
  destruct (proc_word q Hq) as (w & o & LW & Ho & E). rewrite !E in Hb.
  assert (Nat.modulo (s + L + o) (length w) = Nat.modulo (s' + L + o) (length w)) as Ek; [|rewrite Ek in Hb; lia].
  apply (residue_once _ _ _ LW); try (apply Nat.mod_upper_bound; lia).
  rewrite (Nat2Z.inj_mod (s + L + o)), (Nat2Z.inj_mod (s' + L + o)), !Zplus_mod_idemp_l. f_equal. lia.
Qed.

Theorem runs_possible : possible_once L N (L + t).
Proof. exists Sc. split; [apply runs_serve|apply runs_once]. Qed.
End Runs.
