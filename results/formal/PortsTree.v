(* SPDX-License-Identifier: MIT *)
(* Section 19.2: the optimal tree of an item with p ports, and which of its nodes stand in the words of which.  A tree of depth t is one
   of depth t - 1 whose root sends once more, to the roots of p trees of depth t - L.  All is counted for one item of a step. *)
From Coq Require Import List Arith Lia Permutation Bool.
From Steadycast Require Import Model Hall Lists Ports PortsWords.
Import ListNotations.
Open Scope nat_scope.

Fixpoint times {A} (n : nat) (l : list A) : list A := match n with 0 => [] | S k => l ++ times k l end.
Lemma times_length {A} n (l : list A) : length (times n l) = n * length l.
Proof. induction n; cbn; [reflexivity|]. rewrite app_length. lia. Qed.
Lemma times_count {A} (P : A -> bool) n l : count P (times n l) = n * count P l.
Proof. induction n; cbn [times]; [reflexivity|]. rewrite count_app. lia. Qed.
Lemma times_sum n l : list_sum (times n l) = n * list_sum l.
Proof. induction n; cbn [times]; [reflexivity|]. rewrite list_sum_app. lia. Qed.
Lemma times_In {A} n (l : list A) a : In a (times n l) -> In a l.
Proof. induction n; cbn [times]; [intros []|]. rewrite in_app_iff. tauto. Qed.
Lemma times_app {A} n (l m : list A) : Permutation (times n (l ++ m)) (times n l ++ times n m).
Proof.
  induction n; cbn [times]; [constructor|]. rewrite IHn, <- !app_assoc. apply Permutation_app_head.
  rewrite !app_assoc. apply Permutation_app_tail, Permutation_app_comm.
Qed.
Lemma times_perm {A} n (l m : list A) : Permutation l m -> Permutation (times n l) (times n m).
Proof. intros H. induction n; cbn [times]; [constructor|]. apply Permutation_app; assumption. Qed.
Lemma times_repeat {A} n (a : A) : times n [a] = repeat a n.
Proof. induction n; cbn; [reflexivity|]. rewrite IHn. reflexivity. Qed.
Lemma sizes_app bs cs : sizes (bs ++ cs) = sizes bs + sizes cs.
Proof. unfold sizes. rewrite map_app, list_sum_app. reflexivity. Qed.
Lemma sizes_times n bs : sizes (times n bs) = n * sizes bs.
Proof. induction n; cbn [times]; [reflexivity|]. rewrite sizes_app. lia. Qed.
Lemma values_app bs cs : values (bs ++ cs) = values bs ++ values cs.
Proof. apply flat_map_app. Qed.
Lemma values_times n bs : values (times n bs) = times n (values bs).
Proof. induction n; cbn [times]; [reflexivity|]. rewrite values_app, IHn. reflexivity. Qed.
Lemma list_sum_perm l m : Permutation l m -> list_sum l = list_sum m.
Proof. induction 1; unfold list_sum in *; cbn in *; lia. Qed.
Lemma count_repeat w a n : count (Nat.eqb w) (repeat a n) = if w =? a then n else 0.
Proof. induction n; cbn [repeat]; [destruct (w =? a); reflexivity|]. rewrite count_cons, IHn. destruct (w =? a); lia. Qed.

Lemma count_absent w l : (forall u, In u l -> u < w) -> count (Nat.eqb w) l = 0.
Proof. intros H. apply count_0. intros u Hu. apply H in Hu. destruct (Nat.eqb_spec w u); [lia|reflexivity]. Qed.

(* opened t bs V h: all blocks but that of the root, the letters that are left for it, and how many heads of value L wait, which
   need no condition for their words of length 1.  closed t bs G h: the same with the block of the root; G is left. *)
Section Trees.
Variables p L : nat.
Inductive opened : nat -> list block -> list nat -> nat -> Prop :=
  | opened_first : opened L [] (repeat 0 p) 0
  | opened_next t bs V h bs' G h' : opened t bs V h -> closed (S t - L) bs' G h' ->
      opened (S t) (bs ++ times p bs') (V ++ times p G) (h + p * h')
with closed : nat -> list block -> list nat -> nat -> Prop :=
  | closed_leaf t : t < L -> closed t [] [t] 0
  | closed_one : closed L [] (repeat 0 p) 1
  | closed_block t bs V h C G : L < t -> opened t bs V h -> Permutation V (C ++ G) -> length C = p * (t - L + 1) - 1 ->
      (t + list_sum C) mod (t - L + 1) = 0 -> closed t ((t - L + 1, t, C) :: bs) G h.

Hypothesis Hp : 1 <= p.
Hypothesis HL : 1 <= L.
Definition all_of (V : list nat) (bs : list block) (h : nat) := V ++ values bs ++ repeat L h.
Definition gives (w : nat) (bs : list block) (h : nat) := givers L w bs + if w =? 0 then h else 0.
Record opened_is (t : nat) (bs : list block) (V : list nat) (h : nat) : Prop := {
  oi_depth : L <= t;
  oi_small : forall u, In u V -> u < L;
  oi_below : forall u, In u (all_of V bs h) -> u <= t - L;
  oi_count : forall w, w <= t - L -> count (Nat.eqb w) (all_of V bs h) <= p * (gives w bs h + 1);
  oi_length : length V = p * (t - L + 1) + (p - 1) * h;
  oi_size : pf p L t = 1 + p * (sizes bs + h + (t - L + 1));
  oi_blocks : Forall (block_ok p L) bs }.
Record closed_is (t : nat) (bs : list block) (G : list nat) (h : nat) : Prop := {
  ci_small : forall u, In u G -> u < L;
  ci_below : forall u, In u (all_of G bs h) -> u <= t;
  ci_count : forall w, w < t -> count (Nat.eqb w) (all_of G bs h) <= p * gives w bs h;
  ci_root : count (Nat.eqb t) (all_of G bs h) <= 1;
  ci_length : length G = 1 + (p - 1) * h;
  ci_size : pf p L t = 1 + p * (sizes bs + h);
  ci_blocks : Forall (block_ok p L) bs }.

Lemma repeat_add {A} (a : A) m n : repeat a (m + n) = repeat a m ++ repeat a n.
Proof. induction m; cbn; [reflexivity|]. rewrite IHm. reflexivity. Qed.
Lemma repeat_mul {A} (a : A) m n : repeat a (m * n) = times m (repeat a n).
Proof. induction m; cbn [Nat.mul times]; [reflexivity|]. rewrite repeat_add, IHm. reflexivity. Qed.
Lemma all_next w V bs h G bs' h' : count (Nat.eqb w) (all_of (V ++ times p G) (bs ++ times p bs') (h + p * h')) =
  count (Nat.eqb w) (all_of V bs h) + p * count (Nat.eqb w) (all_of G bs' h').
Proof. unfold all_of. rewrite values_app, values_times, repeat_add, repeat_mul. counts. rewrite !times_count. lia. Qed.
Scheme opened_mut := Induction for opened Sort Prop with closed_mut := Induction for closed Sort Prop.
Combined Scheme trees_mut from opened_mut, closed_mut.

Lemma trees : (forall t bs V h, opened t bs V h -> opened_is t bs V h) /\ (forall t bs G h, closed t bs G h -> closed_is t bs G h).
Proof.
  apply trees_mut.
  - assert (forall u, In u (repeat 0 p) -> u = 0) as Q by (intros u H; apply repeat_spec in H; exact H). split.
    + lia.
    + intros u H. apply Q in H. lia.
    + unfold all_of. cbn. rewrite app_nil_r. intros u H. apply Q in H. lia.
    + intros w Hw. assert (w = 0) as -> by lia. unfold all_of. cbn [values flat_map repeat app]. rewrite app_nil_r, count_repeat. cbn. lia.
    + rewrite repeat_length. replace (L - L + 1) with 1 by lia. lia.
    + rewrite pf_step, pf_small, pf_small by lia. unfold sizes. cbn. replace (L - L) with 0 by lia. lia.
    + constructor.
  - intros t bs V h bs' G h' _ [A1 A2 A3 A4 A5 A6 A7] _ [B1 B2 B3 B4 B5 B6 B7]. split.
    + lia.
    + intros u H. apply in_app_iff in H as [H|H]; [auto|]. apply times_In in H. auto.
    + intros u H. unfold all_of in *. rewrite values_app, values_times, repeat_add, repeat_mul, !in_app_iff in H.
      assert (In u (V ++ values bs ++ repeat L h) \/ In u (G ++ values bs' ++ repeat L h')) as [Q|Q].
      { rewrite !in_app_iff. destruct H as [[H|H]|[[H|H]|[H|H]]]; try apply times_In in H; tauto. }
      * apply A3 in Q. lia.
      * apply B2 in Q. lia.
    + intros w Hw. rewrite all_next. unfold gives, givers in *. rewrite count_app, times_count.
      destruct (Nat.eq_dec w (S t - L)) as [->|Hn].
      * rewrite count_absent by (intros u Hu; apply A3 in Hu; lia). apply (Nat.mul_le_mono_l _ _ p) in B4.
        etransitivity; [exact B4|]. apply Nat.mul_le_mono_l. lia.
      * specialize (A4 w ltac:(lia)). specialize (B3 w ltac:(lia)). apply (Nat.mul_le_mono_l _ _ p) in B3. destruct (w =? 0); lia.
    + rewrite app_length, times_length. replace (S t - L + 1) with (S (t - L + 1)) by lia. rewrite A5, B5. lia.
    + rewrite pf_step by lia. replace (S t - 1) with t by lia. rewrite sizes_app, sizes_times.
      replace (S t - L + 1) with (S (t - L + 1)) by lia. rewrite A6, B6. lia.
    + apply Forall_app. split; [exact A7|]. rewrite Forall_forall in *. intros b H. apply times_In in H. auto.
  - intros t Ht. split; unfold all_of; cbn [values flat_map repeat app length].
    + intros u [<-|[]]. exact Ht.
    + intros u [<-|[]]. lia.
    + intros w Hw. rewrite count_cons, count_nil. destruct (Nat.eqb_spec w t); lia.
    + rewrite count_cons, count_nil. destruct (t =? t); lia.
    + lia.
    + rewrite pf_small by lia. unfold sizes. cbn. lia.
    + constructor.
  - assert (forall u, In u (repeat 0 p) -> u = 0) as Q by (intros u H; apply repeat_spec in H; exact H).
    split; unfold all_of; cbn [values flat_map repeat app].
    + intros u H. apply Q in H. lia.
    + intros u H. apply in_app_iff in H as [H|[<-|[]]]; [apply Q in H|]; lia.
    + intros w Hw. counts. rewrite count_repeat. destruct (Nat.eqb_spec w L); [lia|]. unfold gives, givers. rewrite count_nil.
      destruct (w =? 0); lia.
    + counts. rewrite count_repeat, Nat.eqb_refl. destruct (Nat.eqb_spec L 0); lia.
    + rewrite repeat_length. lia.
    + rewrite pf_step, pf_small, pf_small by lia. unfold sizes. cbn. lia.
    + constructor.
  - intros t bs V h C G Ht _ [A1 A2 A3 A4 A5 A6 A7] HP HC Hs.
    assert (forall w, count (Nat.eqb w) (all_of G ((t - L + 1, t, C) :: bs) h) =
      count (Nat.eqb w) (all_of V bs h) + if w =? t then 1 else 0) as Hcount.
    { intros w. unfold all_of. cbn [values flat_map block_head fst snd]. fold (values bs).
      counts. rewrite (count_perm _ _ _ HP). counts. lia. }
    split.
    + intros u H. apply A2. rewrite HP. apply in_or_app. right; exact H.
    + intros u H. unfold all_of in *. cbn [values flat_map block_head fst snd app] in H. fold (values bs) in H. rewrite in_app_iff in H.
      cbn [In] in H.
      assert (u = t \/ In u (V ++ values bs ++ repeat L h)) as [->|Q]; [|lia|apply A3 in Q; lia].
      rewrite !in_app_iff. rewrite HP, in_app_iff. cbn [app In] in H. rewrite !in_app_iff in H.
      destruct H as [H|[H|[[H|H]|H]]]; try tauto. left. lia.
    + intros w Hw. rewrite Hcount. destruct (Nat.eqb_spec w t); [lia|]. unfold gives, givers in *. rewrite count_cons.
      unfold gives_one at 1. unfold block_head at 1 2, block_size at 1. cbn [fst snd].
      destruct (Nat.leb_spec (w + L) t), (Nat.ltb_spec t (w + L + (t - L + 1))); try lia; cbn [andb].
      * specialize (A4 w ltac:(lia)). lia.
      * rewrite count_absent by (intros u Hu; apply A3 in Hu; lia). lia.
    + rewrite Hcount, Nat.eqb_refl, count_absent; [lia|]. intros u Hu. apply A3 in Hu. lia.
    + apply Permutation_length in HP. rewrite app_length in HP. assert (1 <= p * (t - L + 1)) by nia. lia.
    + unfold sizes in *. unfold block_size in *. cbn [map list_sum fold_right fst] in *. unfold list_sum in *. lia.
    + constructor; [|exact A7]. unfold block_ok, block_size, block_head. cbn [fst snd]. split; [lia|]. split; [lia|].
      split; [exact HC|exact Hs].
Qed.

(* What is left is dealt to the words of length 1 in any way. *)
Lemma deal k h : forall l : list nat, length l = k * h -> exists m, concat m = l /\ length m = h /\ Forall (fun c => length c = k) m.
Proof.
  induction h as [|h IH]; intros l Hl.
  - exists []. rewrite Nat.mul_0_r in Hl. apply length_zero_iff_nil in Hl. subst. repeat split. constructor.
  - destruct (IH (skipn k l)) as (m & H1 & H2 & H3); [rewrite skipn_length; lia|]. exists (firstn k l :: m). cbn [concat length].
    rewrite H1, firstn_skipn. repeat split; [lia|]. constructor; [|exact H3]. rewrite firstn_length. nia.
Qed.
Lemma dealt h G : length G = (p - 1) * h -> exists ones, Forall (block_ok p L) ones /\ Permutation (values ones) (G ++ repeat L h) /\
  sizes ones = h /\ forall w, givers L w ones = if w =? 0 then h else 0.
Proof.
  intros HG. destruct (deal (p - 1) h G HG) as (m & Hm & Hlm & HFm). exists (map (pair (1, L)) m). split; [|split; [|split]].
  - rewrite Forall_map. eapply Forall_impl; [|exact HFm]. intros c Hc. cbv beta in Hc. unfold block_ok, block_size, block_head.
    cbn [fst snd].
    rewrite Nat.mod_1_r. lia.
  - rewrite <- Hm, <- Hlm. clear. induction m as [|c m IH]; [constructor|].
    cbn [map values flat_map concat block_head fst snd length repeat]. fold (values (map (pair (1, L)) m)). cbn [app]. rewrite IH.
    rewrite <- app_assoc, !app_assoc. apply Permutation_cons_app. reflexivity.
  - unfold sizes, block_size. rewrite map_map, <- Hlm. clear. unfold list_sum. induction m as [|c m IH]; cbn in *; lia.
  - intros w. unfold givers. rewrite count_map, <- Hlm. clear. induction m as [|c m IH]; [destruct (w =? 0); reflexivity|].
    rewrite count_cons, IH. unfold gives_one, block_head, block_size. cbn [fst snd length].
    destruct (Nat.leb_spec (w + L) L), (Nat.ltb_spec L (w + L + 1)), (Nat.eqb_spec w 0); cbn; lia.
Qed.
(* The same for any tree of N nodes. *)
Record almost (t N : nat) (bs : list block) (G : list nat) (h : nat) : Prop := {
  al_below : forall u, In u (all_of G bs h) -> u <= t;
  al_count : forall w, w < t -> count (Nat.eqb w) (all_of G bs h) <= p * gives w bs h;
  al_root : count (Nat.eqb t) (all_of G bs h) <= 1;
  al_length : length G = 1 + (p - 1) * h;
  al_size : N = 1 + p * (sizes bs + h);
  al_blocks : Forall (block_ok p L) bs }.
Lemma closed_almost t bs G h : closed t bs G h -> almost t (pf p L t) bs G h.
Proof. intros H. destruct (proj2 trees _ _ _ _ H) as [_ B2 B3 B4 B5 B6 B7]. split; assumption. Qed.
Lemma almost_found t N bs G h : almost t N bs G h -> found p L t N.
Proof.
  intros [B2 B3 B4 B5 B6 B7]. destruct G as [|x G]; [cbn in B5; lia|]. cbn [length] in B5.
  destruct (dealt h G) as (ones & O1 & O2 & O3 & O4); [lia|].
  assert (Permutation (x :: values (bs ++ ones)) (all_of (x :: G) bs h)) as HP.
  { unfold all_of. rewrite values_app, O2. cbn [app]. constructor.
    rewrite !app_assoc. apply Permutation_app_tail, Permutation_app_comm. }
  exists (bs ++ ones), x. split.
  - apply Forall_app. split; [exact B7|exact O1].
  - intros u Hu. apply B2. rewrite <- HP. exact Hu.
  - rewrite (count_perm _ _ _ HP). exact B4.
  - intros w Hw. rewrite (count_perm _ _ _ HP). etransitivity; [exact (B3 w Hw)|]. unfold gives, givers in *. rewrite count_app, O4. lia.
  - rewrite B6, sizes_app, O3. reflexivity.
Qed.
Lemma closed_found t bs G h : closed t bs G h -> found p L t (pf p L t).
Proof. intros H. eapply almost_found, closed_almost, H. Qed.

(* One head of value L sends j copies only: p - j zeros less.  It stands with the letters that are left, one in a word. *)
Lemma almost_part t N bs G h j G' : almost t N bs G h -> L <= t -> 1 <= h -> 1 <= j < p -> p <= (j + 1) * (p / j) ->
  Permutation G (repeat 0 (p - j) ++ G') -> exists bs' es, placed p L t (N - (p - j)) bs' es j.
Proof.
  intros [B2 B3 B4 B5 B6 B7] Ht Hh Hj Hq HP. pose proof (Permutation_length HP) as Hl. rewrite app_length, repeat_length, B5 in Hl.
  destruct h as [|h]; [lia|]. assert (length G' = j + (p - 1) * h) as Hl' by lia.
  destruct (dealt h (skipn j G')) as (ones & O1 & O2 & O3 & O4);
    [rewrite skipn_length, Hl', Nat.add_comm, Nat.add_sub; reflexivity|].
  exists (bs ++ ones), (L :: firstn j G').
  assert (forall w, count (Nat.eqb w) ((L :: firstn j G') ++ values (bs ++ ones)) + (if w =? 0 then p - j else 0) =
    count (Nat.eqb w) (all_of G bs (S h))) as Hc.
  { intros w. unfold all_of. rewrite values_app. cbn [app repeat]. counts. rewrite (count_perm _ _ _ O2), (count_perm _ _ _ HP).
    assert (count (Nat.eqb w) G' = count (Nat.eqb w) (firstn j G') + count (Nat.eqb w) (skipn j G')) as E
      by (rewrite <- count_app, firstn_skipn; reflexivity).
    counts. rewrite !count_repeat. destruct (w =? 0), (w =? L); lia. }
  assert (length (L :: firstn j G') = j + 1) as Hle
    by (cbn [length]; rewrite firstn_length_le by (rewrite Hl'; apply Nat.le_add_r); lia).
  split.
  - apply Forall_app. split; assumption.
  - intros u Hu. apply B2. specialize (Hc u). assert (0 < count (Nat.eqb u) ((L :: firstn j G') ++ values (bs ++ ones))) as H1.
    { apply count_In. exists u. rewrite Nat.eqb_refl. auto. }
    assert (0 < count (Nat.eqb u) (all_of G bs (S h))) as H2 by lia. apply count_In in H2 as (z & Hz & E). apply Nat.eqb_eq in E. subst.
    exact Hz.
  - specialize (Hc t). destruct (t =? 0); lia.
  - intros w Hw. specialize (Hc w). specialize (B3 w Hw). unfold gives in B3. unfold givers in *. rewrite (count_app (gives_one L w)), O4.
    destruct (w =? 0); lia.
  - lia.
  - right. split; [reflexivity|]. split; [exact Ht|]. left. rewrite Hle. intros c Hcp.
    assert (c / (j + 1) < p / j) as Hd by (apply Nat.div_lt_upper_bound; lia).
    pose proof (Nat.mul_div_le p j ltac:(lia)). nia.
  - rewrite Hle, B6, sizes_app, O3. nia.
Qed.
(* Two of them send j copies together: 2p - j zeros less. *)
Lemma almost_two t N bs G h j G' : almost t N bs G h -> L <= t -> 2 <= h -> 1 <= j < p ->
  Permutation G (repeat 0 (2 * p - j) ++ G') -> exists bs' es, placed p L t (N - (2 * p - j)) bs' es j.
Proof.
  intros [B2 B3 B4 B5 B6 B7] Ht Hh Hj HP. pose proof (Permutation_length HP) as Hl. rewrite app_length, repeat_length, B5 in Hl.
  destruct h as [|[|h]]; [lia|lia|]. assert (length G' = j - 1 + (p - 1) * h) as Hl' by lia.
  destruct (dealt h (skipn (j - 1) G')) as (ones & O1 & O2 & O3 & O4);
    [rewrite skipn_length, Hl', Nat.add_comm, Nat.add_sub; reflexivity|].
  exists (bs ++ ones), (L :: L :: firstn (j - 1) G').
  assert (forall w, count (Nat.eqb w) ((L :: L :: firstn (j - 1) G') ++ values (bs ++ ones)) + (if w =? 0 then 2 * p - j else 0) =
    count (Nat.eqb w) (all_of G bs (S (S h)))) as Hc.
  { intros w. unfold all_of. rewrite values_app. cbn [app repeat]. counts. rewrite (count_perm _ _ _ O2), (count_perm _ _ _ HP).
    assert (count (Nat.eqb w) G' = count (Nat.eqb w) (firstn (j - 1) G') + count (Nat.eqb w) (skipn (j - 1) G')) as E
      by (rewrite <- count_app, firstn_skipn; reflexivity).
    counts. rewrite !count_repeat. destruct (w =? 0), (w =? L); lia. }
  assert (length (L :: L :: firstn (j - 1) G') = j + 1) as Hle
    by (cbn [length]; rewrite firstn_length_le by (rewrite Hl'; apply Nat.le_add_r); lia).
  split.
  - apply Forall_app. split; assumption.
  - intros u Hu. apply B2. specialize (Hc u).
    assert (0 < count (Nat.eqb u) ((L :: L :: firstn (j - 1) G') ++ values (bs ++ ones))) as H1.
    { apply count_In. exists u. rewrite Nat.eqb_refl. auto. }
    assert (0 < count (Nat.eqb u) (all_of G bs (S (S h)))) as H2 by lia. apply count_In in H2 as (z & Hz & E). apply Nat.eqb_eq in E. subst.
    exact Hz.
  - specialize (Hc t). destruct (t =? 0); lia.
  - intros w Hw. specialize (Hc w). specialize (B3 w Hw). unfold gives in B3. unfold givers in *. rewrite (count_app (gives_one L w)), O4.
    destruct (w =? 0); lia.
  - lia.
  - right. split; [reflexivity|]. split; [exact Ht|]. right. rewrite Hle. split; [reflexivity|]. lia.
  - rewrite Hle, B6, sizes_app, O3. nia.
Qed.
End Trees.
