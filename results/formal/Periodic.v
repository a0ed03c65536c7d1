(* SPDX-License-Identifier: MIT *)
(* Periodic schedules (THEOREMS.md, 8.5, second paragraph), for every L. A closed word whose length is a
   multiple of T is run by length / T processors that begin at the times 0, T, 2T, ..; what is received and
   what is sent is compared for each remainder of the time modulo T. Main results: periodic_sound, and
   periodicb_sound, the same by a computation. T = 1 is the stationary case of Stationary.v (periodic_1). *)
From Coq Require Import List ZArith Lia Permutation Bool.
From Steadycast Require Import Model Tree Hall Lists Stationary.
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

(* Any number of processors, each of which runs a legal word from some offset on.  If at every time one of
   them receives t, and every other value is received at most as often as it was sent L steps before, this is
   a schedule. *)
Section Runs.
Variables (L t N : nat) (ws : list word) (now : nat -> nat -> Z * option Z).
Hypothesis HL : (1 <= L)%nat.
Hypothesis Hlegal : forall w, In w ws -> legal_word (Z.of_nat L) (Z.of_nat t) w.
Hypothesis Hword : forall q, (q < N)%nat -> exists w o, In w ws /\ (0 < length w)%nat /\
  forall s, now q s = nth ((s + o) mod length w)%nat w dflt.
Notation rv q s := (fst (now q s)).
Notation sv q s := (snd (now q s)).
Definition takers (v : Z) (s : nat) : list nat := filter (fun q => is_recv v (now q s)) (seq 0 N).
Definition givers (u : Z) (s : nat) : list nat := filter (fun q => is_send u (now q s)) (seq 0 N).
Hypothesis Hroot : forall s, length (takers (Z.of_nat t) s) = 1%nat.
Hypothesis Hrest : forall s v, 0 <= v -> v <= Z.of_nat t - Z.of_nat L ->
  (length (takers v (s + L)) <= length (givers (v + Z.of_nat L) s))%nat.

Definition matched (u : Z) (s : nat) : list (nat * nat) :=
  combine (givers u s) (takers (u - Z.of_nat L) (s + L)).
Definition item_of (u : Z) (s : nat) : Z := Z.of_nat s + u - Z.of_nat (L + t).

Definition run (a : option nat) (s : nat) : option (nat * nat) :=
  match a with
  | None => match takers (Z.of_nat t) (s + L) with q :: _ => Some (q, s) | [] => None end
  | Some p =>
    match sv p s with
    | Some u => if item_of u s <? 0 then None else
        match find (fun x => Nat.eqb (fst x) p) (matched u s) with
        | Some (_, q) => Some (q, Z.to_nat (item_of u s)) | None => None end
    | None => None
    end
  end.

Lemma takers_In v s q : In q (takers v s) <-> (q < N)%nat /\ rv q s = v.
Proof. unfold takers. rewrite filter_In, in_seq. unfold is_recv. rewrite Z.eqb_eq. lia. Qed.
Lemma givers_In u s q : In q (givers u s) <-> (q < N)%nat /\ sv q s = Some u.
Proof.
  unfold givers. rewrite filter_In, in_seq. unfold is_send.
  destruct (sv q s) as [x|]; [rewrite Z.eqb_eq|]; intuition (try congruence; try lia).
Qed.
Lemma takers_NoDup v s : NoDup (takers v s). Proof. apply NoDup_filter, seq_NoDup. Qed.
Lemma givers_NoDup u s : NoDup (givers u s). Proof. apply NoDup_filter, seq_NoDup. Qed.

(* The word of a processor, and all that is known of it. *)
Lemma run_word q : (q < N)%nat -> exists w o, legal_word (Z.of_nat L) (Z.of_nat t) w /\ (0 < length w)%nat /\
  forall s, now q s = nth ((s + o) mod length w)%nat w dflt.
Proof. intros Hq. destruct (Hword q Hq) as (w & o & Hw & Ho & E). exists w, o. auto. Qed.

Lemma rv_range q s : (q < N)%nat -> 0 <= rv q s /\ (rv q s = Z.of_nat t \/ rv q s <= Z.of_nat t - Z.of_nat L).
Proof.
  intros Hq. destruct (run_word q Hq) as (w & o & LW & Ho & E). rewrite E, rv_nth.
  apply (lw_value _ _ _ LW). apply nth_In. unfold received; rewrite map_length. apply Nat.mod_upper_bound.
  lia.
Qed.

(* What is sent at a position is held there. *)
Lemma sent_held p s u : (p < N)%nat -> sv p s = Some u -> Z.of_nat L <= u /\
  exists w o d k, legal_word (Z.of_nat L) (Z.of_nat t) w /\ (k < length w)%nat /\
    ((k + d) mod length w = (s + o) mod length w)%nat /\ fst (nth k w dflt) = u + Z.of_nat d /\
    forall s, now p s = nth ((s + o) mod length w)%nat w dflt.
Proof.
  intros Hp Hs. destruct (run_word p Hp) as (w & o & LW & Ho & E).
  assert (nth_error w ((s + o) mod length w)%nat = Some (rv p s, Some u)) as HE.
  { rewrite (nth_error_nth' _ dflt) by (apply Nat.mod_upper_bound; lia). rewrite <- E, <- Hs.
    destruct (now p s); reflexivity. }
  destruct (lw_held _ _ _ LW _ _ _ HE) as (Hu & d & k & Hk & Hd & Hv). split; [exact Hu|].
  exists w, o, d, k. rewrite rv_nth. auto.
Qed.

(* Nobody sends the value t + L. *)
Lemma never_sent p s : (p < N)%nat -> sv p s = Some (Z.of_nat t + Z.of_nat L) -> False.
Proof.
  intros Hp Hs. destruct (sent_held p s _ Hp Hs) as (_ & w & o & d & k & LW & Hk & _ & Hv & _).
  rewrite rv_nth in Hv. assert (In (nth k (received w) 0) (received w)) as Hin.
  { apply nth_In. unfold received; rewrite map_length. exact Hk. }
  destruct (lw_value _ _ _ LW _ Hin) as [_ [?|?]]; lia.
Qed.

(* The item that is sent fits the value with which it is received. *)
Lemma run_sent a s q i : run a s = Some (q, i) -> (q < N)%nat /\
  Z.of_nat i = item_of (rv q (s + L)) (s + L) /\
  match a with
  | None => rv q (s + L) = Z.of_nat t
  | Some p => (p < N)%nat /\ sv p s = Some (rv q (s + L) + Z.of_nat L) /\
              In (p, q) (matched (rv q (s + L) + Z.of_nat L) s)
  end.
Proof.
  unfold run. destruct a as [p|].
  - destruct (sv p s) as [u|] eqn:Es; [|discriminate]. destruct (Z.ltb_spec (item_of u s) 0); [discriminate|].
    destruct (find _ _) as [[p' q']|] eqn:E; [|discriminate]. intros X; injection X as <- <-.
    apply find_some in E as [E1 E2]. cbn in E2. apply Nat.eqb_eq in E2. subst p'.
    pose proof (in_combine_l _ _ _ _ E1) as H1. pose proof (in_combine_r _ _ _ _ E1) as H2.
    apply givers_In in H1. apply takers_In in H2. destruct H1 as [H1 _], H2 as [H2 H3].
    rewrite H3. replace (u - Z.of_nat L + Z.of_nat L) with u by lia. repeat split; auto.
    rewrite Z2Nat.id by assumption. unfold item_of. lia.
  - destruct (takers _ _) as [|q' l] eqn:E; [discriminate|]. intros X; injection X as <- <-.
    assert (In q' (takers (Z.of_nat t) (s + L))) as Hq by (rewrite E; left; reflexivity).
    apply takers_In in Hq as [H1 H2]. rewrite H2. repeat split; auto. unfold item_of. lia.
Qed.

(* Every reception of an item that exists is served. *)
Lemma run_delivered q s i : (q < N)%nat -> Z.of_nat i = item_of (rv q (s + L)) (s + L) ->
  exists a, run a s = Some (q, i).
Proof.
  intros Hq Hi. destruct (rv_range q (s + L) Hq) as [B0 [B|B]].
  - exists None. unfold run.
    assert (In q (takers (Z.of_nat t) (s + L))) as Hin by (apply takers_In; auto).
    pose proof (Hroot (s + L)) as Hl.
    destruct (takers _ _) as [|q' [|q'' l]]; cbn in Hl; try lia. destruct Hin as [->|[]].
    f_equal; f_equal. unfold item_of in Hi. rewrite B in Hi. lia.
  - set (v := rv q (s + L)) in *. set (u := v + Z.of_nat L).
    assert (In q (takers (u - Z.of_nat L) (s + L))) as Hin
      by (apply takers_In; split; [exact Hq|unfold u; fold v; lia]).
    destruct (combine_hit (givers u s) _ q Hin) as [p Hp].
    { replace (u - Z.of_nat L) with v by (unfold u; lia). apply Hrest; assumption. }
    exists (Some p). unfold run. pose proof (in_combine_l _ _ _ _ Hp) as H1. apply givers_In in H1 as [H1 H2].
    rewrite H2. replace (item_of v (s + L)) with (item_of u s) in * by (unfold item_of, u; lia).
    destruct (Z.ltb_spec (item_of u s) 0); [lia|]. unfold matched.
    rewrite (find_pair _ _ p q); [|apply givers_NoDup|exact Hp]. rewrite <- Hi, Nat2Z.id. reflexivity.
Qed.

(* Two times at which a processor is at the same position. *)
Lemma same_position n k d s o : (0 < n)%nat -> (k < n)%nat -> (d <= s)%nat ->
  ((k + d) mod n = (s + o) mod n)%nat -> ((s - d + o) mod n = k)%nat.
Proof.
  intros Hn Hk Hd E. apply Nat2Z.inj. apply (f_equal Z.of_nat) in E.
  rewrite !Nat2Z.inj_mod, !Nat2Z.inj_add in *.
  replace (Z.of_nat (s - d) + Z.of_nat o) with (Z.of_nat s + Z.of_nat o - Z.of_nat d) by lia.
  rewrite Zminus_mod, <- E, <- Zminus_mod.
  replace (Z.of_nat k + Z.of_nat d - Z.of_nat d) with (Z.of_nat k) by lia.
  apply Z.mod_small. lia.
Qed.

Lemma run_serves : serves L N (L + t) run.
Proof.
  split.
  - intros a s q i H. apply run_sent in H. tauto.
  - intros s q i H. unfold run in H. destruct (takers _ _); [discriminate|]. injection H as _ <-. lia.
  - intros p s q i H. apply run_sent in H as (Hq & Hi & Hp & Hs & _).
    set (u := rv q (s + L) + Z.of_nat L) in *.
    assert (Z.of_nat i = item_of u s) as Hi' by (rewrite Hi; unfold item_of, u; lia). clear Hi.
    destruct (sent_held p s u Hp Hs) as (Hu & w & o & d & k & LW & Hk & Hd & Hv & E).
    assert (u + Z.of_nat d <= Z.of_nat t) as Hle.
    { rewrite <- Hv, rv_nth. assert (In (nth k (received w) 0) (received w)) as Hin.
      { apply nth_In. unfold received; rewrite map_length. exact Hk. }
      destruct (lw_value _ _ _ LW _ Hin) as [_ [?|?]]; lia. }
    unfold item_of in Hi'. assert (d + L <= s)%nat as Hds by lia.
    apply same_position in Hd; [|lia|exact Hk|lia].
    destruct (run_delivered p (s - d - L)%nat i Hp) as (a & Ha).
    + replace (s - d - L + L)%nat with (s - d)%nat by lia. rewrite E, Hd, Hv. unfold item_of. lia.
    + exists a, (s - d - L)%nat. split; [exact Ha|lia].
  - intros a b s q i j Ha Hb. apply run_sent in Ha as (Hq & _ & Ha). apply run_sent in Hb as (_ & _ & Hb).
    destruct a as [p|], b as [p'|]; try reflexivity.
    + f_equal. destruct Ha as (_ & _ & Ha), Hb as (_ & _ & Hb).
      eapply combine_fun_r; [apply takers_NoDup| |]; eassumption.
    + destruct Ha as (Hp & Ha & _). rewrite Hb in Ha. destruct (never_sent p s Hp Ha).
    + destruct Hb as (Hp & Hb & _). rewrite Ha in Hb. destruct (never_sent p' s Hp Hb).
  - intros i q Hq. destruct (run_word q Hq) as (w & o & LW & Ho & E).
    set (n := length w) in *. pose proof (lw_legal _ _ _ LW) as Lg. unfold legal in Lg.
    assert (length (received w) = n) as Hn by (unfold received; apply map_length). rewrite Hn in Lg.
    assert (In ((Z.of_nat (i + L + t + o)) mod Z.of_nat n) (map (pv (received w)) (seq 0 n))) as Hin.
    { assert (incl (range n) (map (pv (received w)) (seq 0 n))) as Hinc.
      { apply (NoDup_length_incl Lg); [rewrite map_length, seq_length, range_length; lia|].
        intros z Hz. apply in_map_iff in Hz as (k & <- & _). unfold pv. rewrite Hn. apply mod_in. lia. }
      apply Hinc, mod_in. lia. }
    apply in_map_iff in Hin as (k & Hk & Hks). apply in_seq in Hks. unfold pv in Hk. rewrite Hn in Hk.
    set (v := nth k (received w) 0) in *.
    assert (0 <= v /\ (v = Z.of_nat t \/ v <= Z.of_nat t - Z.of_nat L)) as Hv.
    { apply (lw_value _ _ _ LW). apply nth_In. lia. }
    set (s := Z.to_nat (Z.of_nat (i + t) - v)).
    assert (Nat.modulo (s + L + o) n = k) as Hpos.
    { apply Nat2Z.inj. rewrite Nat2Z.inj_mod.
      replace (Z.of_nat (s + L + o)) with (Z.of_nat (i + L + t + o) - v) by (unfold s; lia).
      rewrite Zminus_mod, <- Hk, <- Zminus_mod. replace (Z.of_nat k + v - v) with (Z.of_nat k) by lia.
      apply Z.mod_small. lia. }
    destruct (run_delivered q s i Hq) as (a & Ha).
    + rewrite E, Hpos, rv_nth. fold v. unfold item_of, s. lia.
    + exists a, s. split; [exact Ha|unfold s; lia].
Qed.

Lemma run_once : once run.
Proof.
  intros a b s s' q i Ha Hb.
  assert (s = s') as ->.
  { apply run_sent in Ha as (Hq & Ha & _). apply run_sent in Hb as (_ & Hb & _). rewrite Ha in Hb.
    unfold item_of in Hb.
    destruct (run_word q Hq) as (w & o & LW & Ho & E).
    set (n := length w) in *. pose proof (lw_legal _ _ _ LW) as Lg. unfold legal in Lg.
    assert (length (received w) = n) as Hn by (unfold received; apply map_length). rewrite Hn in Lg.
    rewrite !E, !rv_nth in Hb. fold n in Hb.
    set (k := Nat.modulo (s + L + o) n) in *. set (k' := Nat.modulo (s' + L + o) n) in *.
    assert (k < n)%nat as Hk by (apply Nat.mod_upper_bound; lia).
    assert (k' < n)%nat as Hk' by (apply Nat.mod_upper_bound; lia).
    assert (pv (received w) k = pv (received w) k') as Hpv.
    { unfold pv. rewrite Hn. unfold k at 1, k' at 1. rewrite !Nat2Z.inj_mod, !Zplus_mod_idemp_l. f_equal.
      lia. }
    assert (k = k') as Hkk.
    { rewrite (NoDup_nth _ 0) in Lg. rewrite map_length, seq_length in Lg. apply (Lg k k' Hk Hk').
      rewrite !(nth_indep _ 0 (pv (received w) 0)) by (rewrite map_length, seq_length; assumption).
      rewrite !(map_nth (pv (received w))), !seq_nth by assumption. exact Hpv. }
    rewrite Hkk in Hb. lia. }
  split; [reflexivity|]. exact (sv_recv _ _ _ _ run_serves _ _ _ _ _ _ Ha Hb).
Qed.
End Runs.

Section Processors.
Variables (T : nat) (ws : list word).
Hypothesis HT : (1 <= T)%nat.
Hypothesis Hlen : forall w, In w ws -> (length w mod T = 0)%nat.

Definition runners : list (word * nat) :=
  flat_map (fun w => map (fun o => (w, (o * T)%nat)) (seq 0 (length w / T))) ws.
Definition crew : nat := length runners.
Definition position (s : nat) (x : word * nat) : Z * option Z :=
  nth ((s + snd x) mod length (fst x))%nat (fst x) dflt.
Definition state (q s : nat) : Z * option Z := position s (nth q runners ([], 0%nat)).

(* length / T processors run a word. *)
Lemma crew_size : crew = list_sum (map (fun w => (length w / T)%nat) ws).
Proof.
  unfold crew, runners. clear. induction ws as [|w l IH]; [reflexivity|]. unfold word in *.
  cbn [flat_map map list_sum fold_right].
  rewrite app_length, IH, map_length, seq_length. reflexivity.
Qed.

Lemma word_state q : (q < crew)%nat -> exists w o, In w ws /\ (0 < length w)%nat /\
  forall s, state q s = nth ((s + o) mod length w)%nat w dflt.
Proof.
  intros Hq. destruct (nth q runners ([], 0%nat)) as [w o] eqn:E. exists w, o.
  assert (In (w, o) runners) as Hi by (rewrite <- E; apply nth_In; exact Hq).
  unfold runners in Hi. rewrite in_flat_map in Hi. destruct Hi as (x & Hx & H).
  apply in_map_iff in H as (k & E' & H). injection E' as -> Eo. apply in_seq in H. split; [exact Hx|split].
  - destruct w; [rewrite Nat.div_0_l in H by lia; lia|cbn; lia].
  - intros s. unfold state. rewrite E. reflexivity.
Qed.

Lemma mod_block r b m : (r < T)%nat -> (0 < m)%nat -> ((r + b * T) mod (m * T) = r + (b mod m) * T)%nat.
Proof.
  intros Hr Hm. rewrite (Nat.div_mod b m) at 1 by lia.
  replace (r + (m * (b / m) + b mod m) * T)%nat with (r + b mod m * T + b / m * (m * T))%nat by lia.
  pose proof (Nat.mod_upper_bound b m ltac:(lia)). rewrite Nat.mod_add by nia. apply Nat.mod_small. nia.
Qed.

(* At time s the processors of one word are at the positions of the class of s. *)
Lemma one_word w s : (length w mod T = 0)%nat ->
  Permutation (map (fun o => position s (w, (o * T)%nat)) (seq 0 (length w / T))) (class T (s mod T) w).
Proof.
  intros H. unfold class, position; cbn [fst snd]. set (m := (length w / T)%nat).
  assert (length w = m * T)%nat as E by (pose proof (Nat.div_mod (length w) T ltac:(lia)); unfold m; lia).
  destruct m as [|m']; [reflexivity|]. set (n := S m') in *.
  transitivity (map (fun j => nth (s mod T + j * T)%nat w dflt)
    (map (fun o => (s / T + o) mod n)%nat (seq 0 n))).
  - rewrite map_map. erewrite map_ext; [reflexivity|]. intros o. cbn beta. f_equal. rewrite E.
    rewrite <- mod_block; [|apply Nat.mod_upper_bound; lia|unfold n; lia]. f_equal.
    rewrite (Nat.div_mod s T) at 1 by lia. lia.
  - apply Permutation_map, rotation. unfold n; lia.
Qed.

Lemma all_states s : Permutation (map (fun q => state q s) (seq 0 crew)) (flat_map (class T (s mod T)) ws).
Proof.
  unfold state. rewrite <- (map_map (fun q => nth q runners ([], 0%nat)) (position s)).
  unfold crew. rewrite nth_map_seq'. unfold runners. revert Hlen. clear - HT.
  induction ws as [|w l IH]; intros Hlen; [reflexivity|].
  cbn [flat_map]. rewrite map_app. apply Permutation_app; [|apply IH; intros; apply Hlen; right; assumption].
  rewrite map_map. apply one_word. apply Hlen. left; reflexivity.
Qed.
End Processors.

(* Section 8.5, second paragraph. *)
Theorem periodic_sound (T L t : nat) ws : (1 <= L)%nat -> periodic T L (Z.of_nat t) ws ->
  possible_once L (list_sum (map (fun w => (length w / T)%nat) ws)) (L + t).
Proof.
  intros HL HP. destruct HP as [HT HW Hlen Hroot Hrest].
  assert (forall p s, length (filter (fun q => p (state T ws q s)) (seq 0 (crew T ws)))
            = count p (flat_map (class T (s mod T)) ws)) as C.
  { intros p s. rewrite <- (count_perm _ _ _ (all_states T ws HT Hlen s)), count_map. reflexivity. }
  rewrite <- crew_size. exists (run L t (crew T ws) (state T ws)).
  assert (forall s, length (takers (crew T ws) (state T ws) (Z.of_nat t) s) = 1%nat) as R1.
  { intros s. unfold takers. rewrite C. apply Hroot. apply Nat.mod_upper_bound. lia. }
  assert (forall s v, 0 <= v -> v <= Z.of_nat t - Z.of_nat L ->
    (length (takers (crew T ws) (state T ws) v (s + L))
     <= length (givers (crew T ws) (state T ws) (v + Z.of_nat L) s))%nat) as R2.
  { intros s v H0 H1. unfold takers, givers. rewrite !C. rewrite <- (Nat.add_mod_idemp_l s L T) by lia.
    apply Hrest; [apply Nat.mod_upper_bound; lia|assumption|assumption]. }
  split; [apply run_serves with (ws := ws)|apply run_once with (ws := ws)]; try assumption; apply word_state;
    assumption.
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
