(* SPDX-License-Identifier: MIT *)
(* L = 2 (THEOREMS.md, sections 9.4 and 9.8): for each N the heads of words and the loops, a tree from the
   root t down. f_(t+1) - 1 - 2N is spent on loops, the largest first: a loop v costs f_v - 2. *)
From Coq Require Import List Arith ZArith Lia Bool.
From Steadycast Require Import Model Tree Hall Lists.
Import ListNotations.
Close Scope Z_scope.
Open Scope nat_scope.

Definition equal (v : nat) (l : list nat) : nat := count (Nat.eqb v) l.
Definition least (v : nat) (l : list nat) : nat := count (Nat.leb v) l.

Lemma least_step v l : least v l = equal v l + least (S v) l.
Proof.
  unfold least, equal. induction l as [|x l IH]; [reflexivity|]. rewrite !count_cons, IH.
  destruct (Nat.leb_spec v x), (Nat.eqb_spec v x), (Nat.leb_spec (S v) x); lia.
Qed.
Lemma least_all v l : (forall x, In x l -> v <= x) -> least v l = length l.
Proof.
  intros H. unfold least. induction l as [|x l IH]; [reflexivity|]. rewrite count_cons, IH by (intros;
    apply H; right; assumption).
  pose proof (H x (or_introl eq_refl)). destruct (Nat.leb_spec v x); [reflexivity|lia].
Qed.
Lemma equal_none v l : (forall x, In x l -> x <> v) -> equal v l = 0.
Proof. intros H. apply count_0. intros x Hx. apply Nat.eqb_neq. intros E. apply (H x Hx). congruence. Qed.
Lemma equal_app v l m : equal v (l ++ m) = equal v l + equal v m. Proof. apply count_app. Qed.
Lemma least_app v l m : least v (l ++ m) = least v l + least v m. Proof. apply count_app. Qed.
Lemma equal_repeat v w m : equal v (repeat w m) = if v =? w then m else 0.
Proof. unfold equal. induction m as [|m IH]; cbn [repeat]; [destruct (v =? w); reflexivity|].
  rewrite count_cons, IH. destruct (v =? w); lia. Qed.
Lemma least_repeat v w m : least v (repeat w m) = if v <=? w then m else 0.
Proof. unfold least. induction m as [|m IH]; cbn [repeat]; [destruct (v <=? w); reflexivity|].
  rewrite count_cons, IH. destruct (v <=? w); lia. Qed.
Lemma least_le v w l : v <= w -> least w l <= least v l.
Proof. intros H. induction H as [|w H IH]; [lia|]. rewrite (least_step w) in IH. lia. Qed.
Lemma sum_repeat w m : list_sum (repeat w m) = m * w.
Proof. induction m as [|m IH]; [reflexivity|]. cbn [repeat list_sum fold_right].
  fold (list_sum (repeat w m)). lia. Qed.

(* f_n as an integer. *)
Definition fz (n : nat) : Z := Z.of_nat (f 2 n).
Lemma fz_step n : fz (S (S n)) = (fz (S n) + fz n)%Z.
Proof. unfold fz. rewrite (f_step 2 (S (S n))) by lia. replace (S (S n) - 1) with (S n) by lia.
  replace (S (S n) - 2) with n by lia. lia. Qed.
Lemma fz_pos n : (1 <= fz n)%Z.
Proof. unfold fz. pose proof (f_pos 2 n). lia. Qed.
Lemma fz_mono m n : m <= n -> (fz m <= fz n)%Z.
Proof. intros H. unfold fz. pose proof (f_mono 2 m n). lia. Qed.

Section Tree.
Variables (t N : nat).

(* How many nodes of value v there are: children of heads above v + 1 and of loops v + 2. *)
Definition nodes (v : nat) (heads loops : list nat) : nat := least (v + 2) heads + equal (v + 2) loops.

(* All nodes above v are there; r is still to be spent. *)
Record grown (v : nat) (heads loops : list nat) (r : Z) : Prop := {
  gr_heads : forall h, In h heads -> v + 1 <= h /\ (h = t \/ h + 2 <= t);
  gr_loops : forall l, In l loops -> v + 1 <= l /\ l + 2 <= t /\ 3 <= l;
  gr_root : equal t heads = 1;
  gr_kids : forall w, v < w -> w + 2 <= t -> equal w heads + equal w loops = nodes w heads loops;
  gr_sum : list_sum heads + least (v + 3) loops + 1 = length heads * (v + 1) + length heads + length loops +
    least (v + 2) heads;
  gr_few : forall w, 5 <= w -> equal w loops <= 1;
  gr_size : (1 + 2 * Z.of_nat (list_sum heads) - 3 * Z.of_nat (length heads) + 2 * Z.of_nat (length loops)
    + Z.of_nat (nodes v heads loops) * (fz (v + 1) - 2)
    + Z.of_nat (length heads + equal (v + 1) loops) * (fz (v + 2) - 2 * Z.of_nat v - 1)
    - Z.of_nat (equal (v + 1) loops) * (fz (v + 1) - 2 * Z.of_nat v + 1) - r = 2 * Z.of_nat N)%Z }.

Lemma grown_start : 4 <= t -> grown (t - 2) [t] [] (fz (t + 1) - 1 - 2 * Z.of_nat N).
Proof.
  intros Ht. split.
  - intros h [<-|[]]. lia.
  - intros l [].
  - unfold equal, count. cbn. rewrite Nat.eqb_refl. reflexivity.
  - intros w H1 H2. lia.
  - rewrite (least_all _ [t]) by (intros x [<-|[]]; lia). cbn. lia.
  - intros w _. cbn. lia.
  - unfold nodes. rewrite (least_all _ [t]) by (intros x [<-|[]]; lia).
    cbn [equal count filter length list_sum fold_right].
    replace (t - 2 + 1) with (t - 1) by lia. replace (t - 2 + 2) with t by lia.
      replace (t + 1) with (S (S (t - 1))) by lia.
    rewrite fz_step. replace (S (t - 1)) with t by lia. unfold equal, count. cbn [filter length]. lia.
Qed.

(* The nodes of value v: x loops, the others heads. *)
Lemma grow v heads loops r x : 2 <= v -> v + 2 <= t -> x <= nodes v heads loops -> (v = 2 -> x = 0) -> (5 <=
  v -> x <= 1) ->
  grown v heads loops (r + Z.of_nat x * (fz v - 2)) ->
  grown (v - 1) (repeat v (nodes v heads loops - x) ++ heads) (repeat v x ++ loops) r.
Proof.
  intros Hv Ht Hx Hx2 Hx5 [G1 G2 G3 G4 G5 G6 G7]. set (a := nodes v heads loops) in *.
  assert (forall w, w <= v + 1 -> least w heads = length heads) as Lh.
  { intros w Hw. apply least_all. intros h Hh. apply G1 in Hh. lia. }
  assert (forall w, w <= v -> equal w heads = 0 /\ equal w loops = 0) as Z0.
  { intros w Hw. split; apply equal_none; intros h Hh; [apply G1 in Hh|apply G2 in Hh]; lia. }
  destruct (Z0 v ltac:(lia)) as [Zh Zl].
  assert (forall w, v < w -> nodes w (repeat v (a - x) ++ heads) (repeat v x ++ loops) = nodes w heads loops)
    as Nw.
  { intros w Hw. unfold nodes. rewrite least_app, equal_app, least_repeat, equal_repeat.
    destruct (Nat.leb_spec (w + 2) v), (Nat.eqb_spec (w + 2) v); lia. }
  split.
  - intros h Hh. apply in_app_or in Hh as [Hh|Hh]; [apply repeat_spec in Hh; lia|apply G1 in Hh; lia].
  - intros l Hl. apply in_app_or in Hl as [Hl|Hl]; [|apply G2 in Hl; lia]. destruct x as [|x]; [destruct Hl|].
    apply repeat_spec in Hl. lia.
  - rewrite equal_app, equal_repeat, G3. destruct (Nat.eqb_spec t v); lia.
  - intros w H1 H2. rewrite !equal_app, !equal_repeat. destruct (Nat.eqb_spec w v) as [->|Hne].
    + rewrite Zh, Zl. unfold nodes. rewrite least_app, equal_app, least_repeat, equal_repeat.
      destruct (Nat.leb_spec (v + 2) v), (Nat.eqb_spec (v + 2) v); try lia. unfold a, nodes in *. lia.
    + rewrite Nw by lia. rewrite <- (G4 w) by lia. lia.
  - rewrite list_sum_app, sum_repeat, !app_length, !repeat_length, !least_app, !least_repeat.
    replace (v - 1 + 3) with (v + 2) by lia. replace (v - 1 + 2) with (v + 1) by lia.
      replace (v - 1 + 1) with v by lia.
    rewrite (Lh (v + 1)) by lia. destruct (Nat.leb_spec (v + 2) v), (Nat.leb_spec (v + 1) v); try lia.
    pose proof (least_step (v + 2) loops) as E. replace (S (v + 2)) with (v + 3) in E by lia.
      unfold a, nodes in *. nia.
  - intros w Hw. rewrite equal_app, equal_repeat. destruct (Nat.eqb_spec w v) as [->|Hne]; [rewrite Zl;
    lia|apply G6; lia].
  - rewrite list_sum_app, sum_repeat, !app_length, !repeat_length, equal_app, equal_repeat.
    replace (v - 1 + 1) with v by lia. replace (v - 1 + 2) with (v + 1) by lia. rewrite Nat.eqb_refl, Zl.
    assert (nodes (v - 1) (repeat v (a - x) ++ heads) (repeat v x ++ loops) = length heads + equal (v + 1)
      loops) as ->.
    { unfold nodes. replace (v - 1 + 2) with (v + 1) by lia. rewrite least_app, equal_app, least_repeat,
      equal_repeat, (Lh (v + 1)) by lia.
      destruct (Nat.leb_spec (v + 1) v), (Nat.eqb_spec (v + 1) v); lia. }
    replace (v + 2) with (S (S v)) in G7 by lia. rewrite fz_step in G7.
      replace (S v) with (v + 1) in G7 by lia.
    rewrite <- G7. replace (Z.of_nat (v - 1)) with (Z.of_nat v - 1)%Z by lia.
    rewrite !Nat2Z.inj_add, Nat2Z.inj_mul, Nat2Z.inj_sub by exact Hx. ring.
Qed.

(* The root is above. *)
Lemma root_above v heads loops r : grown v heads loops r -> forall w, w <= t -> 1 <= least w heads.
Proof.
  intros G w Hw. pose proof (gr_root _ _ _ _ G) as R. pose proof (least_le w t heads Hw).
    rewrite (least_step t) in H. lia.
Qed.

(* Loops v >= 5, the largest first. *)
Lemma grow_to_4 v : 4 <= v -> v + 2 <= t -> forall heads loops r, (0 <= r <= fz (v + 1) - 1)%Z -> grown v
  heads loops r ->
  exists heads' loops' r', (0 <= r' <= 7)%Z /\ grown 4 heads' loops' r' /\ (exists more, loops' = more ++
    loops) /\
    (5 <= v -> (fz v - 2 <= r)%Z -> 1 <= equal v loops').
Proof.
  intros H. induction H as [|v H IH]; intros Hv heads loops r Hr G.
  - exists heads, loops, r. split; [change (fz (4 + 1)) with 8%Z in Hr; lia|]. split; [exact G|split;
    [exists []; reflexivity|lia]].
  - assert (1 <= nodes (S v) heads loops) as Hn by (unfold nodes; pose proof (root_above _ _ _ _ G (S v + 2)
    ltac:(lia)); lia).
    pose proof (fz_step v) as F. pose proof (fz_step (v - 1)) as F'.
      replace (S (S (v - 1))) with (S v) in F' by lia.
    replace (S (v - 1)) with v in F' by lia. pose proof (fz_mono 2 (v - 1) ltac:(lia)) as F2.
      change (fz 2) with 2%Z in F2.
    replace (S v + 1) with (S (S v)) in Hr by lia.
    destruct (Z.le_gt_cases (fz (S v) - 2) r) as [Hle|Hgt].
    + destruct (IH ltac:(lia) (repeat (S v) (nodes (S v) heads loops - 1) ++ heads) (repeat (S v) 1 ++ loops)
      (r - (fz (S v) - 2))%Z)
        as (h' & l' & r' & A1 & A2 & (more & ->) & _).
      * replace (v + 1) with (S v) by lia. lia.
      * replace v with (S v - 1) at 1 by lia. apply (grow (S v) heads loops _ 1); try lia.
        replace (r - (fz (S v) - 2) + Z.of_nat 1 * (fz (S v) - 2))%Z with r by lia. exact G.
      * exists h', (more ++ repeat (S v) 1 ++ loops), r'. split; [exact A1|split; [exact A2|split]].
        -- exists (more ++ repeat (S v) 1). apply app_assoc.
        -- intros _ _. rewrite !equal_app, equal_repeat, Nat.eqb_refl. lia.
    + destruct (IH ltac:(lia) (repeat (S v) (nodes (S v) heads loops - 0) ++ heads) (repeat (S v) 0 ++ loops)
      r)
        as (h' & l' & r' & A1 & A2 & A3 & _).
      * replace (v + 1) with (S v) by lia. lia.
      * replace v with (S v - 1) at 1 by lia. apply (grow (S v) heads loops _ 0); try lia.
        replace (r + Z.of_nat 0 * (fz (S v) - 2))%Z with r by lia. exact G.
      * exists h', l', r'. split; [exact A1|split; [exact A2|split; [exact A3|lia]]].
Qed.

(* All nodes: those of 4 and more, and how many of 3 and of 2. *)
Theorem tree_exists : 8 <= t -> f 2 t <= 2 * N -> 2 * N + 1 <= f 2 (t + 1) -> exists large loops o3 o2,
  (forall h, In h large -> 4 <= h) /\ o3 <= length large + 1 /\ grown 1 (repeat 2 o2 ++ repeat 3 o3 ++ large)
    loops 0 /\
  equal 4 loops <= 2 /\ (N <= f 2 (t - 1) -> 1 <= equal (t - 2) loops).
Proof.
  intros Ht H1 H2. pose proof (grown_start ltac:(lia)) as G0.
  pose proof (fz_step (t - 1)) as F. replace (S (S (t - 1))) with (t + 1) in F by lia.
    replace (S (t - 1)) with t in F by lia.
  unfold fz in F at 1 2.
  destruct (grow_to_4 (t - 2) ltac:(lia) ltac:(lia) [t] [] (fz (t + 1) - 1 - 2 * Z.of_nat N)%Z)
    as (h4 & l4 & r & Hr & G4 & _ & Htop); [|exact G0|].
  { replace (t - 2 + 1) with (t - 1) by lia. unfold fz in *. lia. }
  set (x := Z.to_nat (r / 3)). set (q := Z.to_nat (r mod 3)).
  assert ((r = Z.of_nat x * 3 + Z.of_nat q)%Z /\ x <= 2 /\ q <= 2) as (Er & Hx & Hq).
  { unfold x, q. pose proof (Z.div_mod r 3 ltac:(lia)). pose proof (Z.mod_pos_bound r 3 ltac:(lia)).
    assert (0 <= r / 3 < 3)%Z by (split; [apply Z.div_pos; lia|apply Z.div_lt_upper_bound; lia]). lia. }
  assert (2 <= nodes 4 h4 l4) as N4.
  { pose proof (gr_kids _ _ _ _ G4 6 ltac:(lia) ltac:(lia)) as K. unfold nodes in *. cbn [Nat.add] in *.
    pose proof (root_above _ _ _ _ G4 8 ltac:(lia)). pose proof (least_step 6 h4).
      pose proof (least_step 7 h4). lia. }
  pose proof (grow 4 h4 l4 (Z.of_nat q) x ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia)) as G3.
  change (fz 4 - 2)%Z with 3%Z in G3. replace (Z.of_nat q + Z.of_nat x * 3)%Z with r in G3 by lia.
    specialize (G3 G4).
  change (4 - 1) with 3 in G3. set (h3 := repeat 4 _ ++ h4) in G3. set (l3 := repeat 4 x ++ l4) in G3.
  assert (2 <= nodes 3 h3 l3) as N3.
  { pose proof (gr_kids _ _ _ _ G3 5 ltac:(lia) ltac:(lia)) as K. unfold nodes in *. cbn [Nat.add] in *.
    pose proof (root_above _ _ _ _ G3 7 ltac:(lia)). pose proof (least_step 5 h3).
      pose proof (least_step 6 h3). lia. }
  pose proof (grow 3 h3 l3 0 q ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia)) as G2.
  change (fz 3 - 2)%Z with 1%Z in G2. replace (0 + Z.of_nat q * 1)%Z with (Z.of_nat q) in G2 by lia.
    specialize (G2 G3).
  change (3 - 1) with 2 in G2. set (o3 := nodes 3 h3 l3 - q) in G2. set (h2 := repeat 3 o3 ++ h3) in G2.
    set (l2 := repeat 3 q ++ l3) in G2.
  pose proof (grow 2 h2 l2 0 0 ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia)) as G1.
  replace (0 + Z.of_nat 0 * (fz 2 - 2))%Z with 0%Z in G1 by lia. specialize (G1 G2).
    change (2 - 1) with 1 in G1.
  exists h3, (repeat 2 0 ++ l2), o3, (nodes 2 h2 l2 - 0). split; [|split; [|split; [exact G1|split]]].
  - intros h Hh. apply (gr_heads _ _ _ _ G3) in Hh. lia.
  - unfold o3, nodes. cbn [Nat.add]. pose proof (gr_few _ _ _ _ G3 5 ltac:(lia)).
    pose proof (least_le 4 5 h3 ltac:(lia)) as K.
    rewrite (least_all 4 h3) in K by (intros h Hh; apply (gr_heads _ _ _ _ G3) in Hh; lia). lia.
  - unfold l2, l3. rewrite !equal_app, !equal_repeat. cbn [Nat.eqb].
    rewrite (equal_none 4 l4) by (intros l Hl; apply (gr_loops _ _ _ _ G4) in Hl; lia). lia.
  - intros HN. unfold l2, l3. rewrite !equal_app. assert (1 <= equal (t - 2) l4); [|lia]. apply Htop; [lia|].
    pose proof (fz_step (t - 2)) as F'. replace (S (S (t - 2))) with t in F' by lia.
      replace (S (t - 2)) with (t - 1) in F' by lia.
    unfold fz in *. lia.
Qed.
End Tree.
