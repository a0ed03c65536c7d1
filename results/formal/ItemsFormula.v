(* SPDX-License-Identifier: MIT *)
(* The formula of kind impossible-items (results/README.md) for one port, encoding plain, clause by clause.
   Every schedule for K items gives a model, so a refutation shows that none ends by the time T.  Main
   results: items_faithful, no_items, no_single_items. *)
From Coq Require Import List Arith NArith ZArith Lia Bool.
From Steadycast Require Import Model Lists Lrat Clauses.
Import ListNotations.
Open Scope nat_scope.

Section Formula.
(* P processors beside the source: 0, .., P - 1, as in Model.v; README.md calls them rows 1, .., N. *)
Variables (L P K T : nat).

(* How many times there are: of reception, L to T, as of sends of the source, 0 to T - L; of the others. *)
Definition times : nat := S (T - L).
Definition late : nat := times - L.

(* The variables h, r, x of README.md: processor q has item c at time u; it receives it, and did not have it;
   sender i, that is, 0 for the source and S q for processor q, sends it at time s. *)
Definition owns (q c u : nat) : positive := var 0 times (q * K + c) (u - L).
Definition base_r := area (P * K) times.
Definition receives (q c u : nat) : positive := var base_r times (q * K + c) (u - L).
Definition base_x := (base_r + area (P * K) times)%N.
Definition base_y := (base_x + area K times)%N.
Definition sends (i c s : nat) : positive :=
  match i with 0 => var base_x times c s | S q => var base_y late (q * K + c) (s - L) end.
Definition base_a := (base_y + area (P * K) late)%N.

(* 1: a processor has what it received, and in the end everything. *)
Definition possession (q c : nat) : list clause :=
  flat_map (fun u => if u =? L
    then [[no (receives q c u); yes (owns q c u)]; [yes (receives q c u); no (owns q c u)]]
    else [[no (owns q c (u - 1)); yes (owns q c u)]; [no (receives q c u); yes (owns q c u)];
          [no (owns q c u); yes (owns q c (u - 1)); yes (receives q c u)];
          [no (receives q c u); no (owns q c (u - 1))]]) (seq L times) ++
  [[yes (owns q c T)]].
(* 2: one item at a time. *)
Definition receptions (q : nat) : list clause :=
  flat_map (fun u => not_both (map (fun c => receives q c u) (seq 0 K))) (seq L times).
(* 3: who sends an item has it, and sends one at a time; times of sender i. *)
Definition sending (i : nat) : list nat := match i with 0 => seq 0 times | S _ => seq L late end.
Definition possible_sends (i : nat) : list clause :=
  flat_map (fun c => flat_map (fun s =>
    match i with 0 => [] | S q => [[no (sends i c s); yes (owns q c s)]] end) (sending i)) (seq 0 K).
Definition one_send (i : nat) : list clause :=
  flat_map (fun s => not_both (map (fun c => sends i c s) (seq 0 K))) (sending i).
(* 4: no more receive an item than send it.  Senders there may be at time s; how far is counted. *)
Definition senders (s : nat) : nat := if s <? L then 1 else S P.
Definition most (s : nat) : nat := Nat.min P (senders s).
Definition received_counter (base : N) (m c u : nat) : list clause :=
  flat_map (fun i => [no (receives i c u); yes (var base m i 0)] :: match i with 0 => [] | S j =>
    flat_map (fun k => [no (var base m j k); yes (var base m i k)] :: match k with 0 => [] | S l =>
      [[no (receives i c u); no (var base m j l); yes (var base m i k)]] end) (seq 0 m) ++
    [[no (receives i c u); no (var base m j (m - 1))]] end) (seq 0 P).
Definition sent_counter (base : N) (m c s : nat) : list clause :=
  map (fun k => [no (var base m 0 k)]) (seq 0 m) ++
  flat_map (fun i => flat_map (fun k => [no (var base m (S i) k); yes (var base m i k); yes (sends i c s)] ::
    match k with 0 => [] | S l => [[no (var base m (S i) k); yes (var base m i k); yes (var base m i l)]] end)
    (seq 0 m)) (seq 0 (senders s)).
Definition one_balance (base : N) (c s : nat) : list clause :=
  let m := most s in let base' := (base + area P m)%N in
  received_counter base m c (s + L) ++ sent_counter base' m c s ++
  map (fun k => [no (var base m (P - 1) k); yes (var base' m (senders s) k)]) (seq 0 m).
Fixpoint balances (base : N) (l : list (nat * nat)) : list clause :=
  match l with
  | [] => []
  | (c, s) :: rest => one_balance base c s ++
      balances (base + area P (most s) + area (S (senders s)) (most s)) rest
  end.
Definition items_and_times : list (nat * nat) := flat_map (fun c => map (pair c) (seq 0 times)) (seq 0 K).

Definition items_formula (each_once : bool) : list clause :=
  flat_map (fun q => flat_map (possession q) (seq 0 K)) (seq 0 P) ++
  flat_map receptions (seq 0 P) ++
  flat_map possible_sends (seq 0 (S P)) ++ flat_map one_send (seq 0 (S P)) ++
  balances base_a items_and_times ++
  (* 5: the source sends each item once *)
  (if each_once then flat_map (fun c => not_both (map (sends 0 c) (seq 0 times))) (seq 0 K) else []).

(* A property that no two of a list have. *)
Lemma count_unique {A} (g : A -> bool) l : NoDup l ->
  (forall a b, In a l -> In b l -> g a = true -> g b = true -> a = b) -> count g l <= 1.
Proof.
  intros Hl. induction Hl as [|a l Ha Hl IH]; intros H; [cbn; lia|]. rewrite count_cons. destruct (g a) eqn:E.
  - rewrite count_0; [lia|]. intros b Hb. destruct (g b) eqn:Eb; [|reflexivity]. exfalso. apply Ha.
    rewrite (H a b); [exact Hb|left; reflexivity|right; exact Hb|exact E|exact Eb].
  - apply IH. intros b c Hb Hc. apply H; right; assumption.
Qed.

Section Satisfied.
Variable (Sc : schedule).
Hypothesis HL : 1 <= L <= T.
Hypothesis HP : 1 <= P.
Hypothesis HS : brings L P K T Sc.

(* What is sent and received; what somebody has; what is new. *)
Definition sender (i : nat) : option nat := match i with 0 => None | S q => Some q end.
Definition sent (i c s : nat) : bool := match Sc (sender i) s with Some (_, j) => j =? c | None => false end.
Definition gets (q c s : nat) : bool :=
  existsb (fun i => match Sc (sender i) s with Some (p, j) => (p =? q) && (j =? c) | None => false end)
    (seq 0 (S P)).
Definition has (q c u : nat) : bool := existsb (gets q c) (seq 0 (S u - L)).
Definition new (q c u : nat) : bool := has q c u && negb (has q c (u - 1)).

(* Who sends is the source, or a processor that received something. *)
Lemma sender_known a s q c : Sc a s = Some (q, c) -> exists i, a = sender i /\ i < senders s.
Proof.
  intros H. destruct a as [p|].
  - exists (S p). split; [reflexivity|]. destruct (br_hold _ _ _ _ _ HS p s q c H) as (b & s' & H' & Hs).
    apply (br_range _ _ _ _ _ HS) in H' as [H' _]. unfold senders. destruct (Nat.ltb_spec s L); lia.
  - exists 0. split; [reflexivity|]. unfold senders. destruct (s <? L); lia.
Qed.
Lemma senders_most s : senders s <= S P.
Proof. unfold senders. destruct (s <? L); lia. Qed.
Lemma gets_spec q c s : gets q c s = true <-> exists a, Sc a s = Some (q, c).
Proof.
  unfold gets. rewrite existsb_exists. split.
  - intros (i & _ & H). exists (sender i). destruct (Sc (sender i) s) as [[p j]|]; [|discriminate].
    apply andb_prop in H as [H1 H2]. apply Nat.eqb_eq in H1, H2. congruence.
  - intros (a & H). destruct (sender_known _ _ _ _ H) as (i & -> & Hi). exists i. pose proof (senders_most s).
    split; [apply in_seq; lia|]. rewrite H, !Nat.eqb_refl. reflexivity.
Qed.
Lemma has_spec q c u : has q c u = true <-> exists a s, Sc a s = Some (q, c) /\ s + L <= u.
Proof.
  unfold has. rewrite existsb_exists. split.
  - intros (s & Hs & H). apply in_seq in Hs. apply gets_spec in H as (a & H). exists a, s.
    split; [exact H|lia].
  - intros (a & s & H & Hs). exists s. split; [apply in_seq; lia|]. apply gets_spec. eauto.
Qed.
Lemma has_step q c u : L <= u -> has q c u = has q c (u - 1) || gets q c (u - L).
Proof.
  intros Hu. unfold has. replace (S u - L) with (S (u - L)) by lia.
  replace (S (u - 1) - L) with (u - L) by lia.
  rewrite seq_S, existsb_app. cbn [existsb Nat.add]. rewrite orb_false_r. reflexivity.
Qed.
Lemma has_early q c u : u < L -> has q c u = false.
Proof. intros Hu. unfold has. replace (S u - L) with 0 by lia. reflexivity. Qed.
Lemma new_gets q c u : L <= u -> new q c u = true -> exists a, Sc a (u - L) = Some (q, c).
Proof.
  intros Hu H. unfold new in H. rewrite has_step in H by exact Hu. apply gets_spec.
  destruct (has q c (u - 1)), (gets q c (u - L)); try discriminate; reflexivity.
Qed.
(* Who receives something new had a sender, each another one. *)
Lemma new_sent c s : count (fun q => new q c (s + L)) (seq 0 P) <=
  count (fun i => sent i c s) (seq 0 (senders s)).
Proof.
  set (receiver := fun i => match Sc (sender i) s with Some (q, _) => q | None => 0 end).
  unfold count. rewrite <- (map_length receiver (filter _ (seq 0 (senders s)))).
  apply NoDup_incl_length; [apply NoDup_filter, seq_NoDup|]. intros q Hq. apply filter_In in Hq as [_ Hq].
  apply new_gets in Hq as (a & Ha); [|lia]. replace (s + L - L) with s in Ha by lia.
  destruct (sender_known _ _ _ _ Ha) as (i & -> & Hi). apply in_map_iff. exists i. unfold receiver.
  rewrite Ha. split; [reflexivity|].
  apply filter_In. split; [apply in_seq; lia|]. unfold sent. rewrite Ha. apply Nat.eqb_refl.
Qed.

(* The model. *)
Definition pairs_table (width first : nat) (g : nat -> nat -> nat -> bool) : list bool :=
  table (P * K) width (fun i k => g (i / K) (i mod K) (k + first)).
Definition received_bits (c s : nat) : list bool := table P (most s) (counted (fun q => new q c (s + L))).
Definition sent_bits (c s : nat) : list bool :=
  table (S (senders s)) (most s) (fun i k => k <? count (fun j => sent j c s) (seq 0 i)).
Definition balances_bits : list (nat * nat) -> list bool :=
  flat_map (fun l => received_bits (fst l) (snd l) ++ sent_bits (fst l) (snd l)).
Definition item_bits : list bool :=
  pairs_table times L has ++ pairs_table times L new ++ table K times (sent 0) ++
  pairs_table late L (fun q => sent (S q)) ++ balances_bits items_and_times.
Notation v := (assignment item_bits).

Lemma shows_pairs base width first g : shows v base (pairs_table width first g) ->
  forall q c k, q < P -> c < K -> first <= k < first + width ->
    v (var base width (q * K + c) (k - first)) = g q c k.
Proof.
  intros H q c k Hq Hc Hk. rewrite (shows_table _ _ _ _ _ H) by nia.
  assert (K <> 0) as HK by lia.
  rewrite Nat.div_add_l, (Nat.div_small c), Nat.add_0_r, Nat.add_comm, Nat.mod_add, (Nat.mod_small c) by lia.
  f_equal. lia.
Qed.

Lemma variables :
  (forall q c u, q < P -> c < K -> L <= u <= T -> v (owns q c u) = has q c u /\ v (receives q c u) = new q c
    u) /\
  (forall i c s, i <= P -> c < K -> In s (sending i) -> v (sends i c s) = sent i c s) /\
  shows v base_a (balances_bits items_and_times).
Proof.
  pose proof (shows_all item_bits) as A. unfold item_bits at 2 in A.
  apply shows_app in A as [H A]. unfold pairs_table at 1 in A. rewrite table_area, N.add_0_l in A.
  fold base_r in A.
  apply shows_app in A as [R A]. unfold pairs_table at 1 in A. rewrite table_area in A. fold base_x in A.
  apply shows_app in A as [X A]. rewrite table_area in A. fold base_y in A.
  apply shows_app in A as [Y A]. unfold pairs_table at 1 in A. rewrite table_area in A. fold base_a in A.
  split; [|split; [|exact A]].
  - intros q c u Hq Hc Hu. split; [apply (shows_pairs _ _ _ _ H)|apply (shows_pairs _ _ _ _ R)];
      unfold times; lia.
  - intros [|q] c s Hi Hc Hs; cbn [sending] in Hs; apply in_seq in Hs.
    + apply (shows_table _ _ _ _ _ X); lia.
    + apply (shows_pairs _ _ _ _ Y); lia.
Qed.

(* The kinds of clauses. *)
Lemma possession_sat q c : q < P -> c < K -> sat v (possession q c).
Proof.
  intros Hq Hc. destruct variables as (V & _). unfold possession. apply sat_app.
  - apply sat_flat_seq. unfold times. intros u Hu. destruct (V q c u Hq Hc ltac:(lia)) as [Hh Hr].
    destruct (Nat.eqb_spec u L) as [->|Hn].
    + each_clause; clause_by_values; rewrite Hh, Hr; unfold new; rewrite (has_early q c (L - 1)) by lia;
        destruct (has q c L); reflexivity.
    + destruct (V q c (u - 1) Hq Hc ltac:(lia)) as [Hb _].
      each_clause; clause_by_values; rewrite ?Hh, ?Hr, ?Hb; unfold new; rewrite (has_step q c u) by lia;
        destruct (has q c (u - 1)), (gets q c (u - L)); reflexivity.
  - each_clause. clause_by_values. destruct (V q c T Hq Hc ltac:(lia)) as [-> _].
    rewrite (proj2 (has_spec q c T)); [reflexivity|]. apply (br_all _ _ _ _ _ HS); assumption.
Qed.

Lemma receptions_sat q : q < P -> sat v (receptions q).
Proof.
  intros Hq. destruct variables as (V & _). apply sat_flat_seq. unfold times. intros u Hu. apply not_both_sat.
  rewrite count_map, (count_ext _ (fun c => new q c u)).
  - apply count_unique; [apply seq_NoDup|]. intros c d _ _ Hc Hd. apply new_gets in Hc as (a & Hc); [|lia].
    apply new_gets in Hd as (b & Hd); [|lia]. pose proof (br_recv _ _ _ _ _ HS _ _ _ _ _ _ Hc Hd). congruence.
  - intros c Hc. apply in_seq in Hc. apply V; lia.
Qed.

Lemma possible_sends_sat i : i <= P -> sat v (possible_sends i).
Proof.
  intros Hi. destruct variables as (V & X & _). apply sat_flat_seq. intros c Hc. apply sat_flat_map.
  intros s Hs. destruct i as [|q]; each_clause. clause_by_values. rewrite X by (try exact Hs; lia).
  cbn [sending] in Hs. apply in_seq in Hs. unfold late, times in Hs.
  destruct (V q c s) as [-> _]; [lia..|]. unfold sent. cbn [sender].
  destruct (Sc (Some q) s) as [[p j]|] eqn:E; [|reflexivity].
  destruct (Nat.eqb_spec j c) as [->|]; [|reflexivity].
  rewrite (proj2 (has_spec q c s)); [reflexivity|]. exact (br_hold _ _ _ _ _ HS q s p c E).
Qed.

Lemma one_send_sat i : i <= P -> sat v (one_send i).
Proof.
  intros Hi. destruct variables as (_ & X & _). apply sat_flat_map. intros s Hs. apply not_both_sat.
  rewrite count_map, (count_ext _ (fun c => sent i c s)).
  - apply count_unique; [apply seq_NoDup|]. intros c d _ _. unfold sent.
    destruct (Sc (sender i) s) as [[p j]|]; [|discriminate].
    rewrite !Nat.eqb_eq. congruence.
  - intros c Hc. apply in_seq in Hc. apply X; [exact Hi|lia|exact Hs].
Qed.

Lemma one_balance_sat base c s : c < K -> s < times -> shows v base (received_bits c s ++ sent_bits c s) ->
  sat v (one_balance base c s).
Proof.
  intros Hc Hs A. destruct variables as (V & X & _). apply shows_app in A as [R A].
  unfold received_bits at 1 in A. rewrite table_area in A. unfold one_balance. cbv zeta.
  set (m := most s) in *. set (g := fun q => new q c (s + L)) in *. set (base' := (base + area P m)%N) in *.
  pose proof (shows_table _ _ _ _ _ R) as VR. pose proof (shows_table _ _ _ _ _ A) as VS. clear R A.
  cbn beta in VS. fold m g in VR.
  assert (0 < senders s /\ 0 < m) as [HZ Hm] by (unfold m, most, senders; destruct (s <? L); lia).
  assert (forall i, i < P -> v (receives i c (s + L)) = g i) as Vr by (intros i Hi; apply V;
    unfold times in Hs; lia).
  assert (forall i, i < senders s -> v (sends i c s) = sent i c s) as Vx.
  { intros i Hi. pose proof (senders_most s). apply X; [lia|exact Hc|].
    destruct i as [|i]; cbn [sending]; apply in_seq; [lia|].
    unfold senders in Hi. destruct (Nat.ltb_spec s L); unfold late; lia. }
  assert (count g (seq 0 P) <= m) as Hg.
  { unfold m, most. apply Nat.min_glb; [rewrite <- (seq_length P 0) at 2; apply count_le|].
    etransitivity; [apply new_sent|]. rewrite <- (seq_length (senders s) 0) at 2. apply count_le. }
  apply sat_app; [|apply sat_app].
  - apply sat_flat_seq. intros i Hi. apply sat_cons.
    + clause_by_values. rewrite Vr, VR by lia. destruct i as [|i]; [|rewrite counted_step;
        destruct (g (S i)); reflexivity].
      unfold counted. cbn [seq]. rewrite count_cons, count_nil. destruct (g 0); reflexivity.
    + destruct i as [|j]; [apply sat_nil|]. apply sat_app.
      * apply sat_flat_seq. intros k Hk. apply sat_cons; [|destruct k as [|l]; each_clause]; clause_by_values;
          rewrite ?Vr, !VR by lia; rewrite ?counted_step; destruct (g (S j)); try destruct k;
          repeat match goal with |- context [counted g j (S ?a)] =>
            pose proof (counted_down g j a); destruct (counted g j (S a)) eqn:? end;
          repeat match goal with |- context [counted g j ?a] => destruct (counted g j a) eqn:? end;
          cbn; try reflexivity; intuition congruence.
      * each_clause. clause_by_values. rewrite Vr, VR by lia. destruct (g (S j)) eqn:E; [|reflexivity].
        assert (counted g j (m - 1) = false) as ->; [|reflexivity].
        unfold counted. apply Nat.ltb_ge. pose proof (count_seq_mono g (S (S j)) P ltac:(lia)) as Q.
        rewrite seq_S, count_app, count_cons, count_nil in Q. cbn [Nat.add] in Q. rewrite E in Q. lia.
  - apply sat_app.
    + apply sat_map_seq. intros k Hk. clause_by_values. rewrite VS by lia. reflexivity.
    + apply sat_flat_seq. intros i Hi. apply sat_flat_seq. intros k Hk.
      apply sat_cons; [|destruct k as [|l]; each_clause]; clause_by_values; rewrite ?Vx, !VS by lia;
        rewrite seq_S, count_app, count_cons, count_nil, Nat.add_0_l, Nat.add_0_r;
        destruct (sent i c s); repeat match goal with |- context [?a <? ?b] => destruct (Nat.ltb_spec a b)
          end;
        try reflexivity; lia.
  - apply sat_map_seq. intros k Hk. clause_by_values. rewrite VR, VS by lia. unfold counted.
    replace (S (P - 1)) with P by lia. pose proof (new_sent c s) as Q. fold g in Q.
    destruct (Nat.ltb_spec k (count g (seq 0 P))), (Nat.ltb_spec k (count (fun j => sent j c s) (seq 0
      (senders s)))); try reflexivity; lia.
Qed.

Lemma balances_sat l : forall base, (forall c s, In (c, s) l -> c < K /\ s < times) ->
  shows v base (balances_bits l) -> sat v (balances base l).
Proof.
  induction l as [|[c s] l IH]; intros base Hl H; [apply sat_nil|].
  cbn [balances balances_bits flat_map fst snd] in *.
  apply shows_app in H as [H1 H2]. destruct (Hl c s (or_introl eq_refl)) as [Hc Hs]. apply sat_app.
  - apply one_balance_sat; assumption.
  - apply IH; [intros; apply Hl; right; assumption|]. rewrite app_length, Nat2N.inj_add in H2.
    unfold received_bits at 1, sent_bits at 1 in H2.
    rewrite !table_area, N.add_assoc in H2. exact H2.
Qed.

Lemma items_sat each_once : (each_once = true -> single Sc) -> sat v (items_formula each_once).
Proof.
  intros H1. unfold items_formula. repeat match goal with |- sat _ (_ ++ _) => apply sat_app end.
  - apply sat_flat_seq. intros q Hq. apply sat_flat_seq. intros c Hc. apply possession_sat; lia.
  - apply sat_flat_seq. intros q Hq. apply receptions_sat; lia.
  - apply sat_flat_seq. intros i Hi. apply possible_sends_sat; lia.
  - apply sat_flat_seq. intros i Hi. apply one_send_sat; lia.
  - apply balances_sat; [|apply variables]. intros c s H. unfold items_and_times in H.
    apply in_flat_map in H as (d & Hd & H).
    apply in_map_iff in H as (u & E & Hu). injection E as -> ->. apply in_seq in Hd, Hu. lia.
  - destruct each_once; [|apply sat_nil]. apply sat_flat_seq. intros c Hc. apply not_both_sat.
    destruct variables as (_ & X & _).
    rewrite count_map, (count_ext _ (fun s => sent 0 c s)) by (intros s Hs; apply X; [lia|lia|exact Hs]).
    apply count_unique; [apply seq_NoDup|]. intros s s' _ _. unfold sent. cbn [sender].
    destruct (Sc None s) as [[q j]|] eqn:E; [|discriminate].
    destruct (Sc None s') as [[q' j']|] eqn:E'; [|discriminate].
    rewrite !Nat.eqb_eq. intros -> ->. exact (H1 eq_refl _ _ _ _ _ E E').
Qed.
End Satisfied.
End Formula.

(* A schedule gives a model. *)
Theorem items_faithful L P K T Sc each_once : 1 <= L <= T -> 1 <= P -> brings L P K T Sc ->
  (each_once = true -> single Sc) -> exists v, sat v (items_formula L P K T each_once).
Proof. intros HL HP HS H1. eexists. apply items_sat; eassumption. Qed.

(* A refuted formula: K items do not reach all P processors by the time T. *)
Theorem no_items L P K T proof : 1 <= L <= T -> 1 <= P ->
  refutes (items_formula L P K T false) proof = true -> ~ items_possible L P K T.
Proof.
  intros HL HP HR (Sc & HS). destruct (items_faithful L P K T Sc false HL HP HS) as (v & Hv); [discriminate|].
  exact (refutes_sound _ _ HR v Hv).
Qed.
(* The same if the source is to send each item once. *)
Theorem no_single_items L P K T proof : 1 <= L <= T -> 1 <= P ->
  refutes (items_formula L P K T true) proof = true -> ~ single_possible L P K T.
Proof.
  intros HL HP HR (Sc & HS & H1). destruct (items_faithful L P K T Sc true HL HP HS) as (v & Hv); [intros;
    exact H1|].
  exact (refutes_sound _ _ HR v Hv).
Qed.
