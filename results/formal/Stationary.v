(* SPDX-License-Identifier: MIT *)
(* Section 8.5: a stationary schedule is a schedule in the sense of Model.v.  Closed words, each run by as many
   processors as it has positions, of which every message is written out. *)
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
Record stationary (L t : Z) (ws : list word) : Prop := {
  st_words : forall w, In w ws -> legal_word L t w;
  st_root : count (is_recv t) (concat ws) = 1%nat;
  st_rest : forall v, 0 <= v -> v <= t - L -> (count (is_recv v) (concat ws) <= count (is_send (v + L)) (concat ws))%nat }.

(* Positions at time s of the processors of one word: all, in another order. *)
Lemma rotation n s : (0 < n)%nat -> Permutation (map (fun o => Nat.modulo (s + o) n) (seq 0 n)) (seq 0 n).
Proof.
  intros Hn. apply NoDup_Permutation_bis.
  - assert (forall l, incl l (seq 0 n) -> NoDup l -> NoDup (map (fun o => Nat.modulo (s + o) n) l)) as Q.
    { induction l as [|x l IH]; intros Hi Hd; cbn [map]; [constructor|]. inversion Hd; subst.
      constructor; [|apply IH; [intros z Hz; apply Hi; right; exact Hz|assumption]].
      intros F. apply in_map_iff in F as (z & F & Hz). assert (z = x); [|subst; contradiction].
      assert (In x (seq 0 n)) as Hx by (apply Hi; left; reflexivity). assert (In z (seq 0 n)) as Hz' by (apply Hi; right; assumption).
      apply in_seq in Hx, Hz'.
      pose proof (Nat.div_mod (s + z) n ltac:(lia)) as D1. pose proof (Nat.div_mod (s + x) n ltac:(lia)) as D2.
      rewrite F in D1. 
      assert (Z.of_nat z - Z.of_nat x = (Z.of_nat (Nat.div (s + z) n) - Z.of_nat (Nat.div (s + x) n)) * Z.of_nat n) as D3 by nia.
      apply small_mult in D3; lia. }
    apply Q; [apply incl_refl|apply seq_NoDup].
  - rewrite map_length, seq_length. lia.
  - intros z Hz. apply in_map_iff in Hz as (o & <- & _). apply in_seq. pose proof (Nat.mod_upper_bound (s + o) n). lia.
Qed.

Section Schedule.
Variables (L t : nat) (ws : list word).
Hypothesis HL : (1 <= L)%nat.
Hypothesis HW : stationary (Z.of_nat L) (Z.of_nat t) ws.

Definition dflt : Z * option Z := (0, None).
Definition procs : list (word * nat) := flat_map (fun w => map (fun o => (w, o)) (seq 0 (length w))) ws.
Definition N := length procs.
Definition at_time (s : nat) (x : word * nat) : Z * option Z := nth (Nat.modulo (s + snd x) (length (fst x))) (fst x) dflt.
Definition now (q s : nat) : Z * option Z := at_time s (nth q procs ([], 0%nat)).
Definition rv (q s : nat) : Z := fst (now q s).
Definition sv (q s : nat) : option Z := snd (now q s).
Definition receivers (v : Z) (s : nat) : list nat := filter (fun q => is_recv v (now q s)) (seq 0 N).
Definition senders (u : Z) (s : nat) : list nat := filter (fun q => is_send u (now q s)) (seq 0 N).
Definition pairs (u : Z) (s : nat) : list (nat * nat) := combine (senders u s) (receivers (u - Z.of_nat L) (s + L)).
Definition item (u : Z) (s : nat) : Z := Z.of_nat s + u - Z.of_nat (L + t).

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

Lemma N_sum : N = length (concat ws).
Proof.
  unfold N, procs. clear. induction ws as [|w l IH]; [reflexivity|]. unfold word in *. cbn [flat_map concat].
  rewrite !app_length, IH, map_length, seq_length. reflexivity.
Qed.

Lemma words_nonempty w o : In (w, o) procs -> In w ws /\ (o < length w)%nat.
Proof.
  unfold procs. rewrite in_flat_map. intros (x & Hx & H). apply in_map_iff in H as (k & E & H). injection E as -> ->.
  apply in_seq in H. split; [exact Hx|lia].
Qed.

Lemma now_perm s : Permutation (map (fun q => now q s) (seq 0 N)) (concat ws).
Proof.
  unfold now. rewrite <- (map_map (fun q => nth q procs ([], 0%nat)) (at_time s)).
  unfold N. rewrite nth_map_seq'. unfold procs. clear. induction ws as [|w l IH]; [reflexivity|].
  cbn [flat_map concat]. rewrite map_app. apply Permutation_app; [|exact IH].
  rewrite map_map. unfold at_time; cbn [fst snd]. destruct w as [|e w]; [reflexivity|].
  remember (e :: w) as x. transitivity (map (fun k => nth k x dflt) (seq 0 (length x))); [|rewrite nth_map_seq'; reflexivity].
  rewrite <- (map_map (fun o => Nat.modulo (s + o) (length x)) (fun k => nth k x dflt)).
  apply Permutation_map, rotation. subst; cbn; lia.
Qed.

Lemma receivers_length v s : length (receivers v s) = count (is_recv v) (concat ws).
Proof. rewrite <- (count_perm _ _ _ (now_perm s)), count_map. reflexivity. Qed.
Lemma senders_length u s : length (senders u s) = count (is_send u) (concat ws).
Proof. rewrite <- (count_perm _ _ _ (now_perm s)), count_map. reflexivity. Qed.

Lemma receivers_In v s q : In q (receivers v s) <-> (q < N)%nat /\ rv q s = v.
Proof.
  unfold receivers. rewrite filter_In, in_seq. unfold is_recv. fold (rv q s). rewrite Z.eqb_eq. lia.
Qed.
Lemma senders_In u s q : In q (senders u s) <-> (q < N)%nat /\ sv q s = Some u.
Proof.
  unfold senders. rewrite filter_In, in_seq. unfold is_send. fold (sv q s).
  destruct (sv q s) as [x|]; [rewrite Z.eqb_eq|]; intuition (try congruence; try lia).
Qed.

(* Processor q has a word, an offset, and a position at each time. *)
Lemma proc_word q : (q < N)%nat -> exists w o, In w ws /\ (o < length w)%nat /\
  forall s, now q s = nth (Nat.modulo (s + o) (length w)) w dflt.
Proof.
  intros Hq. destruct (nth q procs ([], 0%nat)) as [w o] eqn:E. exists w, o.
  assert (In (w, o) procs) as Hi by (rewrite <- E; apply nth_In; exact Hq).
  apply words_nonempty in Hi as [H1 H2]. split; [exact H1|split; [exact H2|]].
  intros s. unfold now. rewrite E. reflexivity.
Qed.

Lemma rv_nth w k : fst (nth k w dflt) = nth k (received w) 0.
Proof. unfold received. change 0 with (fst dflt). rewrite map_nth. reflexivity. Qed.

Lemma rv_bound q s : (q < N)%nat -> 0 <= rv q s /\ (rv q s = Z.of_nat t \/ rv q s <= Z.of_nat t - Z.of_nat L).
Proof.
  intros Hq. destruct (proc_word q Hq) as (w & o & Hw & Ho & E). unfold rv. rewrite E, rv_nth.
  apply (lw_value _ _ _ (st_words _ _ _ HW w Hw)). apply nth_In. unfold received; rewrite map_length.
  apply Nat.mod_upper_bound. lia.
Qed.

Lemma find_pair (l1 l2 : list nat) p q : NoDup l1 -> In (p, q) (combine l1 l2) ->
  find (fun x => Nat.eqb (fst x) p) (combine l1 l2) = Some (p, q).
Proof.
  intros Hn Hi. destruct (find _ _) as [[p' q']|] eqn:E.
  - apply find_some in E as [E1 E2]. cbn in E2. apply Nat.eqb_eq in E2. subst p'.
    f_equal; f_equal. eapply combine_fun_l; eassumption.
  - exfalso. apply (find_none _ _ E) in Hi. cbn in Hi. rewrite Nat.eqb_refl in Hi. discriminate.
Qed.

Lemma senders_NoDup u s : NoDup (senders u s). Proof. apply NoDup_filter, seq_NoDup. Qed.
Lemma receivers_NoDup u s : NoDup (receivers u s). Proof. apply NoDup_filter, seq_NoDup. Qed.

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

Lemma delivered q s : (q < N)%nat -> 0 <= item (rv q (s + L)) (s + L) ->
  exists a, Sc a s = Some (q, Z.to_nat (item (rv q (s + L)) (s + L))).
Proof.
  intros Hq Hi. destruct (rv_bound q (s + L) Hq) as [B0 [B|B]].
  - exists None. unfold Sc. 
    assert (In q (receivers (Z.of_nat t) (s + L))) as Hin by (apply receivers_In; auto).
    pose proof (receivers_length (Z.of_nat t) (s + L)) as Hl. rewrite (st_root _ _ _ HW) in Hl.
    destruct (receivers _ _) as [|q' [|q'' l]]; cbn in Hl; try lia. destruct Hin as [->|[]].
    f_equal; f_equal. unfold item. rewrite B. lia.
  - set (v := rv q (s + L)) in *. set (u := v + Z.of_nat L).
    assert (In q (receivers (u - Z.of_nat L) (s + L))) as Hin by (apply receivers_In; split; [exact Hq|unfold u; fold v; lia]).
    destruct (combine_hit (senders u s) _ q Hin) as [p Hp].
    { rewrite receivers_length, senders_length. replace (u - Z.of_nat L) with v by (unfold u; lia).
      apply (st_rest _ _ _ HW); assumption. }
    exists (Some p). unfold Sc. pose proof (in_combine_l _ _ _ _ Hp) as H1. apply senders_In in H1 as [H1 H2]. rewrite H2.
    replace (item v (s + L)) with (item u s) in * by (unfold item, u; lia).
    destruct (Z.ltb_spec (item u s) 0); [lia|]. unfold pairs. rewrite (find_pair _ _ p q); [reflexivity|apply senders_NoDup|exact Hp].
Qed.

Lemma stationary_serves : serves L N (L + t) Sc.
Proof.
  split.
  - intros a s q i H. apply sent in H. tauto.
  - intros s q i H. unfold Sc in H. destruct (receivers _ _); [discriminate|]. injection H as _ <-. lia.
  - intros p s q i H. apply sent in H as (Hq & Hi & Hp & Hs & _). set (u := rv q (s + L) + Z.of_nat L) in *.
    assert (Z.of_nat i = item u s) as Hi' by (rewrite Hi; unfold item, u; lia). clear Hi.
    destruct (proc_word p Hp) as (w & o & Hw & Ho & E). pose proof (st_words _ _ _ HW w Hw) as LW.
    assert (nth_error w (Nat.modulo (s + o) (length w)) = Some (rv p s, Some u)) as HE.
    { rewrite (nth_error_nth' _ dflt) by (apply Nat.mod_upper_bound; lia). rewrite <- E. rewrite <- Hs. unfold rv, sv.
      destruct (now p s); reflexivity. }
    destruct (lw_held _ _ _ LW _ _ _ HE) as (Hu & d & k' & Hk' & Hd & Hv).
    assert (u + Z.of_nat d <= Z.of_nat t) as Hle.
    { rewrite <- Hv. assert (In (nth k' (received w) 0) (received w)) as Hin by (apply nth_In; unfold received; rewrite map_length; exact Hk').
      destruct (lw_value _ _ _ LW _ Hin) as [_ [?|?]]; lia. }
    unfold item in Hi'.
    assert (d + L <= s)%nat as Hds by lia.
    assert (Nat.modulo (s - d + o) (length w) = k') as Hpos.
    { pose proof (Nat.div_mod (k' + d) (length w) ltac:(lia)) as D1. pose proof (Nat.div_mod (s + o) (length w) ltac:(lia)) as D2.
      pose proof (Nat.div_mod (s - d + o) (length w) ltac:(lia)) as D3. 
      pose proof (Nat.mod_upper_bound (s - d + o) (length w) ltac:(lia)) as D4. rewrite <- Hd in D2.
      assert (Z.of_nat (Nat.modulo (s - d + o) (length w)) - Z.of_nat k' =
              (Z.of_nat (Nat.div (s + o) (length w)) - Z.of_nat (Nat.div (k' + d) (length w)) - Z.of_nat (Nat.div (s - d + o) (length w)))
              * Z.of_nat (length w)) as D5 by nia.
      apply small_mult in D5; lia. }
    destruct (delivered p (s - d - L) Hp) as (a & Ha).
    + replace (s - d - L + L)%nat with (s - d)%nat by lia. unfold rv. rewrite E, Hpos, rv_nth, Hv. unfold item. lia.
    + replace (s - d - L + L)%nat with (s - d)%nat in Ha by lia.
      exists a, (s - d - L)%nat. split; [|lia]. rewrite Ha. f_equal; f_equal.
      unfold rv. rewrite E, Hpos, rv_nth, Hv. unfold item. lia.
  - intros a b s q i j Ha Hb. apply sent in Ha as (Hq & _ & Ha). apply sent in Hb as (_ & _ & Hb).
    assert (forall p, sv p s = Some (Z.of_nat t + Z.of_nat L) -> (p < N)%nat -> False) as Q.
    { intros p Hs Hp. destruct (proc_word p Hp) as (w & o & Hw & Ho & E). pose proof (st_words _ _ _ HW w Hw) as LW.
      assert (nth_error w (Nat.modulo (s + o) (length w)) = Some (rv p s, Some (Z.of_nat t + Z.of_nat L))) as HE.
      { rewrite (nth_error_nth' _ dflt) by (apply Nat.mod_upper_bound; lia). rewrite <- E. rewrite <- Hs. unfold rv, sv.
        destruct (now p s); reflexivity. }
      destruct (lw_held _ _ _ LW _ _ _ HE) as (_ & d & k' & Hk' & _ & Hv).
      assert (In (nth k' (received w) 0) (received w)) as Hin by (apply nth_In; unfold received; rewrite map_length; exact Hk').
      destruct (lw_value _ _ _ LW _ Hin) as [_ [?|?]]; lia. }
    destruct a as [p|], b as [p'|]; try reflexivity.
    + f_equal. destruct Ha as (_ & _ & Ha), Hb as (_ & _ & Hb). eapply combine_fun_r; [apply receivers_NoDup| |]; eassumption.
    + destruct Ha as (Hp & Ha & _). rewrite Hb in Ha. destruct (Q p Ha Hp).
    + destruct Hb as (Hp & Hb & _). rewrite Ha in Hb. destruct (Q p' Hb Hp).
  - intros i q Hq. destruct (proc_word q Hq) as (w & o & Hw & Ho & E). pose proof (st_words _ _ _ HW w Hw) as LW.
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
    { apply Nat2Z.inj. rewrite Nat2Z.inj_mod. replace (Z.of_nat (s + L + o)) with (Z.of_nat (i + L + t + o) - v) by (unfold s; lia).
      rewrite Zminus_mod, <- Hk, <- Zminus_mod. replace (Z.of_nat k + v - v) with (Z.of_nat k) by lia. apply Z.mod_small. lia. }
    destruct (delivered q s Hq) as (a & Ha).
    + unfold rv. rewrite E, Hpos, rv_nth. fold v. unfold item, s. lia.
    + exists a, s. split; [|unfold s; lia]. rewrite Ha. f_equal; f_equal. unfold rv. rewrite E, Hpos, rv_nth. fold v. unfold item, s. lia.
Qed.

Lemma stationary_once : once Sc.
Proof.
  intros a b s s' q i Ha Hb.
  assert (s = s') as ->.
  { apply sent in Ha as (Hq & Ha & _). apply sent in Hb as (_ & Hb & _). rewrite Ha in Hb. unfold item in Hb.
    destruct (proc_word q Hq) as (w & o & Hw & Ho & E). pose proof (st_words _ _ _ HW w Hw) as LW.
    set (n := length w) in *. pose proof (lw_legal _ _ _ LW) as Lg. unfold legal in Lg.
    assert (length (received w) = n) as Hn by (unfold received; apply map_length). rewrite Hn in Lg.
    unfold rv in Hb. rewrite !E, !rv_nth in Hb. fold n in Hb.
    set (k := Nat.modulo (s + L + o) n) in *. set (k' := Nat.modulo (s' + L + o) n) in *.
    assert (k < n)%nat as Hk by (apply Nat.mod_upper_bound; lia). assert (k' < n)%nat as Hk' by (apply Nat.mod_upper_bound; lia).
    assert (pv (received w) k = pv (received w) k') as Hpv.
    { unfold pv. rewrite Hn. unfold k at 1, k' at 1. rewrite !Nat2Z.inj_mod, !Zplus_mod_idemp_l. f_equal. lia. }
    assert (k = k') as Hkk.
    { rewrite (NoDup_nth _ 0) in Lg. rewrite map_length, seq_length in Lg. apply (Lg k k' Hk Hk').
      rewrite !(nth_indep _ 0 (pv (received w) 0)) by (rewrite map_length, seq_length; assumption).
      rewrite !(map_nth (pv (received w))), !seq_nth by assumption. exact Hpv. }
    rewrite Hkk in Hb. lia. }
  split; [reflexivity|]. exact (sv_recv _ _ _ _ stationary_serves _ _ _ _ _ _ Ha Hb).
Qed.
End Schedule.

(* Section 8.5. *)
Theorem stationary_sound (L t : nat) ws : (1 <= L)%nat -> stationary (Z.of_nat L) (Z.of_nat t) ws ->
  possible_once L (length (concat ws)) (L + t).
Proof.
  intros HL HW. exists (Sc L t ws). rewrite <- N_sum. split; [apply stationary_serves|apply stationary_once]; assumption.
Qed.
