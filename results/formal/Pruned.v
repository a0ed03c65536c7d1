(* SPDX-License-Identifier: MIT *)
(* Every number of processors, the rules (THEOREMS.md, 10.1 and 10.2).
   Blocks whose head and leaves have any values; trees of such blocks with one node left open; and what can
   stand at the open node: a single leaf (Proposition 4), or any stationary schedule of the depth of that node
   (the union rule).  Raising all values by d >= 0 changes nothing (shift). *)
From Coq Require Import List ZArith Lia Permutation Bool.
From Steadycast Require Import Model Tree Hall Lists Runs Stationary Instance.
Import ListNotations.
Open Scope Z_scope.

(* A word that begins with its head h and sends h, h-1, .. at its positions. *)
Definition block_word (w : word) : Prop := exists h l, w = mk h (h :: l).

(* Blocks and one processor that only receives. *)
Definition by_blocks (ws : list word) : Prop :=
  exists bs v, ws = bs ++ [[(v, None)]] /\ forall w, In w bs -> block_word w.

(* N processors have a stationary schedule of depth t, that is of delay L + t, by blocks. *)
Definition served (L t : Z) (N : nat) : Prop :=
  exists ws, stationary L t ws /\ by_blocks ws /\ length (concat ws) = N.

Theorem served_possible (L t N : nat) :
  (1 <= L)%nat -> served (Z.of_nat L) (Z.of_nat t) N -> possible_once L N (L + t).
Proof. intros HL (ws & H & _ & <-). apply stationary_sound; assumption. Qed.

(* A goal about multisets of integers becomes linear arithmetic: how often is x in each list? *)
Ltac use_perms x := repeat match goal with
  | H : Permutation _ _ |- _ => apply (count_perm (Z.eqb x)) in H; counts_in H end.
Ltac by_counts := apply perm_count; let x := fresh "x" in intros x; use_perms x; counts; lia.

(* ---- Shift: all values larger by d. ---- *)

Definition raise_entry (d : Z) (e : Z * option Z) : Z * option Z :=
  (fst e + d, option_map (fun u => u + d) (snd e)).
Definition raise (d : Z) (w : word) : word := map (raise_entry d) w.

(* How raising acts on values received, positions, counts, blocks. *)
Lemma raise_received d w : received (raise d w) = map (fun v => v + d) (received w).
Proof. unfold received, raise. rewrite !map_map. reflexivity. Qed.

Lemma nth_raised d l k : (k < length l)%nat -> nth k (map (fun v => v + d) l) 0 = nth k l 0 + d.
Proof.
  intros Hk. rewrite (nth_indep _ 0 (0 + d)) by (rewrite map_length; exact Hk).
  apply (map_nth (fun v => v + d)).
Qed.

(* A legal list of values stays legal. *)
Lemma legal_raise d l : legal l -> legal (map (fun v => v + d) l).
Proof.
  unfold legal. rewrite map_length. intros H. destruct l as [|x l]; [exact H|]. set (m := x :: l) in *.
  assert (map (pv (map (fun v => v + d) m)) (seq 0 (length m)) =
          map (fun z => (z - - d) mod Z.of_nat (length m)) (map (pv m) (seq 0 (length m)))) as ->.
  { rewrite map_map. apply map_ext_in. intros k Hk. apply in_seq in Hk. unfold pv.
    rewrite map_length, nth_raised by lia.
    rewrite Zminus_mod_idemp_l. f_equal. lia. }
  apply shift_NoDup; [cbn; lia| |exact H].
  intros z Hz. apply in_map_iff in Hz as (k & <- & _). apply mod_in. cbn; lia.
Qed.

Lemma concat_raise d ws : concat (map (raise d) ws) = map (raise_entry d) (concat ws).
Proof. rewrite concat_map. reflexivity. Qed.

Lemma raise_recv d v ws : count (is_recv v) (concat (map (raise d) ws)) = count (is_recv (v - d)) (concat ws).
Proof.
  rewrite concat_raise, count_map. apply count_ext. intros [a b] _. unfold is_recv, raise_entry.
  cbn [fst snd].
  destruct (Z.eqb_spec (a + d) v), (Z.eqb_spec a (v - d)); lia.
Qed.
Lemma raise_send d u ws : count (is_send u) (concat (map (raise d) ws)) = count (is_send (u - d)) (concat ws).
Proof.
  rewrite concat_raise, count_map. apply count_ext. intros [a [b|]] _; [|reflexivity].
  unfold is_send, raise_entry. cbn [fst snd option_map].
  destruct (Z.eqb_spec (b + d) u), (Z.eqb_spec b (u - d)); lia.
Qed.

(* What is received by legal words: t, or some value from 0 to t - L. *)
Lemma not_received L t ws v : (forall w, In w ws -> legal_word L t w) -> v < 0 \/ (t - L < v /\ v <> t) ->
  count (is_recv v) (concat ws) = 0%nat.
Proof.
  intros H Hv. apply count_0. intros [a b] Hi. apply in_concat in Hi as (w & Hw & Hi).
  unfold is_recv. cbn [fst]. apply Z.eqb_neq. intros ->.
  assert (In v (received w)) as Hr by (apply in_map_iff; exists (v, b); auto).
  apply (lw_value _ _ _ (H w Hw)) in Hr. lia.
Qed.

Lemma raise_block d w : block_word w -> block_word (raise d w).
Proof.
  intros (h & l & ->). exists (h + d), (map (fun v => v + d) l). unfold mk, raise. cbn [length].
  rewrite map_length.
  remember (S (length l)) as n. change (h + d :: map (fun v => v + d) l) with (map (fun v => v + d) (h :: l)).
  generalize (h :: l). clear l Heqn. intros l. revert l. generalize 0%nat.
  induction n as [|n IH]; intros k [|x l]; cbn [seq map combine]; try reflexivity.
  rewrite IH. unfold raise_entry at 1. cbn [fst snd option_map]. do 3 f_equal. lia.
Qed.

Lemma raise_by_blocks d ws : by_blocks ws -> by_blocks (map (raise d) ws).
Proof.
  intros (bs & v & -> & H). exists (map (raise d) bs), (v + d). rewrite map_app. split; [reflexivity|].
  intros w' Hw. apply in_map_iff in Hw as (w & <- & Hw). apply raise_block, H, Hw.
Qed.

Theorem shift L t d N : 0 <= d -> served L t N -> served L (t + d) N.
Proof.
  intros Hd (ws & H & HB & HN). exists (map (raise d) ws). split; [split|split; [apply raise_by_blocks, HB|]].
  - intros w' Hw. apply in_map_iff in Hw as (w & <- & Hw). destruct (st_words _ _ _ H w Hw) as [W1 W2 W3].
    split.
    + rewrite raise_received. apply legal_raise, W1.
    + rewrite raise_received. intros v' Hv. apply in_map_iff in Hv as (v & <- & Hv). apply W2 in Hv. lia.
    + intros k v u Hk. unfold raise in Hk. rewrite nth_error_map in Hk.
      destruct (nth_error w k) as [[a [b|]]|] eqn:E; try discriminate. cbn in Hk. injection Hk as <- <-.
      destruct (W3 k a b E) as (Hb & e & k' & K1 & K2 & K3). split; [lia|]. exists e, k'. unfold raise.
      rewrite map_length.
      repeat split; [exact K1|exact K2|]. fold (raise d w). rewrite raise_received, nth_raised, K3; [lia|].
      unfold received. rewrite map_length. exact K1.
  - rewrite raise_recv. replace (t + d - d) with t by lia. apply (st_root _ _ _ H).
  - intros v Hv Hv'. rewrite raise_recv, raise_send. destruct (Z.lt_ge_cases (v - d) 0).
    + rewrite (not_received L t) by (auto; apply (st_words _ _ _ H)). lia.
    + replace (v + L - d) with (v - d + L) by lia. apply (st_rest _ _ _ H); lia.
  - rewrite concat_raise, map_length. exact HN.
Qed.

(* ---- Blocks with any head and any leaves. ---- *)

Definition block := (Z * list Z)%type.

(* The values of the n nodes to which a node of value v sends. *)
Definition kids (L v : Z) (n : nat) : list Z := map (fun k => v - L - Z.of_nat k) (seq 0 n).
Definition kids_of (L : Z) (b : block) : list Z := kids L (fst b) (S (length (snd b))).
Definition heads (bs : list block) : list Z := map fst bs.
Definition leaves (bs : list block) : list Z := concat (map snd bs).
Definition all_kids (L : Z) (bs : list block) : list Z := concat (map (kids_of L) bs).
Definition total (bs : list block) : nat := list_sum (map (fun b => S (length (snd b))) bs).

(* The condition ( * ) of 10.1, and that nothing below L is sent. *)
Definition good (L : Z) (b : block) : Prop :=
  (fst b + sumZ (snd b)) mod size (snd b) = 0 /\ L + Z.of_nat (length (snd b)) <= fst b.

(* A tree with root b of value t whose nodes are heads, leaves, and one open node, of value x. *)
Record open_tree (L t x : Z) (b : block) (bs : list block) : Prop := {
  ot_root : fst b = t;
  ot_good : forall c, In c (b :: bs) -> good L c;
  ot_low : forall c, In c bs -> fst c <= t - L;
  (* the nodes but the root, and the messages, one for each *)
  ot_nodes : Permutation (x :: heads bs ++ leaves (b :: bs)) (all_kids L (b :: bs)) }.

(* Children's values are v-L, .., v-L-n+1. *)
Lemma kids_bounds L v n z : In z (kids L v n) -> v - L - Z.of_nat n < z <= v - L.
Proof. unfold kids. intros H. apply in_map_iff in H as (k & <- & H). apply in_seq in H. lia. Qed.

(* The word of a block. *)
Lemma block_to_word L t b : good L b -> fst b = t \/ 0 <= fst b <= t - L -> 0 <= L <= t ->
  (forall v, In v (snd b) -> 0 <= v <= t - L) ->
  exists w, (legal_word L t w /\ block_word w) /\ length w = S (length (snd b)) /\
    (forall v, count (is_recv v) w = count (Z.eqb v) (fst b :: snd b)) /\
    (forall v, count (is_send (v + L)) w = count (Z.eqb v) (kids_of L b)).
Proof.
  destruct b as [h l]. cbn [fst snd]. intros (Hs & Hlow) Hh HL Hl. cbn [fst snd] in Hs, Hlow.
  destruct (hall_word h l) as (ord & HP & Hlegal); [exact Hs|].
  exists (mk h (h :: ord)). split; [split; [split|exists h, ord; reflexivity]|split; [|split]].
  - rewrite mk_received. exact Hlegal.
  - rewrite mk_received. intros v [<-|Hv]; [lia|]. rewrite HP in Hv. apply Hl in Hv. lia.
  - intros k v u Hk. rewrite mk_length, mk_received.
    assert (k < length (h :: ord))%nat as Hkl.
    { rewrite <- (mk_length h). apply nth_error_Some. rewrite Hk. discriminate. }
    assert (u = h - Z.of_nat k) as ->.
    { apply (f_equal (option_map snd)) in Hk. rewrite <- nth_error_map in Hk. unfold mk in Hk.
      rewrite combine_snd in Hk by (rewrite map_length, seq_length; reflexivity). cbn [option_map snd] in Hk.
      rewrite nth_error_map, (nth_error_nth' _ 0%nat), seq_nth in Hk by (rewrite ?seq_length; assumption).
      cbn in Hk. congruence. }
    split.
    + cbn [length] in Hkl. rewrite (Permutation_length HP) in Hkl. lia.
    + exists k, 0%nat. repeat split; [lia|apply Nat.mod_small; exact Hkl|cbn [nth]; lia].
  - rewrite mk_length. cbn [length]. rewrite (Permutation_length HP). reflexivity.
  - intros v. rewrite mk_recvs. apply count_perm. constructor; exact HP.
  - intros v. rewrite mk_sends. unfold kids_of, kids. cbn [fst snd length].
    rewrite count_map, (Permutation_length HP).
    rewrite (count_ext _ (fun k => h - Z.of_nat k =? v + L)), (count_down h (v + L)).
    + replace (h - Z.of_nat 0) with h by lia. reflexivity.
    + intros k _. destruct (Z.eqb_spec v (h - L - Z.of_nat k)), (Z.eqb_spec (h - Z.of_nat k) (v + L)); lia.
Qed.

(* The words of the blocks of a tree. *)
Lemma tree_words L t x b bs : 1 <= L -> open_tree L t x b bs -> exists ws,
  (forall w, In w ws -> legal_word L t w /\ block_word w) /\ length (concat ws) = total (b :: bs) /\
  (forall v, count (is_recv v) (concat ws) =
    (count (Z.eqb v) (heads (b :: bs)) + count (Z.eqb v) (leaves (b :: bs)))%nat) /\
  (forall v, count (is_send (v + L)) (concat ws) = count (Z.eqb v) (all_kids L (b :: bs))).
Proof.
  intros HL [O1 O2 O3 O4].
  assert (forall c, In c (b :: bs) -> fst c <= t /\ L <= fst c) as Hh.
  { intros c Hc. destruct (O2 c Hc) as [_ Hg]. destruct Hc as [<-|Hc]; [lia|]. apply O3 in Hc. lia. }
  assert (forall v, In v (x :: heads bs ++ leaves (b :: bs)) -> 0 <= v <= t - L) as Hv.
  { intros v Hv. rewrite O4 in Hv. apply in_concat in Hv as (l & Hl & Hv).
    apply in_map_iff in Hl as (c & <- & Hc).
    apply kids_bounds in Hv. destruct (O2 c Hc) as [_ Hg]. apply Hh in Hc. lia. }
  destruct (choose_list (fun c w => (legal_word L t w /\ block_word w) /\ length w = S (length (snd c)) /\
    (forall v, count (is_recv v) w = count (Z.eqb v) (fst c :: snd c)) /\
    (forall v, count (is_send (v + L)) w = count (Z.eqb v) (kids_of L c))) (b :: bs)) as (ws & Q).
  { intros c Hc. apply block_to_word.
    - apply O2, Hc.
    - destruct Hc as [<-|Hc]; [left; exact O1|right]. apply Hv. right. apply in_or_app. left.
      apply in_map, Hc.
    - specialize (Hh b (or_introl eq_refl)). lia.
    - intros v Hin. apply Hv. right. apply in_or_app. right. apply in_concat. exists (snd c).
      split; [apply in_map, Hc|exact Hin]. }
  exists ws. clear O1 O2 O3 O4 Hh Hv. unfold heads, leaves, all_kids, total.
  induction Q as [|c w cs ws (W1 & W2 & W3 & W4) Q (I1 & I2 & I3 & I4)].
  { split; [intros w []|]. repeat split. }
  cbn [map concat list_sum fold_right]. split; [|split; [|split]].
  - intros z [<-|Hz]; auto.
  - rewrite app_length, W2, I2. reflexivity.
  - intros v. rewrite !count_app, W3, I3, !count_cons. lia.
  - intros v. rewrite !count_app, W4, I4. reflexivity.
Qed.

(* Words legal at a depth are legal at a larger one, but for the value at the top. *)
Lemma legal_above L x t w : x <= t - L -> 0 <= L -> legal_word L x w -> legal_word L t w.
Proof. intros Hx HL [W1 W2 W3]. split; [exact W1| |exact W3]. intros v Hv. apply W2 in Hv. lia. Qed.

(* At the open node there can be any stationary schedule. *)
Theorem plug L t x b bs N : 1 <= L -> open_tree L t x b bs -> served L x N ->
  served L t (total (b :: bs) + N).
Proof.
  intros HL HO (ws & HS & HB & HN). destruct (tree_words L t x b bs HL HO) as (vs & V1 & V2 & V3 & V4).
  destruct HO as [O1 O2 O3 O4].
  assert (0 <= x <= t - L) as Hx.
  { assert (In x (all_kids L (b :: bs))) as Hx by (rewrite <- O4; left; reflexivity).
    apply in_concat in Hx as (l & Hl & Hx). apply in_map_iff in Hl as (c & <- & Hc).
    apply kids_bounds in Hx. destruct (O2 c Hc) as [_ Hg]. destruct Hc as [<-|Hc]; [lia|]. apply O3 in Hc.
    lia. }
  assert (forall w, In w ws -> legal_word L t w) as W1.
  { intros w Hw. apply (legal_above L x); [lia|lia|apply (st_words _ _ _ HS w Hw)]. }
  assert (forall v, (count (Z.eqb v) (all_kids L (b :: bs)) = (if (v =? x)%Z then 1 else 0) +
    count (Z.eqb v) (heads bs) + count (Z.eqb v) (leaves (b :: bs)))%nat) as W2.
  { intros v. rewrite <- (count_perm _ _ _ O4). counts. lia. }
  assert (count (is_recv t) (concat vs) = 1%nat) as W3.
  { rewrite V3. unfold heads. cbn [map]. rewrite count_cons, O1, Z.eqb_refl. fold (heads bs).
    specialize (W2 t).
    rewrite (count_0 (Z.eqb t) (all_kids L (b :: bs))) in W2; [lia|].
    intros z Hz. apply in_concat in Hz as (l & Hl & Hz). apply in_map_iff in Hl as (c & <- & Hc).
    apply kids_bounds in Hz. apply Z.eqb_neq. destruct Hc as [<-|Hc]; [lia|]. apply O3 in Hc. lia. }
  exists (vs ++ ws). rewrite concat_app. split; [split|split].
  - intros w Hw. apply in_app_or in Hw as [Hw|Hw]; [apply V1, Hw|auto].
  - rewrite concat_app, count_app, W3, (not_received L x ws); [reflexivity|apply (st_words _ _ _ HS)|lia].
  - intros v Hv Hv'. rewrite concat_app, !count_app, V3, V4, W2. unfold heads. cbn [map]. rewrite count_cons.
    fold (heads bs).
    destruct (Z.eqb_spec v (fst b)); [lia|]. destruct (Z.eqb_spec v x) as [->|Hne].
    + rewrite (st_root _ _ _ HS). lia.
    + destruct (Z.le_gt_cases v (x - L)).
      * pose proof (st_rest _ _ _ HS v Hv ltac:(lia)). lia.
      * rewrite (not_received L x ws); [lia|apply (st_words _ _ _ HS)|lia].
  - destruct HB as (us & v & -> & HB). exists (vs ++ us), v. rewrite app_assoc. split; [reflexivity|].
    intros w Hw. apply in_app_or in Hw as [Hw|Hw]; [apply V1, Hw|apply HB, Hw].
  - rewrite app_length. lia.
Qed.

(* The schedule of one processor. *)
Lemma served_one L t : 0 <= t -> 1 <= L -> served L t 1.
Proof.
  intros Ht HL. exists [[(t, None)]].
  split; [split|split; [exists [], t; split; [reflexivity|intros w []]|reflexivity]].
  - intros w [<-|[]]. split.
    + unfold legal; cbn. constructor; [intros []|constructor].
    + intros v [<-|[]]. cbn [fst]. lia.
    + intros [|[|k]] v u H; cbn in H; discriminate.
  - cbn. unfold count, is_recv; cbn. rewrite Z.eqb_refl. reflexivity.
  - intros v H0 H1. rewrite count_0; [lia|]. intros e [<-|[]]. apply Z.eqb_neq. cbn. lia.
Qed.

(* Proposition 4. *)
Theorem proposition_4 L t x b bs : 1 <= L -> open_tree L t x b bs -> served L t (S (total (b :: bs))).
Proof.
  intros HL HO. rewrite <- Nat.add_1_r. apply (plug L t x); [exact HL|exact HO|]. 
  apply served_one; [|exact HL].
  assert (In x (all_kids L (b :: bs))) as Hx by (rewrite <- (ot_nodes _ _ _ _ _ HO); left; reflexivity).
  apply in_concat in Hx as (l & Hl & Hx). apply in_map_iff in Hl as (c & <- & Hc).
  apply kids_bounds in Hx. destruct (ot_good _ _ _ _ _ HO c Hc) as [_ Hg]. lia.
Qed.

(* ---- The canonical filling: a block takes its own leaves, a complete residue system, without one. ---- *)

(* n consecutive values: one of them is q modulo n; the block without it is good. *)
Lemma kids_sum_residue L v n q : (0 < n)%nat -> exists y, In y (kids L v n) /\ (q - y) mod Z.of_nat n = 0.
Proof.
  intros Hn. set (r := Z.of_nat n). assert (0 < r) as Hr by lia.
  pose proof (Z.mod_pos_bound (v - L - q) r Hr) as Hb.
  exists (v - L - (v - L - q) mod r). split.
  - unfold kids. apply in_map_iff. exists (Z.to_nat ((v - L - q) mod r)). rewrite in_seq. lia.
  - replace (q - (v - L - (v - L - q) mod r)) with ((v - L - q) mod r - (v - L - q)) by lia.
    rewrite Zminus_mod, Z.mod_mod, Z.sub_diag by lia. apply Z.mod_0_l. lia.
Qed.

Lemma fill L v n : (0 < n)%nat -> L + Z.of_nat n - 1 <= v -> exists y c,
  good L (v, c) /\ S (length c) = n /\ Permutation (y :: c) (kids L v n).
Proof.
  intros Hn Hv. destruct (kids_sum_residue L v n (v + sumZ (kids L v n)) Hn) as (y & Hy & Hm).
  apply in_split in Hy as (p & q & E). exists y, (p ++ q).
  assert (Permutation (y :: p ++ q) (kids L v n)) as HP by (rewrite E; apply Permutation_middle).
  assert (S (length (p ++ q)) = n) as Hl.
  { apply Permutation_length in HP. unfold kids in HP. rewrite map_length, seq_length in HP. exact HP. }
  split; [split|auto]; cbn [fst snd]; [|lia]. unfold size. rewrite Hl. apply sumZ_perm in HP.
  cbn [sumZ] in HP.
  replace (v + sumZ (p ++ q)) with (v + sumZ (kids L v n) - y) by lia. exact Hm.
Qed.

(* The star: the root sends n times, to leaves. *)
Lemma star_tree L t n : 1 <= L -> (0 < n)%nat -> L + Z.of_nat n - 1 <= t -> served L t (S n).
Proof.
  intros HL Hn Ht. destruct (fill L t n Hn Ht) as (y & c & Hg & Hl & HP).
  replace n with (total [(t, c)]) by (unfold total; cbn; lia). apply (proposition_4 L t y); [exact HL|].
  split.
  - reflexivity.
  - intros z [<-|[]]. exact Hg.
  - intros z [].
  - unfold all_kids, leaves, kids_of, heads. cbn [map concat fst snd app]. rewrite !app_nil_r, Hl. exact HP.
Qed.

(* ---- What is to be computed for one tree. ---- *)

Definition goodb (L : Z) (b : block) : bool :=
  ((fst b + sumZ (snd b)) mod size (snd b) =? 0) && (L + Z.of_nat (length (snd b)) <=? fst b).
Definition same_members (l m : list Z) : bool :=
  forallb (fun v => Nat.eqb (count (Z.eqb v) l) (count (Z.eqb v) m)) (l ++ m).
Definition open_treeb (L t x : Z) (b : block) (bs : list block) : bool :=
  (fst b =? t) && forallb (goodb L) (b :: bs) && forallb (fun c => fst c <=? t - L) bs &&
  same_members (x :: heads bs ++ leaves (b :: bs)) (all_kids L (b :: bs)).

(* The computation says what it should. *)
Lemma same_members_perm l m : same_members l m = true -> Permutation l m.
Proof.
  unfold same_members. rewrite forallb_forall. intros H. apply perm_count. intros x.
  destruct (in_dec Z.eq_dec x (l ++ m)) as [Hi|Hn]; [apply Nat.eqb_eq, H, Hi|].
  rewrite !count_0; [reflexivity| |]; intros z Hz; apply Z.eqb_neq; intros ->; apply Hn, in_or_app; auto.
Qed.

Lemma open_treeb_sound L t x b bs : open_treeb L t x b bs = true -> open_tree L t x b bs.
Proof.
  unfold open_treeb. rewrite !andb_true_iff, !forallb_forall. intros (((H1 & H2) & H3) & H4). split.
  - apply Z.eqb_eq, H1.
  - intros c Hc. apply H2 in Hc. apply andb_prop in Hc as [A B]. split; [apply Z.eqb_eq, A|apply Z.leb_le, B].
  - intros c Hc. apply Z.leb_le, H3, Hc.
  - apply same_members_perm, H4.
Qed.
