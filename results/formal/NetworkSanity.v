(* SPDX-License-Identifier: MIT *)
(* The definitions of NetworkModel.v say what they should.  For each there is something that satisfies it, and for each clause something
   that breaks this clause and no other. *)
From Coq Require Import List Arith ZArith Lia Bool.
From Steadycast Require Import NetworkModel NetworkCertificates.
Import ListNotations.
Open Scope nat_scope.

(* Two links one behind the other, the second with latency 2. *)
Definition path : network := Network 3 [Arc 0 1 1; Arc 1 2 2] [Group 1 None [0]; Group 1 None [1]].
Lemma path_proper : proper path. Proof. apply properb_sound. reflexivity. Qed.

(* The clauses of proper, one by one. *)
Definition arcs_right (net : network) := forall e, In e (arcs net) -> arc_from e < nodes net /\ arc_to e < nodes net /\ arc_from e <> arc_to e /\ 1 <= arc_latency e.
Definition groups_right (net : network) := forall g a, In g (groups net) -> In a (group_members g) -> a < length (arcs net).
Definition grouped (net : network) := forall a, a < length (arcs net) -> exists g, In g (groups net) /\ In a (group_members g).
Lemma proper_clauses net : proper net <-> arcs_right net /\ groups_right net /\ grouped net.
Proof. split; [intros [H1 H2 H3]; exact (conj H1 (conj H2 H3))|intros (? & ? & ?); split; assumption]. Qed.
Ltac members := repeat match goal with
  | H : _ = _ \/ _ |- _ => destruct H as [<-|H]
  | H : False |- _ => destruct H end.
Lemma breaks_arcs : let one e := Network 2 [e] [Group 1 None [0]] in
  (~ arcs_right (one (Arc 2 1 1)) /\ ~ arcs_right (one (Arc 0 2 1)) /\ ~ arcs_right (one (Arc 1 1 1)) /\ ~ arcs_right (one (Arc 0 1 0))) /\
  arcs_right (one (Arc 0 1 1)) /\ forall e, groups_right (one e) /\ grouped (one e).
Proof.
  cbv zeta. split; [repeat split; intros H; specialize (H _ (or_introl eq_refl)); cbn in H; lia|]. split.
  - intros e He. cbn in He. members. cbn. lia.
  - intros e. split.
    + intros g a Hg Ha. cbn in *. members. cbn in Ha. members. lia.
    + intros a Ha. cbn in Ha. exists (Group 1 None [0]). split; [left; reflexivity|]. left. lia.
Qed.
Lemma breaks_groups : let net := Network 2 [Arc 0 1 1] [Group 1 None [0; 1]] in arcs_right net /\ ~ groups_right net /\ grouped net.
Proof.
  cbv zeta. split; [|split].
  - intros e He. cbn in He. members. cbn. lia.
  - intros H. specialize (H _ 1 (or_introl eq_refl) (or_intror (or_introl eq_refl))). cbn in H. lia.
  - intros a Ha. cbn in Ha. exists (Group 1 None [0; 1]). split; [left; reflexivity|]. left. lia.
Qed.
Lemma breaks_grouped : let net := Network 2 [Arc 0 1 1] [] in arcs_right net /\ groups_right net /\ ~ grouped net.
Proof.
  cbv zeta. split; [|split].
  - intros e He. cbn in He. members. cbn. lia.
  - intros g a [].
  - intros H. destruct (H 0) as (g & [] & _). cbn. lia.
Qed.

(* A chunk goes along both links. *)
Definition to_both := Commodity 0 [1; 2].
Definition in_range (net : network) (S : nat) (T : list (nat * nat)) := forall m, In m T -> fst m < length (arcs net) /\ 1 <= snd m /\ arrival net m <= S.
Definition held (net : network) (c : commodity) (T : list (nat * nat)) := forall m, In m T -> arc_from (arc_at net (fst m)) = source c \/
  exists m', In m' T /\ arc_to (arc_at net (fst m')) = arc_from (arc_at net (fst m)) /\ arrival net m' < snd m.
Definition to_all (net : network) (c : commodity) (T : list (nat * nat)) :=
  forall t, In t (targets c) -> t = source c \/ exists m, In m T /\ arc_to (arc_at net (fst m)) = t.
Lemma brings_clauses net S c T : brings_in net S c T <-> in_range net S T /\ held net c T /\ to_all net c T.
Proof. split; [intros [H1 H2 H3]; exact (conj H1 (conj H2 H3))|intros (? & ? & ?); split; assumption]. Qed.
Ltac check_range := intros m Hm; cbn in Hm; members; cbn; lia.
Ltac check_held := intros m Hm; cbn in Hm; members; cbn; first [left; reflexivity|right; eexists; split; [left; reflexivity|cbn; lia]].
Ltac check_all := intros t Ht; cbn in Ht; members; right; first
  [eexists; split; [left; reflexivity|reflexivity]|eexists; split; [right; left; reflexivity|reflexivity]].
Lemma relay_brings : brings_in path 3 to_both [(0, 1); (1, 2)].
Proof. apply brings_clauses. split; [check_range|split; [check_held|check_all]]. Qed.
(* An arc that is not there; before the first step; too late. *)
Lemma breaks_range_arc : ~ in_range path 3 [(0, 1); (1, 2); (2, 3)] /\ held path to_both [(0, 1); (1, 2); (2, 3)] /\ to_all path to_both [(0, 1); (1, 2); (2, 3)].
Proof. split; [intros H; specialize (H (2, 3) ltac:(cbn; auto)); cbn in H; lia|]. split; [check_held|check_all]. Qed.
Lemma breaks_range_step : ~ in_range path 3 [(0, 0); (1, 2)] /\ held path to_both [(0, 0); (1, 2)] /\ to_all path to_both [(0, 0); (1, 2)].
Proof. split; [intros H; specialize (H (0, 0) ltac:(cbn; auto)); cbn in H; lia|]. split; [check_held|check_all]. Qed.
Lemma breaks_range_late : ~ in_range path 2 [(0, 1); (1, 2)] /\ held path to_both [(0, 1); (1, 2)] /\ to_all path to_both [(0, 1); (1, 2)].
Proof. split; [intros H; specialize (H (1, 2) ltac:(cbn; auto)); cbn in H; lia|]. split; [check_held|check_all]. Qed.
(* It's passed on in the step in which it comes. *)
Lemma breaks_held : in_range path 2 [(0, 1); (1, 1)] /\ ~ held path to_both [(0, 1); (1, 1)] /\ to_all path to_both [(0, 1); (1, 1)].
Proof.
  split; [check_range|]. split; [|check_all]. intros H. destruct (H (1, 1) ltac:(cbn; auto)) as [E|(m & Hm & E)]; [discriminate E|].
  cbn in Hm. members; cbn in E; lia.
Qed.
Lemma breaks_all_targets : in_range path 2 [(0, 1)] /\ held path to_both [(0, 1)] /\ ~ to_all path to_both [(0, 1)].
Proof.
  split; [check_range|]. split; [check_held|]. intros H. destruct (H 2 ltac:(cbn; auto)) as [E|(m & Hm & E)]; [discriminate E|]. cbn in Hm. members; discriminate E.
Qed.

(* Two chunks, one behind the other: in four steps, and not in three. *)
Definition two_chunks (k c : nat) : list (nat * nat) := [(0, 1 + c); (1, 2 + c)].
Definition to_path := broadcast 0 (all_but [] path).
Lemma two_chunks_brings k c : k < 1 -> c < 2 -> brings_in path 4 (nth k to_path (Commodity 0 [])) (two_chunks k c).
Proof.
  intros Hk Hc. replace k with 0 by lia. apply brings_clauses. split; [check_range|split; [check_held|]].
  intros t Ht. cbn in Ht. members; [left; reflexivity| |]; right; [exists (0, 1 + c)|exists (1, 2 + c)]; (split; [cbn; auto|reflexivity]).
Qed.
Lemma two_chunks_carried : carries path to_path 2 4 (fun _ => 1) two_chunks /\ rounds_until 4 (fun _ => 1) = 4.
Proof.
  split; [|reflexivity]. split; [exact two_chunks_brings|]. intros g s Hg Hs.
  assert (H : s = 1 \/ s = 2 \/ s = 3 \/ s = 4) by lia. cbn in Hg. destruct H as [->|[->|[->| ->]]]; members; cbn; lia.
Qed.
Lemma three_steps_too_few S M : carries path to_path 2 S (fun _ => 1) M -> 4 <= S.
Proof. revert S M. apply (time_theorem path to_path [(Some 1, 0, 1%Z)] (ByCuts [[(1%Z, [0; 2; 4])]]) 2 4). reflexivity. Qed.
(* Both at once need two rounds in a step. *)
Lemma breaks_capacity : let M := fun _ _ => [(0, 1); (1, 2)] in
  carries path to_path 2 4 (fun _ => 2) M /\ (forall k c, k < 1 -> c < 2 -> brings_in path 4 (nth k to_path (Commodity 0 [])) (M k c)) /\ ~ carries path to_path 2 4 (fun _ => 1) M.
Proof.
  intros M. assert (H : forall k c, k < 1 -> c < 2 -> brings_in path 4 (nth k to_path (Commodity 0 [])) (M k c)).
  { intros k c Hk _. replace k with 0 by lia. apply brings_clauses. split; [check_range|split; [check_held|]].
    intros t Ht. cbn in Ht. members; [left; reflexivity| |]; right; [exists (0, 1)|exists (1, 2)]; (split; [cbn; auto|reflexivity]). }
  split; [|split; [exact H|]].
  - split; [exact H|]. intros g s Hg Hs. assert (D : s = 1 \/ s = 2 \/ s = 3 \/ s = 4) by lia. cbn in Hg. destruct D as [->|[->|[->| ->]]]; members; cbn; lia.
  - intros [_ Hc]. specialize (Hc (Group 1 None [0]) 1 ltac:(cbn; auto) ltac:(lia)). cbn in Hc. lia.
Qed.
(* Nothing is sent: the capacity is kept, the chunk is not brought. *)
Lemma breaks_brings : (forall g s, In g (groups path) -> 1 <= s <= 4 -> load_of path g s [] <= 1 * group_capacity g) /\ ~ carries path to_path 1 4 (fun _ => 1) (fun _ _ => []).
Proof.
  split; [intros; cbn; lia|]. intros [H _]. specialize (H 0 0 ltac:(cbn; lia) ltac:(lia)). destruct (bi_all _ _ _ _ H 2 ltac:(cbn; auto)) as [E|(m & [] & _)]. discriminate E.
Qed.

(* A port counts what comes when it comes: two messages that arrive at once are too many, though they were sent one behind the other;
   and those that are sent at once and come one behind the other are not. *)
Definition into (port : option nat) : network := Network 3 [Arc 0 2 1; Arc 1 2 2] [Group 1 port [0; 1]].
Lemma ports_count_arrivals : let g port := Group 1 port [0; 1] in
  load_of (into (Some 2)) (g (Some 2)) 2 [(0, 2); (1, 1)] = 2 /\ load_of (into None) (g None) 2 [(0, 2); (1, 1)] = 1 /\
  load_of (into (Some 2)) (g (Some 2)) 1 [(0, 1); (1, 1)] = 1 /\ load_of (into None) (g None) 1 [(0, 1); (1, 1)] = 2.
Proof. repeat split. Qed.
(* What leaves the node counts when it is sent. *)
Lemma ports_count_sendings : load_of (into (Some 1)) (Group 1 (Some 1) [0; 1]) 1 [(1, 1)] = 1. Proof. reflexivity. Qed.

Example collectives : let vs := all_but [1] (Network 4 [] []) in vs = [0; 2; 3] /\
  broadcast 2 vs = [Commodity 2 [0; 2; 3]] /\ scatter 2 vs = [Commodity 2 [0]; Commodity 2 [3]] /\ gather 2 vs = [Commodity 0 [2]; Commodity 3 [2]] /\
  allgather vs = [Commodity 0 vs; Commodity 2 vs; Commodity 3 vs] /\
  alltoall vs = [Commodity 0 [2]; Commodity 0 [3]; Commodity 2 [0]; Commodity 2 [3]; Commodity 3 [0]; Commodity 3 [2]].
Proof. repeat split. Qed.
Example sizes : sized [2; 0; 1] source (allgather [0; 1; 2]) = [Commodity 0 [0; 1; 2]; Commodity 0 [0; 1; 2]; Commodity 2 [0; 1; 2]] /\
  sized [2; 0; 1] first_target (scatter 0 [0; 1; 2]) = [Commodity 0 [2]].
Proof. split; reflexivity. Qed.

(* A stream of an item in each step; two in each step are too many. *)
Definition each_step (i : nat) : list (nat * nat) := [(0, 1); (1, 2)].
Lemma once_only s c n : 1 <= c -> list_sum (map (fun i => if s - i =? c then 1 else 0) (seq 0 n)) <= 1 /\
  (s < n + c -> list_sum (map (fun i => if s - i =? c then 1 else 0) (seq 0 n)) = if c <=? s then 1 else 0) /\
  (n + c <= s -> list_sum (map (fun i => if s - i =? c then 1 else 0) (seq 0 n)) = 0).
Proof.
  intros Hc. induction n as [|n (IH1 & IH2 & IH3)]; [cbn; repeat split; try lia; destruct (Nat.leb_spec c s); lia|].
  rewrite seq_S, map_app, list_sum_app. cbn [map list_sum fold_right plus]. destruct (Nat.eqb_spec (s - n) c) as [E|E].
  - rewrite IH3 by lia. repeat split; try lia. destruct (Nat.leb_spec c s); lia.
  - repeat split; [lia|intros H; rewrite IH2 by lia; lia|intros H; rewrite IH3 by lia; lia].
Qed.
Lemma stream_served : streams path to_both 1 1 3 each_step.
Proof.
  split; [intros i; exact relay_brings|]. intros g s n Hg.
  assert (forall c, 1 <= c -> list_sum (map (fun i => if s - i * 1 / 1 =? c then 1 else 0) (seq 0 n)) <= 1) as H.
  { intros c Hc. destruct (once_only s c n Hc) as [H _]. erewrite map_ext; [exact H|]. intros i. cbn beta. rewrite Nat.mul_1_r, Nat.div_1_r. reflexivity. }
  destruct Hg as [<-|[<-|[]]].
  - rewrite (map_ext _ (fun i => if s - i * 1 / 1 =? 1 then 1 else 0)); [apply H; lia|]. intros i. destruct (s - i * 1 / 1) as [|[|t]]; reflexivity.
  - rewrite (map_ext _ (fun i => if s - i * 1 / 1 =? 2 then 1 else 0)); [apply H; lia|]. intros i. destruct (s - i * 1 / 1) as [|[|[|t]]]; reflexivity.
Qed.
Lemma breaks_stream_capacity : (forall i, brings_in path 3 to_both (each_step i)) /\ ~ streams path to_both 2 1 3 each_step.
Proof. split; [intros i; exact relay_brings|]. intros [_ H]. specialize (H (Group 1 None [0]) 1 2 ltac:(cbn; auto)). cbn in H. lia. Qed.
Lemma breaks_stream_delay : ~ streams path to_both 1 1 2 each_step.
Proof. intros [H _]. exact (proj1 breaks_range_late (bi_range _ _ _ _ (H 0))). Qed.

(* Two nodes tell each other. *)
Definition two_ways : network := Network 2 [Arc 0 1 1; Arc 1 0 1] [Group 1 None [0]; Group 1 None [1]].
Definition sums_range (net : network) (C S : nat) (M : nat -> list (nat * nat)) := forall c m, c < C -> In m (M c) -> fst m < length (arcs net) /\ 1 <= snd m /\ arrival net m <= S.
Definition sums_spread (net : network) (vs : list nat) (C S : nat) (M : nat -> list (nat * nat)) :=
  forall c u, c < C -> In u vs -> exists T, incl T (M c) /\ brings_in net S (Commodity u vs) T.
Definition sums_fit (net : network) (C S : nat) (r : nat -> nat) (M : nat -> list (nat * nat)) :=
  forall g s, In g (groups net) -> 1 <= s <= S -> list_sum (map (fun c => load_of net g s (M c)) (seq 0 C)) <= r s * group_capacity g.
Lemma sums_clauses net vs C S r M : sums_for_all net vs C S r M <-> sums_range net C S M /\ sums_spread net vs C S M /\ sums_fit net C S r M.
Proof. split; [intros [H1 H2 H3]; exact (conj H1 (conj H2 H3))|intros (? & ? & ?); split; assumption]. Qed.
Lemma one_tells u : u < 2 -> brings_in two_ways 1 (Commodity u [0; 1]) [(u, 1)].
Proof.
  intros Hu. assert (u = 0 \/ u = 1) as [->| ->] by lia; apply brings_clauses; (split; [check_range|split; [check_held|]]); intros t Ht; cbn in Ht; members;
    first [left; reflexivity|right; eexists; split; [left; reflexivity|reflexivity]].
Qed.
Ltac both_tell := intros c u _ Hu; exists [(u, 1)]; (split; [intros x Hx; cbn in Hu, Hx |- *; members; auto|apply one_tells; cbn in Hu; members; lia]).
Ltac fits_in := intros g s Hg Hs; cbn in Hg; assert (s = 1) as -> by lia; members; cbn; lia.
Lemma exchange : sums_for_all two_ways [0; 1] 1 1 (fun _ => 1) (fun _ => [(0, 1); (1, 1)]).
Proof. apply sums_clauses. split; [intros c m _ Hm; cbn in Hm; members; cbn; lia|split; [both_tell|fits_in]]. Qed.
(* A message that goes along no arc; one that is missing; one that is sent twice. *)
Lemma breaks_sums_range : let M := fun _ : nat => [(0, 1); (1, 1); (2, 1)] in ~ sums_range two_ways 1 1 M /\ sums_spread two_ways [0; 1] 1 1 M /\ sums_fit two_ways 1 1 (fun _ => 1) M.
Proof. cbv zeta. split; [intros H; specialize (H 0 (2, 1) ltac:(lia) ltac:(cbn; auto)); cbn in H; lia|split; [both_tell|fits_in]]. Qed.
Lemma breaks_sums_spread : let M := fun _ : nat => [(0, 1)] in sums_range two_ways 1 1 M /\ ~ sums_spread two_ways [0; 1] 1 1 M /\ sums_fit two_ways 1 1 (fun _ => 1) M.
Proof.
  cbv zeta. split; [intros c m _ Hm; cbn in Hm; members; cbn; lia|split; [|fits_in]]. intros H. destruct (H 0 1 ltac:(lia) ltac:(cbn; auto)) as (T & Hi & HT).
  destruct (bi_all _ _ _ _ HT 0 ltac:(cbn; auto)) as [E|(m & Hm & E)]; [discriminate E|]. apply Hi in Hm. cbn in Hm. members. discriminate E.
Qed.
Lemma breaks_sums_fit : let M := fun _ : nat => [(0, 1); (1, 1); (0, 1)] in sums_range two_ways 1 1 M /\ sums_spread two_ways [0; 1] 1 1 M /\ ~ sums_fit two_ways 1 1 (fun _ => 1) M.
Proof.
  cbv zeta. split; [intros c m _ Hm; cbn in Hm; members; cbn; lia|split; [both_tell|]]. intros H. specialize (H (Group 1 None [0]) 1 ltac:(cbn; auto) ltac:(lia)). cbn in H. lia.
Qed.
