(* SPDX-License-Identifier: MIT *)
(* Streams that end (THEOREMS.md, section 12.5, and 9.8): the first z items of a stationary stream and, in
   the places of those that do not exist any more, M last items.  What these do does not depend on z, so one
   endgame is enough for every number of items. *)
From Coq Require Import List Arith ZArith Lia Bool.
From Steadycast Require Import Model Hall Lists Runs Stationary.
Import ListNotations.
Close Scope Z_scope.
Open Scope nat_scope.

(* ---- A stream and, from step z on, another schedule beside it. ---- *)
Section Overlay.
Variables (L N D F z M : nat) (S0 X : schedule).
Hypothesis HD : D <= F + 1.
Hypothesis HS : serves L N D S0.
Hypothesis HX : brings L N M F X.
(* who has to do with an item below z in the stream is left alone *)
Hypothesis Hfree : forall a b s q q' i c, X a s = Some (q, c) -> S0 b (z + s) = Some (q', i) -> i < z ->
  a <> b /\ q <> q'.

Definition last_items (a : option nat) (s : nat) : option (nat * nat) :=
  if s <? z then None else match X a (s - z) with Some (q, c) => Some (q, z + c) | None => None end.
Definition overlay : schedule := fun a s =>
  match S0 a s with Some (q, i) => if i <? z then Some (q, i) else last_items a s | None => last_items a s
    end.

Lemma last_items_spec a s q i :
  last_items a s = Some (q, i) <-> exists s' c, s = z + s' /\ i = z + c /\ X a s' = Some (q, c).
Proof.
  unfold last_items. destruct (Nat.ltb_spec s z).
  - split; [discriminate|]. intros (s' & c & -> & _). lia.
  - split.
    + destruct (X a (s - z)) as [[q' c]|] eqn:E; [|discriminate]. intros G. injection G as <- <-.
      exists (s - z), c. repeat split; [lia|exact E].
    + intros (s' & c & -> & -> & E). replace (z + s' - z) with s' by lia. rewrite E. reflexivity.
Qed.

Lemma overlay_spec a s q i : overlay a s = Some (q, i) <->
  S0 a s = Some (q, i) /\ i < z \/ exists s' c, s = z + s' /\ i = z + c /\ X a s' = Some (q, c).
Proof.
  unfold overlay. rewrite <- last_items_spec. destruct (S0 a s) as [[q' j]|] eqn:E.
  - destruct (Nat.ltb_spec j z) as [Hj|Hj]; split.
    + intros G. injection G as <- <-. auto.
    + intros [[G _]|G]; [exact G|exfalso]. apply last_items_spec in G as (s' & c & -> & -> & G).
      destruct (Hfree _ _ _ _ _ _ _ G E Hj) as [H _]. auto.
    + auto.
    + intros [[G Hi]|G]; [|exact G]. injection G as -> ->. lia.
  - split; [auto|]. intros [[G _]|G]; [discriminate|exact G].
Qed.

Lemma overlay_brings : brings L N (z + M) (z + F) overlay.
Proof.
  split.
  - intros a s q i E. apply overlay_spec in E as [[E Hi]|(s' & c & -> & -> & E)].
    + apply (sv_range _ _ _ _ HS) in E. lia.
    + apply (br_range _ _ _ _ _ HX) in E. lia.
  - intros p s q i E. apply overlay_spec in E as [[E Hi]|(s' & c & -> & -> & E)].
    + apply (sv_hold _ _ _ _ HS) in E as (a & s' & E & Hs). exists a, s'. split; [|exact Hs].
      apply overlay_spec. auto.
    + apply (br_hold _ _ _ _ _ HX) in E as (a & s'' & E & Hs). exists a, (z + s''). split; [|lia].
      apply overlay_spec. right. eauto.
  - intros a b s q i j E G. apply overlay_spec in E as [[E Hi]|(s' & c & -> & -> & E)];
      apply overlay_spec in G as [[G Hj]|(s'' & c' & Es & -> & G)].
    + exact (sv_recv _ _ _ _ HS _ _ _ _ _ _ E G).
    + subst s. destruct (Hfree _ _ _ _ _ _ _ G E Hi) as [_ H]. congruence.
    + destruct (Hfree _ _ _ _ _ _ _ E G Hj) as [_ H]. congruence.
    + assert (s'' = s') by lia. subst s''. exact (br_recv _ _ _ _ _ HX _ _ _ _ _ _ E G).
  - intros i q Hi Hq. destruct (Nat.lt_ge_cases i z) as [Hz|Hz].
    + destruct (sv_all _ _ _ _ HS i q Hq) as (a & s & E & Hs). exists a, s. split; [apply overlay_spec;
      auto|lia].
    + destruct (br_all _ _ _ _ _ HX (i - z) q ltac:(lia) Hq) as (a & s & E & Hs). exists a, (z + s).
      split; [|lia]. apply overlay_spec. right. exists s, (i - z). repeat split; [lia|exact E].
Qed.
End Overlay.

(* ---- A stream from step d on is a stream. ---- *)
Definition from_step (d : nat) (S0 : schedule) : schedule := fun a s =>
  match S0 a (d + s) with Some (q, i) => if i <? d then None else Some (q, i - d) | None => None end.

Lemma from_step_spec d S0 a s q i : from_step d S0 a s = Some (q, i) <-> S0 a (d + s) = Some (q, d + i).
Proof.
  unfold from_step. destruct (S0 a (d + s)) as [[q' j]|]; [|split; discriminate].
  destruct (Nat.ltb_spec j d); split; intros E; try discriminate; injection E; intros; subst; try lia;
    do 2 f_equal; lia.
Qed.

(* No item is sent before its time. *)
Lemma not_before L N D S0 : 1 <= L -> serves L N D S0 -> forall s a q i, S0 a s = Some (q, i) -> i <= s.
Proof.
  intros HL HS s. induction s as [s IH] using lt_wf_ind. intros [p|] q i E; [|eapply sv_source; eassumption].
  destruct (sv_hold _ _ _ _ HS _ _ _ _ E) as (a & s' & F & Hs). apply IH in F; lia.
Qed.

Lemma from_step_serves L N D d S0 : 1 <= L -> serves L N D S0 -> serves L N D (from_step d S0).
Proof.
  intros HL HS. split.
  - intros a s q i E. apply from_step_spec in E. eapply sv_range; eassumption.
  - intros s q i E. apply from_step_spec in E. apply (sv_source _ _ _ _ HS) in E. lia.
  - intros p s q i E. apply from_step_spec in E. apply (sv_hold _ _ _ _ HS) in E as (a & s' & E & Hs).
    pose proof (not_before _ _ _ _ HL HS _ _ _ _ E). exists a, (s' - d). split; [|lia].
    apply from_step_spec. replace (d + (s' - d)) with s' by lia. exact E.
  - intros a b s q i j E F. apply from_step_spec in E, F. exact (sv_recv _ _ _ _ HS _ _ _ _ _ _ E F).
  - intros i q Hq. destruct (sv_all _ _ _ _ HS (d + i) q Hq) as (a & s & E & Hs).
    pose proof (not_before _ _ _ _ HL HS _ _ _ _ E). exists a, (s - d). split; [|lia].
    apply from_step_spec. replace (d + (s - d)) with s by lia. exact E.
Qed.

(* ---- Stationary streams look the same again and again. ---- *)
Definition period (ws : list word) : nat := fold_right (fun w m => length w * m) 1 ws.

Lemma period_divides ws w : In w ws -> Nat.divide (length w) (period ws).
Proof.
  induction ws as [|x ws IH]; intros H; [destruct H|]. cbn [period fold_right]. fold (period ws).
  destruct H as [->|H].
  - apply Nat.divide_factor_l.
  - apply Nat.divide_mul_r. auto.
Qed.

Lemma period_positive ws : (forall w, In w ws -> w <> []) -> 1 <= period ws.
Proof.
  induction ws as [|w ws IH]; intros H; cbn [period fold_right]; [lia|]. fold (period ws).
  assert (1 <= period ws) by (apply IH; intros; apply H; right; assumption).
  assert (w <> []) by (apply H; left; reflexivity). destruct w; [congruence|cbn [length]; lia].
Qed.

Section Stream.
Variables (L t M F : nat) (ws : list word) (X : schedule).
Hypothesis HFt : L + t <= F + 1.
Hypothesis HL : 1 <= L.
Hypothesis HW : stationary (Z.of_nat L) (Z.of_nat t) ws.
Hypothesis HX : brings L (N ws) M F X.

(* The last items come where the stream would have items from z on. *)
Definition fits : Prop := forall a s q c, X a s = Some (q, c) ->
  (Z.of_nat t <= rv ws q (s + L) + Z.of_nat s)%Z /\
  match a with None => True | Some p =>
    match sv ws p s with Some u => (Z.of_nat (L + t) <= u + Z.of_nat s)%Z | None => True end end.
Hypothesis HF : fits.

Lemma now_again q s z : q < N ws -> now ws q (z * period ws + s) = now ws q s.
Proof.
  intros Hq. unfold now, Runs.now, at_time. set (x := nth q (procs ws) ([], 0)).
  assert (In x (procs ws)) as Hx by (apply nth_In; exact Hq). destruct x as [w o]. cbn [fst snd].
  apply (procs_In ws) in Hx as [Hw Ho]. f_equal.
  destruct (period_divides ws w Hw) as (m & ->).
  replace (z * (m * length w) + s + o) with (s + o + z * m * length w) by lia. apply Nat.mod_add. lia.
Qed.

(* One endgame for every number of items. *)
Lemma stream_overlay z : (forall w, In w ws -> w <> []) -> exists S0, brings L (N ws) (z + M) (z + F) S0 /\
  (single X -> single S0).
Proof.
  intros Hne. pose proof (period_positive ws Hne) as Hp. set (d := z * (period ws - 1)).
  assert (d + z = z * period ws) as Hd by (unfold d; nia).
  pose proof (from_step_serves L (N ws) (L + t) d (Sc L t ws) HL (stationary_serves L t ws HL HW)) as HS.
  exists (overlay z (from_step d (Sc L t ws)) X).
  assert (forall a b s q q' i c, X a s = Some (q, c) -> from_step d (Sc L t ws) b (z + s) = Some (q', i) -> i
    < z ->
    a <> b /\ q <> q') as Hfree.
  {
  intros a b s q q' i c E G Hi. apply from_step_spec in G. replace (d + (z + s)) with (z * period ws + s) in
    G by lia.
  apply (stream_sent L t ws HL) in G as (Hq' & Hitem & Hb). destruct (HF _ _ _ _ E) as [F1 F2].
  assert (rv ws q' (z * period ws + s + L) = rv ws q' (s + L)) as Er.
  { unfold rv. replace (z * period ws + s + L) with (z * period ws + (s + L)) by lia.
    rewrite now_again by exact Hq'.
    reflexivity. }
  rewrite Er in Hitem, Hb. unfold item in Hitem. split; intros <-.
  - destruct a as [p|]; [|lia]. destruct Hb as (Hp' & Hs & _). unfold sv in Hs.
    rewrite now_again in Hs by exact Hp'.
    fold (sv ws p s) in Hs. rewrite Hs in F2. lia.
  - lia. }
  split; [apply (overlay_brings L (N ws) (L + t)); assumption|]. intros HX1 s s' q q' i E G.
  apply (overlay_spec (L + t) F z _ X HFt Hfree) in E, G.
  assert (forall s q i, from_step d (Sc L t ws) None s = Some (q, i) -> i = s) as Q.
  { intros x y j K. apply from_step_spec, stream_source in K. lia. }
  destruct E as [[E Hi]|(x & c & -> & -> & E)], G as [[G Hj]|(y & c' & -> & Ec & G)]; try lia.
  - apply Q in E, G. congruence.
  - assert (c' = c) as -> by lia. rewrite (HX1 _ _ _ _ _ E G). reflexivity.
Qed.

Theorem stream_ends z : (forall w, In w ws -> w <> []) -> items_possible L (N ws) (z + M) (z + F).
Proof. intros Hne. destruct (stream_overlay z Hne) as (S0 & H & _). exists S0. exact H. Qed.

(* If the source sends the last items once, it sends all items once. *)
Theorem stream_ends_single z : (forall w, In w ws -> w <> []) -> single X -> single_possible L (N ws) (z + M)
  (z + F).
Proof. intros Hne H1. destruct (stream_overlay z Hne) as (S0 & H & H2). exists S0. auto. Qed.
End Stream.
