(* SPDX-License-Identifier: MIT *)
(* L = 2 (THEOREMS.md, section 9.8): the words of all heads of a tree of EndgameTree.v make a stream with an
   endgame.  As many leaves 2 and words of the second kind are chosen as zeros ask for, and the pairs 2 0
   are dealt to the words. *)
From Coq Require Import List Arith ZArith Lia Bool Permutation.
From Steadycast Require Import Model Tree Hall Lists Runs Stationary EndgameTwo EndgameTree EndgameWords.
Import ListNotations.
Close Scope Z_scope.
Open Scope nat_scope.

Notation item := (nat * bool)%type.
Notation dealt := (nat * bool * nat)%type.
Definition room (x : item) : nat := (fst x - base (snd x)) / 2.
Definition seconds (l : list item) : nat := count snd l.

(* Pairs are dealt to words that have room for them. *)
Lemma deal (l : list item) : (forall x, In x l -> base (snd x) <= fst x) -> forall k, k <= list_sum (map room
  l) ->
  exists ds : list dealt, map fst ds = l /\ (forall d, In d ds -> fits d) /\ list_sum (map snd ds) = k.
Proof.
  induction l as [|[v b] l IH]; intros Hl k Hk.
  - exists []. cbn in *. repeat split; [intros d []|lia].
  - cbn [map list_sum fold_right] in Hk. fold (list_sum (map room l)) in Hk.
    set (c := Nat.min k (room (v, b))). destruct (IH (fun x Hx => Hl x (or_intror Hx)) (k - c)) as (ds & H1 &
      H2 & H3); [lia|].
    exists ((v, b, c) :: ds). cbn [map list_sum fold_right fst snd]. fold (list_sum (map snd ds)). split;
      [congruence|split; [|lia]].
    intros d [<-|Hd]; [|auto]. pose proof (Hl (v, b) (or_introl eq_refl)) as Hb. cbn [fst snd] in Hb.
      unfold fits.
    unfold room in c. cbn [fst snd] in c. pose proof (Nat.div_mod (v - base b) 2 ltac:(lia)). lia.
Qed.

(* Half of the room is lost in words of odd length only. *)
Lemma room_sum (l : list item) : (forall x, In x l -> base (snd x) <= fst x) ->
  list_sum (map fst l) <= 2 * list_sum (map room l) + least 3 (map fst l) + 2 * length l + 2 * seconds l.
Proof.
  intros Hl. induction l as [|[v b] l IH]; [cbn; lia|]. specialize (IH (fun x Hx => Hl x (or_intror Hx))).
  pose proof (Hl (v, b) (or_introl eq_refl)) as Hb. cbn [fst snd] in Hb. unfold seconds, least in *.
  cbn [map list_sum fold_right fst snd length]. fold (list_sum (map fst l)). fold (list_sum (map room l)).
    rewrite !count_cons.
  unfold room at 1. cbn [fst snd]. pose proof (Nat.div_mod (v - base b) 2 ltac:(lia)).
  pose proof (Nat.mod_upper_bound (v - base b) 2 ltac:(lia)).
  set (x := (v - base b) / 2) in *. set (y := (v - base b) mod 2) in *. clearbody x y.
  destruct b; cbn [base] in *; destruct (Nat.leb_spec 3 v); lia.
Qed.

(* What the words of ds receive and send. *)
Section Words.
Variable ds : list dealt.
Hypothesis Hds : forall d, In d ds -> fits d.
Notation vs := (map fst (map fst ds)).
Notation words := (concat (map word_of ds)).
Notation dealt_pairs := (list_sum (map snd ds)).

Ltac words_induction := revert Hds; induction ds as [|[[v b] c] l IH]; intros Hds;
  [reflexivity|specialize (IH (fun d Hd => Hds d (or_intror Hd))); pose proof (Hds (v, b, c) (or_introl
    eq_refl)) as Hf;
   pose proof (fun x => word_recv v b c x Hf) as Hr; pose proof (fun u => word_send v b c u Hf) as Hs;
   unfold equal, least, seconds in *; cbn [map list_sum fold_right concat length fst snd] in *;
   fold (list_sum (map snd l)) in *; fold (list_sum (map fst (map fst l))) in *;
   rewrite ?count_app, ?count_cons, ?app_length in *; unfold fits in Hf; try (rewrite Hr by lia);
     try (rewrite Hs by lia);
   cbn [fst snd] in *].

Lemma words_recv x : 3 <= x -> count (is_recv (Z.of_nat x)) words = equal x vs.
Proof.
  intros Hx. words_induction. rewrite IH. destruct (Nat.eqb_spec x v), (Nat.eqb_spec x 1), (Nat.eqb_spec x
    2), (Nat.eqb_spec x 0); lia.
Qed.
Lemma words_recv_2 : count (is_recv (Z.of_nat 2)) words = equal 2 vs + dealt_pairs.
Proof. words_induction. rewrite IH. destruct (Nat.eqb_spec 2 v); cbn; lia. Qed.
Lemma words_recv_1 : count (is_recv (Z.of_nat 1)) words + 2 * dealt_pairs + 2 * length ds + 2 * seconds (map
  fst ds) = list_sum vs.
Proof. words_induction. rewrite <- IH. destruct (Nat.eqb_spec 1 v), b; cbn [base Nat.eqb] in *; lia. Qed.
Lemma words_recv_0 : count (is_recv (Z.of_nat 0)) words = dealt_pairs + seconds (map fst ds).
Proof. words_induction. rewrite IH. destruct (Nat.eqb_spec 0 v), b; cbn [base Nat.eqb] in *; lia. Qed.
Lemma words_send u : 3 <= u -> count (is_send (Z.of_nat u)) words = least u vs.
Proof. intros Hu. words_induction. rewrite IH. destruct (Nat.leb_spec u v), (Nat.eqb_spec u 2), b;
  cbn [andb negb]; lia. Qed.
Lemma words_send_2 : count (is_send (Z.of_nat 2)) words + seconds (map fst ds) = length ds.
Proof. words_induction. rewrite <- IH. destruct (Nat.leb_spec 2 v), b; cbn [andb negb base Nat.eqb] in *;
  lia. Qed.
Lemma words_length : length words + length ds + seconds (map fst ds) = list_sum vs.
Proof.
  words_induction. rewrite <- IH. pose proof (letters_length v b c Hf). unfold word_of.
  rewrite Instance.mk_length. cbn [length]. destruct b; lia.
Qed.
End Words.

(* What the loops receive and send. *)
Lemma loops_recv x l : count (is_recv (Z.of_nat x)) (concat (map loop l)) = equal x l.
Proof.
  unfold equal. induction l as [|v l IH]; [reflexivity|]. cbn [map concat].
    rewrite count_app, count_cons, IH. f_equal.
  unfold loop. rewrite Instance.mk_recvs, count_cons, count_nil. destruct (Z.eqb_spec (Z.of_nat x) (Z.of_nat
    v)), (Nat.eqb_spec x v); lia.
Qed.
Lemma loops_send x l : count (is_send (Z.of_nat x)) (concat (map loop l)) = equal x l.
Proof.
  unfold equal. induction l as [|v l IH]; [reflexivity|]. cbn [map concat].
    rewrite count_app, count_cons, IH. f_equal.
  unfold loop. rewrite Instance.mk_sends. cbn [length].
  destruct (Z.ltb_spec (Z.of_nat v - Z.of_nat 1) (Z.of_nat x)), (Z.leb_spec (Z.of_nat x) (Z.of_nat v)),
    (Nat.eqb_spec x v); cbn; lia.
Qed.
Lemma loops_length l : length (concat (map loop l)) = length l.
Proof. induction l as [|v l IH]; [reflexivity|]. cbn [map concat length]. rewrite app_length, IH.
  reflexivity. Qed.

Lemma sum_pair (b : bool) (l : list nat) : map fst (map (fun v => (v, b)) l) = l.
Proof. induction l as [|v l IH]; cbn; [|rewrite IH]; reflexivity. Qed.
Lemma seconds_pair (b : bool) l : seconds (map (fun v : nat => (v, b)) l) = if b then length l else 0.
Proof. unfold seconds, count. induction l as [|v l IH]; cbn; [destruct b; reflexivity|]. destruct b; cbn;
  lia. Qed.

(* ---- The stream. ---- *)
Section Stream.
Variables (t N o2 o3 : nat) (large loops : list nat).
Hypothesis Ht : 5 <= t.
Hypothesis Hlarge : forall h, In h large -> 4 <= h.
Hypothesis Ho3 : o3 <= length large + 1.
Notation heads := (repeat 2 o2 ++ repeat 3 o3 ++ large).
Hypothesis HG : grown t N 1 heads loops 0.

Notation O := (length heads).
Definition half : nat := (O - 1) / 2.
Definition leaves : nat := Nat.min half o2.                 (* leaves 2 *)
Definition others : nat := half - leaves.                   (* words of the second kind *)
Definition items : list item :=
  map (fun v => (v, false)) (repeat 2 (o2 - leaves) ++ repeat 3 o3 ++ skipn others large) ++
  map (fun v => (v, true)) (firstn others large).

Lemma sizes : (2 * N + 2 * O = 2 * list_sum heads + 2 * length loops - 2 * half /\ O = 2 * half + 1 /\ 2 *
  half <= 2 * list_sum heads)%nat.
Proof.
  pose proof (gr_size _ _ _ _ _ _ HG) as E. cbn [Nat.add] in E. change (fz 2) with 2%Z in E.
    change (fz 3) with 3%Z in E.
  assert (equal 2 loops = 0) as Z0 by (apply equal_none; intros l Hl; apply (gr_loops _ _ _ _ _ _ HG) in Hl;
    lia).
  rewrite Z0 in E. assert (O <= list_sum heads) as Hs.
  { generalize (gr_heads _ _ _ _ _ _ HG). generalize heads as l. induction l as [|x l IH]; intros H; [cbn;
    lia|].
    cbn [length list_sum fold_right]. fold (list_sum l). pose proof (H x (or_introl eq_refl)).
      specialize (IH (fun y Hy => H y (or_intror Hy))). lia. }
  unfold half. pose proof (Nat.div_mod (O - 1) 2 ltac:(lia)). pose proof (Nat.mod_upper_bound (O - 1) 2
    ltac:(lia)).
  set (x := (O - 1) / 2) in *. set (y := (O - 1) mod 2) in *. set (s := list_sum heads) in *.
    set (o := O) in *. clearbody x y s o. lia.
Qed.

Lemma others_room : others <= length large.
Proof.
  destruct sizes as (_ & E & _). unfold others, leaves. rewrite !app_length, !repeat_length in E. lia.
Qed.

Lemma items_values x : equal x (map fst items) + (if x =? 2 then leaves else 0) = equal x heads.
Proof.
  unfold items. rewrite map_app, !sum_pair, !equal_app, !equal_repeat.
  assert (equal x large = equal x (skipn others large) + equal x (firstn others large)) as ->.
  { rewrite <- (firstn_skipn others large) at 1. rewrite equal_app. lia. }
  unfold leaves. destruct (x =? 2); lia.
Qed.
Lemma items_least u : 3 <= u -> least u (map fst items) = least u heads.
Proof.
  intros Hu. unfold items. rewrite map_app, !sum_pair, !least_app, !least_repeat.
  assert (least u large = least u (skipn others large) + least u (firstn others large)) as ->.
  { rewrite <- (firstn_skipn others large) at 1. rewrite least_app. lia. }
  destruct (Nat.leb_spec u 2); lia.
Qed.
Lemma items_sum : list_sum (map fst items) + 2 * leaves = list_sum heads.
Proof.
  unfold items. rewrite map_app, !sum_pair, !list_sum_app, !sum_repeat.
  assert (list_sum large = list_sum (firstn others large) + list_sum (skipn others large)) as ->.
  { rewrite <- (firstn_skipn others large) at 1. apply list_sum_app. }
  unfold leaves. lia.
Qed.
Lemma items_number : length items + leaves = O /\ seconds items = others.
Proof.
  pose proof others_room as Hr. unfold items, seconds. rewrite count_app.
    fold (seconds (map (fun v => (v, false)) (repeat 2 (o2 - leaves) ++ repeat 3 o3 ++ skipn others large))).
  fold (seconds (map (fun v => (v, true)) (firstn others large))). rewrite !seconds_pair.
  rewrite !app_length, !map_length, !app_length, !repeat_length, skipn_length, firstn_length.
    unfold leaves in *. lia.
Qed.
Lemma items_base x : In x items -> base (snd x) <= fst x /\ In (fst x) heads.
Proof.
  intros Hx. unfold items in Hx. apply in_app_or in Hx as [Hx|Hx]; apply in_map_iff in Hx as (v & <- & Hv);
    cbn [fst snd base].
  - apply in_app_or in Hv as [Hv|Hv].
    + pose proof Hv as Hv'. apply repeat_spec in Hv. subst v. split; [lia|]. apply in_or_app. left.
      assert (1 <= o2) by (unfold leaves in Hv'; destruct o2; [destruct Hv'|lia]). destruct o2; [lia|left;
        reflexivity].
    + apply in_app_or in Hv as [Hv|Hv].
      * pose proof Hv as Hv'. apply repeat_spec in Hv. subst v. split; [lia|]. apply in_or_app. right.
        apply in_or_app. left. exact Hv'.
      * assert (In v large) as Hv' by (rewrite <- (firstn_skipn others large); apply in_or_app; right;
        exact Hv).
        split; [apply Hlarge in Hv'; lia|]. apply in_or_app. right. apply in_or_app. right. exact Hv'.
  - assert (In v large) as Hv' by (rewrite <- (firstn_skipn others large); apply in_or_app; left; exact Hv).
    split; [apply Hlarge in Hv'; lia|]. apply in_or_app. right. apply in_or_app. right. exact Hv'.
Qed.

(* All fillings together have the cells that are needed. *)
Lemma cells : list_sum heads = 2 * O + 2 * half + equal 3 loops + least 3 heads.
Proof.
  pose proof (gr_sum _ _ _ _ _ _ HG) as E. cbn [Nat.add] in E. destruct sizes as (_ & E2 & _).
  pose proof (least_step 3 loops) as E3. rewrite (least_all 3 loops) in E3 by (intros l Hl;
    apply (gr_loops _ _ _ _ _ _ HG) in Hl; lia). lia.
Qed.
Lemma room_enough : leaves <= list_sum (map room items).
Proof.
  pose proof (room_sum items (fun x Hx => proj1 (items_base x Hx))) as R. pose proof items_sum.
    pose proof cells.
  destruct items_number as [I1 I2]. rewrite I2, (items_least 3) in R by lia. destruct sizes as (_ & E2 & _).
    unfold others in *.
  assert (leaves <= half) by (unfold leaves; lia). lia.
Qed.

Theorem stream_words : exists ds, (forall d, In d ds -> fits d) /\
  (forall u, 3 <= u -> least u (map fst (map fst ds)) = least u heads) /\
  let ws := map word_of ds ++ map loop loops in length (concat ws) = N /\ stationary 2 (Z.of_nat t) ws /\
  (forall w, In w ws -> w <> []) /\ (forall w, In w ws -> two_balls w) /\
  count (is_send 2) (concat ws) = count (is_recv 0) (concat ws) + 1.
Proof.
  destruct (deal items (fun x Hx => proj1 (items_base x Hx)) leaves room_enough) as (ds & D1 & D2 & D3).
  set (ws := map word_of ds ++ map loop loops).
  pose proof sizes as (S1 & S2 & S3). pose proof items_sum as I0. destruct items_number as [I1 I2].
    pose proof cells as C.
  assert (length ds = length items) as Hl by (rewrite <- D1, map_length; reflexivity).
  assert (leaves + others = half) as Hh by (unfold others, leaves; lia).
  assert (forall l, In l loops -> 3 <= l /\ l + 2 <= t) as Hloops by (intros l Hl';
    apply (gr_loops _ _ _ _ _ _ HG) in Hl'; lia).
  assert (forall x, x < 3 \/ x = t -> equal x loops = 0) as Z0 by (intros x Hx; apply equal_none;
    intros l Hl'; apply Hloops in Hl'; lia).
  assert (forall w, In w ws -> two_balls w /\ legal_word 2 (Z.of_nat t) w) as Hgood.
  { intros w Hw. apply in_app_or in Hw as [Hw|Hw]; apply in_map_iff in Hw as (d & <- & Hd).
    - destruct d as [[v b] c]. apply word_good; [apply D2, Hd|lia|].
      assert (In (v, b) items) as Hi by (rewrite <- D1; apply in_map_iff; exists (v, b, c); auto).
      apply items_base in Hi as [_ Hi]. apply (gr_heads _ _ _ _ _ _ HG) in Hi. cbn in Hi. lia.
    - apply Hloops in Hd. apply loop_good; lia. }
  assert (count (is_recv 0) (concat ws) = half) as R0.
  { unfold ws. rewrite concat_app, count_app. change 0%Z with (Z.of_nat 0).
    rewrite words_recv_0, loops_recv, D1, D3, I2, Z0 by (auto; lia). lia. }
  assert (count (is_send 2) (concat ws) = half + 1) as R2.
  { unfold ws. rewrite concat_app, count_app. change 2%Z with (Z.of_nat 2). rewrite loops_send, Z0 by lia.
    pose proof (words_send_2 ds D2) as W. rewrite D1, I2 in W. lia. }
  exists ds. split; [exact D2|split; [intros u Hu; rewrite D1; apply items_least; exact Hu|]]. fold ws.
    cbv zeta.
  assert (length (concat ws) = N) as HN.
  { unfold ws. rewrite concat_app, app_length, loops_length. pose proof (words_length ds D2) as W.
    rewrite D1, I2 in W. lia. }
  split; [exact HN|]. split; [|split; [|split; [apply Hgood|lia]]].
  - split.
    + apply Hgood.
    + unfold ws. rewrite concat_app, count_app, words_recv, loops_recv, D1, Z0 by (auto; lia).
      pose proof (items_values t) as V. destruct (Nat.eqb_spec t 2); [lia|].
        pose proof (gr_root _ _ _ _ _ _ HG). lia.
    + intros v0 Hv Hv'. set (v := Z.to_nat v0). replace v0 with (Z.of_nat v) by (unfold v; lia).
      replace (Z.of_nat v + 2)%Z with (Z.of_nat (v + 2)) by lia. assert (v + 2 <= t) as Hvt by (unfold v;
        lia). clearbody v. clear v0 Hv Hv'.
      destruct v as [|[|[|v]]].
      * change (Z.of_nat 0) with 0%Z. change (Z.of_nat (0 + 2)) with 2%Z. lia.
      * unfold ws. rewrite concat_app, !count_app, !loops_recv, !loops_send, (words_send ds D2) by lia.
        cbn [Nat.add].
        pose proof (words_recv_1 ds D2) as W. rewrite D1, D3, I2 in W.
          rewrite D1, (items_least 3), (Z0 1) by lia. lia.
      * unfold ws. rewrite concat_app, !count_app, !loops_recv, !loops_send, (words_send ds D2),
        (words_recv_2 ds D2) by lia. cbn [Nat.add].
        rewrite D1, D3, (items_least 4), (Z0 2) by lia. pose proof (items_values 2) as V. cbn [Nat.eqb] in V.
        pose proof (gr_kids _ _ _ _ _ _ HG 2 ltac:(lia) ltac:(lia)) as K. unfold nodes in K.
          cbn [Nat.add] in K. lia.
      * unfold ws. rewrite concat_app, !count_app, !loops_recv, !loops_send, (words_send ds D2), (words_recv
        ds D2) by lia.
        rewrite D1, items_least by lia. pose proof (items_values (S (S (S v)))) as V.
          destruct (Nat.eqb_spec (S (S (S v))) 2); [lia|].
        pose proof (gr_kids _ _ _ _ _ _ HG (S (S (S v))) ltac:(lia) ltac:(lia)) as K. unfold nodes in K. lia.
  - intros w Hw ->. unfold ws in Hw. apply in_app_or in Hw as [Hw|Hw]; apply in_map_iff in Hw as (d & E & _).
    + destruct d as [[v b] c]. discriminate.
    + discriminate.
Qed.

Theorem stream_items z : items_possible 2 N (z + 2) (z + (t + 1)).
Proof.
  destruct stream_words as (ds & _ & _ & <- & H1 & H2 & H3 & H4). apply two_items_end; try assumption. lia.
Qed.
End Stream.
