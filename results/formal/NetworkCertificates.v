(* SPDX-License-Identifier: MIT *)
(* From bounds of networks to theorems: kind network-bound, of collectives.  Prices are looked through by computation, and so is what
   shows the least cost of a chunk: trees, parts, or cuts in time. *)
From Coq Require Import List Arith ZArith Lia Bool.
From Steadycast Require Import NetworkModel NetworkPrices NetworkTrees.
Import ListNotations.
Open Scope nat_scope.

(* Members as binary numbers, which are compared faster. *)
Definition member_numbers (g : group) : list N := map N.of_nat (group_members g).
Definition is_among (a : N) (numbers : list N) : bool := existsb (N.eqb a) numbers.
Lemma is_among_spec g a : is_among (N.of_nat a) (member_numbers g) = has_member g a.
Proof.
  unfold is_among, member_numbers, has_member. induction (group_members g) as [|x l IH]; [reflexivity|]. cbn [map existsb]. rewrite IH. f_equal.
  destruct (N.eqb_spec (N.of_nat a) (N.of_nat x)), (Nat.eqb_spec a x); try reflexivity; lia.
Qed.

Definition properb (net : network) : bool :=
  let n := length (arcs net) in let numbers := map member_numbers (groups net) in
  forallb (fun e => (arc_from e <? nodes net) && (arc_to e <? nodes net) && negb (arc_from e =? arc_to e) && (1 <=? arc_latency e)) (arcs net) &&
  forallb (fun g => forallb (fun a => a <? n) (group_members g)) (groups net) && forallb (fun a => let a' := N.of_nat a in existsb (is_among a') numbers) (seq 0 n).
Lemma properb_sound net : properb net = true -> proper net.
Proof.
  unfold properb. cbv zeta. rewrite !andb_true_iff, !forallb_forall. intros ((H1 & H2) & H3). split.
  - intros e He. specialize (H1 e He). rewrite !andb_true_iff, negb_true_iff in H1. destruct H1 as (((A & B) & C) & D).
    apply Nat.ltb_lt in A, B. apply Nat.eqb_neq in C. apply Nat.leb_le in D. auto.
  - intros g a Hg Ha. specialize (H2 g Hg). rewrite forallb_forall in H2. apply Nat.ltb_lt, H2, Ha.
  - intros a Ha. assert (Hs : In a (seq 0 (length (arcs net)))) by (apply in_seq; lia). specialize (H3 a Hs). apply existsb_exists in H3 as (l & Hl & H).
    apply in_map_iff in Hl as (g & <- & Hg). rewrite is_among_spec in H. exists g. split; [exact Hg|]. unfold has_member in H. apply existsb_exists in H as (x & Hx & E). apply Nat.eqb_eq in E. subst x. exact Hx.
Qed.

(* Lines `price`: a step, or all, a group, and the price.  Of streams steps are phases. *)
Definition line := (option nat * nat * Z)%type.
Definition priced (net : network) (phase : nat -> nat) (ls : list line) : prices :=
  map (fun l => match l with (step, g, Y) => (nth g (groups net) (Group 0 None []),
    fun s => match step with None => Y | Some s' => if phase s =? s' then Y else 0%Z end) end) ls.
Definition lines_ok (net : network) (ls : list line) : bool :=
  let n := length (groups net) in forallb (fun l => match l with (_, g, Y) => (g <? n) && (0 <=? Y)%Z end) ls.
Definition always (ls : list line) : bool := forallb (fun l => match l with (None, _, _) => true | _ => false end) ls.
Lemma priced_ok net phase ls : lines_ok net ls = true -> are_prices net (priced net phase ls).
Proof.
  unfold lines_ok. cbv zeta. rewrite forallb_forall. intros H p Hp. unfold priced in Hp. apply in_map_iff in Hp as (((step, g), Y) & <- & Hl).
  specialize (H _ Hl). cbn in H. apply andb_prop in H as [Hg H0]. apply Nat.ltb_lt in Hg. apply Z.leb_le in H0. split; [apply nth_In; exact Hg|].
  intros s. cbn [snd]. destruct step as [s'|]; [destruct (phase s =? s')|]; lia.
Qed.
Lemma always_cost net phase ls a s s' : always ls = true -> cost net (priced net phase ls) (a, s) = cost net (priced net phase ls) (a, s').
Proof.
  unfold always, cost, paid, priced. rewrite forallb_forall, !tally_map. intros H. apply tally_ext. intros ((step, g), Y) Hl. specialize (H _ Hl). cbn in H.
  destruct step; [discriminate|]. reflexivity.
Qed.

(* What it costs to send along each arc in each step; in one step, if they are alike. *)
Definition steps_of (steps : option nat) : list nat := match steps with Some last => seq 1 last | None => [1] end.
Definition arc_costs (net : network) (y : prices) (steps : option nat) : list (arc * list (nat * Z)) :=
  let priced_members := map (fun p => (member_numbers (fst p), p)) y in
  map (fun a => let a' := N.of_nat a in let mine := map snd (filter (fun x => is_among a' (fst x)) priced_members) in
    (arc_at net a, map (fun s => (s, tally (fun p => snd p (counts_in net (fst p) (a, s))) mine)) (steps_of steps))) (seq 0 (length (arcs net))).
Lemma arc_costs_spec net y steps : arc_costs net y steps = map (fun a => (arc_at net a, map (fun s => (s, cost net y (a, s))) (steps_of steps))) (seq 0 (length (arcs net))).
Proof.
  unfold arc_costs. cbv zeta. apply map_ext. intros a. f_equal. apply map_ext. intros s. f_equal. unfold cost, paid. cbn [fst].
  induction y as [|p y IH]; [reflexivity|]. cbn [map filter tally fst]. rewrite is_among_spec. destruct (has_member (fst p) a); cbn [map tally snd]; rewrite IH; reflexivity.
Qed.
(* When it arrives, with steps alike: at once. *)
Definition lands (steps : option nat) (e : arc) (s : nat) : nat := match steps with Some _ => s + arc_latency e - 1 | None => 0 end.
Definition in_time (steps : option nat) (e : arc) (s : nat) : bool := match steps with Some last => lands steps e s <=? last | None => true end.
Definition within (steps : option nat) (S : nat) : Prop := match steps with Some S' => S = S' | None => True end.
Definition stays (y : nat * nat -> Z) : Prop := forall a s s', y (a, s) = y (a, s').
Definition fits (net : network) (y : prices) (steps : option nat) : Prop := match steps with Some _ => True | None => stays (cost net y) end.

Lemma arc_costs_in net y steps S m (test : arc -> nat -> Z -> bool) : within steps S -> fits net y steps ->
  forallb (fun x => forallb (fun sp => test (fst x) (fst sp) (snd sp)) (snd x)) (arc_costs net y steps) = true ->
  fst m < length (arcs net) -> 1 <= snd m -> snd m <= S ->
  test (arc_at net (fst m)) (match steps with Some _ => snd m | None => 1 end) (cost net y m) = true.
Proof.
  intros Hw Hf H Ha Hs He. rewrite forallb_forall in H. rewrite arc_costs_spec in H.
  specialize (H (arc_at net (fst m), map (fun s => (s, cost net y (fst m, s))) (steps_of steps))). cbn [fst snd] in H. rewrite forallb_forall in H.
  destruct m as (a, s). cbn [fst snd] in *. destruct steps as [S'|]; cbn [within fits steps_of] in *.
  - subst S'. apply (H ltac:(apply in_map_iff; exists a; split; [reflexivity|apply in_seq; lia]) (s, cost net y (a, s))).
    apply in_map_iff. exists s. split; [reflexivity|apply in_seq; lia].
  - rewrite (Hf a s 1). apply (H ltac:(apply in_map_iff; exists a; split; [reflexivity|apply in_seq; lia]) (1, cost net y (a, 1))).
    left. reflexivity.
Qed.

(* Lines `cut`: a weight, and the time of each node; never is the step behind the last one, or 1 with steps alike. *)
Definition cut := (Z * list nat)%type.
Definition never (steps : option nat) : nat := match steps with Some last => last + 1 | None => 1 end.
Definition cut_ok (steps : option nat) (c : commodity) (j : cut) : bool :=
  (0 <=? fst j)%Z && (nth (source c) (snd j) 0 =? 0) && existsb (fun t => never steps <=? nth t (snd j) 0) (targets c).
(* The times of each node in all cuts; of an arc those of its ends are together. *)
Definition times_of (n : nat) (cuts : list cut) : list (list nat) := map (fun v => map (fun j : cut => nth v (snd j) 0) cuts) (seq 0 n).
Definition cuts_ok (n : nat) (costs : list (arc * list (nat * Z))) (steps : option nat) (c : commodity) (cuts : list cut) : bool :=
  let times := times_of n cuts in let weights := map fst cuts in
  forallb (cut_ok steps c) cuts &&
  forallb (fun x => let e := fst x in
    let ends := combine weights (combine (nth (arc_from e) times []) (nth (arc_to e) times [])) in
    forallb (fun sp => negb (in_time steps e (fst sp)) ||
      Z.leb (tally (fun j => match j with (mu, (u, v)) => if (u <? fst sp) && (lands steps e (fst sp) <? v) then mu else 0%Z end) ends) (snd sp)) (snd x)) costs.
Lemma combine_map {A B D} (f : A -> B) (g : A -> D) l : combine (map f l) (map g l) = map (fun x => (f x, g x)) l.
Proof. induction l as [|x l IH]; [reflexivity|]. cbn [map combine]. rewrite IH. reflexivity. Qed.
Lemma times_at n cuts v : v < n -> nth v (times_of n cuts) [] = map (fun j : cut => nth v (snd j) 0) cuts.
Proof.
  intros H. unfold times_of. rewrite (nth_indep _ [] (map (fun j : cut => nth 0 (snd j) 0) cuts)) by (rewrite map_length, seq_length; exact H).
  rewrite (map_nth (fun v => map (fun j : cut => nth v (snd j) 0) cuts)), seq_nth by exact H. reflexivity.
Qed.
Lemma cuts_ok_sound net y steps c cuts S T : proper net -> within steps S -> fits net y steps ->
  cuts_ok (nodes net) (arc_costs net y steps) steps c cuts = true -> brings_in net S c T -> (tally fst cuts <= tally (cost net y) T)%Z.
Proof.
  intros Hn Hw Hf H HT. unfold cuts_ok in H. cbv zeta in H. apply andb_prop in H as [Hc H]. rewrite forallb_forall in Hc.
  set (tau := fun (j : cut) v => match steps with Some _ => nth v (snd j) 0 | None => if nth v (snd j) 0 =? 0 then 0 else S + 1 end).
  replace (tally fst cuts) with (tally fst (map (fun j => (fst j, tau j)) cuts)) by (rewrite tally_map; reflexivity).
  apply (network_cuts net S c T y); [exact Hn|exact HT| |].
  - intros j Hj. apply in_map_iff in Hj as (j' & <- & Hj). specialize (Hc j' Hj). unfold cut_ok in Hc. rewrite !andb_true_iff in Hc.
    destruct Hc as ((H1 & H2) & H3). apply Z.leb_le in H1. apply Nat.eqb_eq in H2. apply existsb_exists in H3 as (t & Ht & H3). apply Nat.leb_le in H3.
    cbn [fst snd]. split; [exact H1|]. unfold tau. split; [destruct steps; [|rewrite H2]; auto|]. exists t. split; [exact Ht|].
    destruct steps as [S'|]; cbn [never within] in *; [lia|]. destruct (Nat.eqb_spec (nth t (snd j') 0) 0); lia.
  - intros m Ha Hs He. pose proof (latency_at net _ Hn Ha) as Hl. assert (He' : snd m <= S) by (unfold arrival in He; lia).
    pose proof (arc_costs_in net y steps S m (fun e s p => negb (in_time steps e s) ||
      Z.leb (tally (fun j => match j with (mu, (u, v)) => if (u <? s) && (lands steps e s <? v) then mu else 0%Z end)
        (combine (map fst cuts) (combine (nth (arc_from e) (times_of (nodes net) cuts) []) (nth (arc_to e) (times_of (nodes net) cuts) [])))) p) Hw Hf H Ha Hs He') as Q. cbn beta in Q.
    destruct (pr_arcs net Hn (arc_at net (fst m)) (nth_In _ _ Ha)) as (Hu & Hv & _).
    rewrite !times_at, !combine_map in Q by assumption.
    apply orb_prop in Q as [Q|Q].
    { exfalso. apply negb_true_iff in Q. destruct steps as [S'|]; cbn [in_time lands within] in *; [|discriminate]. apply Nat.leb_gt in Q. unfold arrival in He. lia. }
    apply Z.leb_le in Q. eapply Z.le_trans; [|exact Q]. unfold crossed. rewrite !tally_map. apply tally_le. intros j Hj. cbn [fst snd].
    specialize (Hc j Hj). unfold cut_ok in Hc. rewrite !andb_true_iff in Hc. destruct Hc as ((H1 & _) & _). apply Z.leb_le in H1.
    destruct (crosses net (tau j) m) eqn:E; [|destruct (_ && _); lia]. unfold crosses in E. apply andb_prop in E as [E1 E2]. apply Nat.ltb_lt in E1, E2.
    unfold tau in E1, E2. destruct steps as [S'|]; cbn [lands within] in *.
    + fold (arrival net m). assert ((nth (arc_from (arc_at net (fst m))) (snd j) 0 <? snd m) && (arrival net m <? nth (arc_to (arc_at net (fst m))) (snd j) 0) = true) as ->; [|lia].
      apply andb_true_intro. split; apply Nat.ltb_lt; assumption.
    + destruct (Nat.eqb_spec (nth (arc_from (arc_at net (fst m))) (snd j) 0) 0) as [->|]; [|lia].
      destruct (nth (arc_to (arc_at net (fst m))) (snd j) 0); [cbn in E2; lia|]. cbn [Nat.ltb Nat.leb andb]. lia.
Qed.

(* Lines `part`: the number of the part of each node, 0 of those in none.  Of each part the least cost of an arc that enters it. *)
Definition least_into (costs : list (arc * list (nat * Z))) (steps : option nat) (parts : list nat) (i : nat) : Z :=
  let entering := flat_map (fun x => let e := fst x in
    if (nth (arc_to e) parts 0 =? i) && negb (nth (arc_from e) parts 0 =? i)
    then map snd (filter (fun sp => in_time steps e (fst sp)) (snd x)) else []) costs in
  match entering with [] => 0%Z | p :: ps => fold_right Z.min p ps end.
Definition parts_values (costs : list (arc * list (nat * Z))) (steps : option nat) (parts : list nat) : list Z :=
  0%Z :: map (least_into costs steps parts) (seq 1 (list_max parts)).
Definition parts_ok (costs : list (arc * list (nat * Z))) (steps : option nat) (parts : list nat) (values : list Z) : bool :=
  forallb (fun w => (0 <=? w)%Z) values &&
  forallb (fun x => let e := fst x in let i := nth (arc_to e) parts 0 in
    (nth (arc_from e) parts 0 =? i) || (let w := nth i values 0%Z in
    forallb (fun sp => negb (in_time steps e (fst sp)) || (w <=? snd sp)%Z) (snd x))) costs.
Definition part_counts (parts : list nat) (c : commodity) (i : nat) : bool :=
  negb (nth (source c) parts 0 =? i) && existsb (fun t => nth t parts 0 =? i) (targets c).
Definition parts_value (parts : list nat) (values : list Z) (c : commodity) : Z :=
  tally (fun i => if part_counts parts c i then nth i values 0%Z else 0%Z) (seq 1 (list_max parts)).
Lemma tally_filter {A} (f : A -> Z) (P : A -> bool) l : tally f (filter P l) = tally (fun x => if P x then f x else 0%Z) l.
Proof. induction l as [|x l IH]; [reflexivity|]. cbn [filter tally]. destruct (P x); cbn [tally]; lia. Qed.
Lemma parts_ok_sound net y steps c parts values S T : proper net -> are_prices net y -> within steps S -> fits net y steps ->
  parts_ok (arc_costs net y steps) steps parts values = true -> brings_in net S c T -> (parts_value parts values c <= tally (cost net y) T)%Z.
Proof.
  intros Hn Hy Hw Hf H HT. unfold parts_ok in H. cbv zeta in H. apply andb_prop in H as [H0 H]. rewrite forallb_forall in H0.
  assert (Hv : forall i, (0 <= nth i values 0)%Z). { intros i. destruct (nth_in_or_default i values 0%Z) as [Hi| ->]; [apply Z.leb_le, H0, Hi|lia]. }
  set (used := filter (part_counts parts c) (seq 1 (list_max parts))).
  set (tau := fun i v => if nth v parts 0 =? i then S + 1 else 0).
  unfold parts_value. rewrite <- tally_filter. fold used.
  replace (tally (fun i => nth i values 0%Z) used) with (tally fst (map (fun i => (nth i values 0%Z, tau i)) used)) by (rewrite tally_map; reflexivity).
  apply (network_cuts net S c T y); [exact Hn|exact HT| |].
  - intros j Hj. apply in_map_iff in Hj as (i & <- & Hj). cbn [fst snd]. split; [apply Hv|]. apply filter_In in Hj as [_ Hj]. unfold part_counts in Hj.
    apply andb_prop in Hj as [H1 H2]. apply negb_true_iff in H1. apply existsb_exists in H2 as (t & Ht & H2). unfold tau. rewrite H1. split; [reflexivity|].
    exists t. split; [exact Ht|]. rewrite H2. lia.
  - intros m Ha Hs He. pose proof (latency_at net _ Hn Ha) as Hl. assert (He' : snd m <= S) by (unfold arrival in He; lia).
    set (i := nth (arc_to (arc_at net (fst m))) parts 0). unfold crossed. rewrite tally_map. cbn [fst snd].
    apply Z.le_trans with (tally (fun i' => if i =? i' then (fun i' => if nth (arc_from (arc_at net (fst m))) parts 0 =? i' then 0%Z else nth i' values 0%Z) i' else 0%Z) used).
    + apply tally_le. intros i' _. unfold crosses, tau. fold i. specialize (Hv i').
      destruct (Nat.eqb_spec i i') as [_|_], (Nat.eqb_spec (nth (arc_from (arc_at net (fst m))) parts 0) i') as [_|_];
        destruct (Nat.ltb_spec (S + 1) (snd m)), (Nat.ltb_spec 0 (snd m)), (Nat.ltb_spec (arrival net m) (S + 1)), (Nat.ltb_spec (arrival net m) 0); cbn [andb]; lia.
    + destruct (in_dec Nat.eq_dec i used) as [Hi|Hi].
      * rewrite tally_one; [|apply NoDup_filter, seq_NoDup|exact Hi].
        pose proof (arc_costs_in net y steps S m (fun e s p => (nth (arc_from e) parts 0 =? nth (arc_to e) parts 0) || (negb (in_time steps e s) || Z.leb (nth (nth (arc_to e) parts 0) values 0%Z) p)) Hw Hf) as Q.
        cbn beta in Q. specialize (Q ltac:(rewrite forallb_forall in H |- *; intros x Hx; specialize (H x Hx); apply forallb_forall; intros sp Hsp;
          apply orb_prop in H as [->|H]; [reflexivity|]; rewrite forallb_forall in H; rewrite (H sp Hsp); apply orb_true_r) Ha Hs He').
        fold i in Q. destruct (nth (arc_from (arc_at net (fst m))) parts 0 =? i); [apply cost_nonneg, Hy|]. cbn [orb] in Q. apply orb_prop in Q as [Q|Q]; [|apply Z.leb_le, Q].
        exfalso. apply negb_true_iff in Q. destruct steps as [S'|]; cbn [in_time lands within] in *; [|discriminate]. apply Nat.leb_gt in Q. unfold arrival in He. lia.
      * rewrite (tally_ext _ (fun _ => 0%Z)), tally_const; [pose proof (cost_nonneg net y m Hy); lia|]. intros i' Hi'. destruct (Nat.eqb_spec i i') as [->|]; [contradiction|reflexivity].
Qed.

(* A line `trees`: numbers by sets of targets, given by whether each is in it. *)
Inductive by_set := One (x : Z) | Sets (out into : by_set).
Fixpoint get (a : by_set) (X : list bool) : Z :=
  match a, X with One x, _ => x | Sets out into, b :: X' => get (if b then into else out) X' | Sets _ _, [] => 0%Z end.
Fixpoint below (c : Z) (a b : by_set) : bool :=
  match a, b with One x, One z => (x <=? c + z)%Z | Sets a0 a1, Sets b0 b1 => below c a0 b0 && below c a1 b1 | _, _ => false end.
(* u of a union is no more than a of one part and b of the other. *)
Fixpoint adds (a b u : by_set) : bool :=
  match a, b, u with
  | One x, One z, One w => (w <=? x + z)%Z
  | Sets a0 a1, Sets b0 b1, Sets u0 u1 => adds a0 b0 u0 && adds a1 b0 u1 && adds a0 b1 u1
  | _, _, _ => false
  end.
Lemma below_sound c a b X : (0 <= c)%Z -> below c a b = true -> (get a X <= c + get b X)%Z.
Proof.
  intros Hc. revert b X. induction a as [x|a0 IH0 a1 IH1]; intros [z|b0 b1] X H; try discriminate; cbn [below] in H; [apply Z.leb_le, H|].
  apply andb_prop in H as [H0 H1]. destruct X as [|[|] X]; cbn [get]; [lia|apply IH1, H1|apply IH0, H0].
Qed.
Lemma adds_sound (P P' : nat -> bool) : (forall x, P x && P' x = false) -> forall a b u ts, adds a b u = true ->
  (get u (map (fun x => P x || P' x) ts) <= get a (map P ts) + get b (map P' ts))%Z.
Proof.
  intros HP. induction a as [x|a0 IH0 a1 IH1]; intros [z|b0 b1] [w|u0 u1] ts H; try discriminate; cbn [adds] in H; [apply Z.leb_le, H|].
  rewrite !andb_true_iff in H. destruct H as ((H1 & H2) & H3). destruct ts as [|t ts]; cbn [map get]; [lia|].
  specialize (HP t). destruct (P t), (P' t); try discriminate; cbn [orb]; [apply IH1, H2|apply IH0, H3|apply IH0, H1].
Qed.

(* The table of one list of targets, as Dreyfus and Wagner find it: row by row from the last step on, or, with steps alike, again and again. *)
Fixpoint least (c : Z) (a b : by_set) : by_set :=
  match a, b with One x, One z => One (Z.min (c + x) z) | Sets a0 a1, Sets b0 b1 => Sets (least c a0 b0) (least c a1 b1) | _, _ => b end.
Fixpoint join (a b : by_set) : by_set :=
  match a, b with One x, One z => One (x + z) | Sets a0 a1, Sets b0 b1 => Sets (join a0 b0) (least 0 (join a1 b0) (join a0 b1)) | _, _ => a end.
Fixpoint close (a : by_set) : by_set := match a with One x => One x | Sets out into => let out' := close out in Sets out' (join into out') end.
Definition far : Z := 2 ^ 62.
Fixpoint at_first (v : nat) (home : bool) (ts : list nat) : by_set :=
  match ts with [] => One (if home then 0 else far) | t :: ts' => Sets (at_first v home ts') (at_first v (home && (t =? v)) ts') end.
Definition grow (net : network) (costs : list (arc * Z)) (wait : list by_set) (landing : arc -> list by_set) : list by_set :=
  map (fun v => close (fold_right (fun x b => let e := fst x in
    if arc_from e =? v then match nth_error (landing e) (arc_to e) with Some a => least (snd x) a b | None => b end else b) (nth v wait (One 0)) costs)) (seq 0 (nodes net)).
Definition table (net : network) (costs : list (arc * list (nat * Z))) (steps : option nat) (ts : list nat) : list (list by_set) :=
  let costs_in t := map (fun x => (fst x, snd (nth t (snd x) (0, 0%Z)))) costs in
  let row := map (fun v => at_first v true ts) (seq 0 (nodes net)) in
  match steps with
  | Some last => fold_right (fun t rows => grow net (costs_in t) (hd [] rows) (fun e => nth (arc_latency e - 1) rows []) :: rows) [row] (seq 0 last)
  | None => let c := costs_in 0 in [Nat.iter (nodes net) (fun row => grow net c row (fun _ => row)) row]
  end.
Definition entry (rows : list (list by_set)) (t v : nat) : by_set := nth v (nth t rows []) (One 0).
Definition table_ok (net : network) (costs : list (arc * list (nat * Z))) (steps : option nat) (ts : list nat) (rows : list (list by_set)) : bool :=
  forallb (fun t => forallb (fun v => let a := entry rows t v in
    Z.leb (get a (map (fun x => x =? v) ts)) 0 && Z.eqb (get a (map (fun _ => false) ts)) 0 && adds a a a) (seq 0 (nodes net)))
    (match steps with Some last => seq 0 (last + 1) | None => [0] end) &&
  match steps with Some last => forallb (fun t => forallb (fun v => below 0 (entry rows t v) (entry rows (t + 1) v)) (seq 0 (nodes net))) (seq 0 last) | None => true end &&
  forallb (fun x => forallb (fun sp => negb (in_time steps (fst x) (fst sp)) || ((0 <=? snd sp)%Z &&
    below (snd sp) (entry rows (fst sp - 1) (arc_from (fst x))) (entry rows (lands steps (fst x) (fst sp)) (arc_to (fst x))))) (snd x)) costs.
Lemma table_ok_sound net y steps src ts rows S T : proper net -> are_prices net y -> within steps S -> fits net y steps -> src < nodes net ->
  table_ok net (arc_costs net y steps) steps ts rows = true -> brings_in net S (Commodity src ts) T ->
  (get (entry rows 0 src) (map (fun _ => true) ts) <= tally (cost net y) T)%Z.
Proof.
  intros Hn Hy Hw Hf Hsrc H HT. unfold table_ok in H. rewrite !andb_true_iff in H. destruct H as ((H1 & H2) & H3). rewrite forallb_forall in H1.
  set (row := fun t => match steps with Some _ => t | None => 0 end).
  assert (Hrow : forall t v, t <= S -> v < nodes net -> let a := entry rows (row t) v in
    (get a (map (fun x => Nat.eqb x v) ts) <= 0)%Z /\ get a (map (fun _ => false) ts) = 0%Z /\ adds a a a = true).
  { intros t v Ht Hv a. specialize (H1 (row t) ltac:(unfold row; destruct steps as [last|]; cbn [within] in Hw; [apply in_seq; lia|left; reflexivity])). rewrite forallb_forall in H1.
    specialize (H1 v ltac:(apply in_seq; lia)). cbv zeta in H1. fold a in H1. rewrite !andb_true_iff in H1. destruct H1 as ((A & B) & C).
    apply Z.leb_le in A. apply Z.eqb_eq in B. auto. }
  replace 0 with (row 0) by (unfold row; destruct steps; reflexivity).
  apply (table_bound net S src ts y (fun t v X => get (entry rows (row t) v) X)); try assumption.
  - intros t v Ht Hv. apply (Hrow t v Ht Hv).
  - intros t v Ht Hv. apply (Hrow t v Ht Hv).
  - intros t v P Ht Hv. unfold row. destruct steps as [last|]; [|lia]. cbn [within] in Hw. subst last. rewrite forallb_forall in H2.
    specialize (H2 t ltac:(apply in_seq; lia)). rewrite forallb_forall in H2. specialize (H2 v ltac:(apply in_seq; lia)).
    apply (below_sound 0 _ _ (map P ts) ltac:(lia)) in H2. lia.
  - intros a t P Ha Ht. pose proof (latency_at net _ Hn Ha) as Hl.
    pose proof (arc_costs_in net y steps S (a, t + 1) (fun e s p => negb (in_time steps e s) || ((0 <=? p)%Z &&
      below p (entry rows (s - 1) (arc_from e)) (entry rows (lands steps e s) (arc_to e)))) Hw Hf H3 Ha) as Q. cbn [fst snd] in Q.
    specialize (Q ltac:(lia) ltac:(lia)). apply orb_prop in Q as [Q|Q].
    + exfalso. apply negb_true_iff in Q. destruct steps as [last|]; cbn [in_time lands within] in *; [|discriminate]. apply Nat.leb_gt in Q. lia.
    + apply andb_prop in Q as [Q1 Q2]. apply Z.leb_le in Q1. apply (below_sound _ _ _ (map P ts) Q1) in Q2. unfold row. destruct steps as [last|]; cbn [lands] in Q2.
      * replace (t + 1 - 1) with t in Q2 by lia. replace (t + 1 + arc_latency (arc_at net a) - 1) with (t + arc_latency (arc_at net a)) in Q2 by lia. exact Q2.
      * exact Q2.
  - intros t v P P' Ht Hv HP. apply adds_sound; [exact HP|apply (Hrow t v Ht Hv)].
Qed.
Definition same (l m : list nat) : bool := if list_eq_dec Nat.eq_dec l m then true else false.
Definition trees_value (tables : list (list nat * list (list by_set))) (c : commodity) : Z :=
  match find (fun x => same (fst x) (targets c)) tables with
  | Some x => get (entry (snd x) 0 (source c)) (map (fun _ => true) (fst x)) | None => 0%Z end.

(* The bounds of all commodities. *)
Inductive means := ByTrees | ByParts (parts : list nat) | ByCuts (cuts : list (list cut)).
Definition bounds (net : network) (y : prices) (steps : option nat) (ks : list commodity) (how : means) : option (list Z) :=
  let costs := arc_costs net y steps in
  match how with
  | ByTrees =>
      let tables := map (fun ts => (ts, table net costs steps ts)) (nodup (list_eq_dec Nat.eq_dec) (map targets ks)) in
      if forallb (fun x => table_ok net costs steps (fst x) (snd x)) tables && forallb (fun c => source c <? nodes net) ks
      then Some (map (trees_value tables) ks) else None
  | ByParts parts =>
      let values := parts_values costs steps parts in
      if parts_ok costs steps parts values then Some (map (parts_value parts values) ks) else None
  | ByCuts cuts =>
      if (length cuts =? length ks) && forallb (fun x => cuts_ok (nodes net) costs steps (fst x) (snd x)) (combine ks cuts) then Some (map (tally fst) cuts) else None
  end.
Lemma bounds_sound net y steps ks how ds S : proper net -> are_prices net y -> within steps S -> fits net y steps -> bounds net y steps ks how = Some ds ->
  length ds = length ks /\ forall k T, k < length ks -> brings_in net S (nth k ks (Commodity 0 [])) T -> (nth k ds 0 <= tally (cost net y) T)%Z.
Proof.
  intros Hn Hy Hw Hf H. unfold bounds in H. cbv zeta in H. destruct how as [|parts|cuts].
  - destruct (_ && _) eqn:E; [|discriminate]. injection H as <-. apply andb_prop in E as [E1 E2]. rewrite forallb_forall in E1, E2. split; [apply map_length|].
    intros k T Hk HT. rewrite (nth_indep _ 0%Z (trees_value (map (fun ts => (ts, table net (arc_costs net y steps) steps ts)) (nodup (list_eq_dec Nat.eq_dec) (map targets ks))) (Commodity 0 []))) by (rewrite map_length; exact Hk).
    rewrite map_nth. assert (Hi : In (nth k ks (Commodity 0 [])) ks) by (apply nth_In; exact Hk). specialize (E2 _ Hi). apply Nat.ltb_lt in E2.
    unfold trees_value. destruct (find _ _) as [(ts, rows)|] eqn:F; [|apply tally_nonneg; intros m _; apply cost_nonneg, Hy].
    apply find_some in F as [F1 F2]. cbn [fst snd] in *. unfold same in F2. destruct (list_eq_dec Nat.eq_dec ts _) as [F3|]; [|discriminate].
    specialize (E1 _ F1). cbn [fst snd] in E1. apply (table_ok_sound net y steps _ ts rows S T); try assumption. rewrite F3. destruct (nth k ks _); exact HT.
  - destruct (parts_ok _ _ _ _) eqn:E; [|discriminate]. injection H as <-. split; [apply map_length|]. intros k T Hk HT.
    rewrite (nth_indep _ 0%Z (parts_value parts (parts_values (arc_costs net y steps) steps parts) (Commodity 0 []))) by (rewrite map_length; exact Hk).
    rewrite map_nth. apply (parts_ok_sound net y steps _ parts _ S T); assumption.
  - destruct (_ && _) eqn:E; [|discriminate]. injection H as <-. apply andb_prop in E as [E1 E2]. apply Nat.eqb_eq in E1. rewrite forallb_forall in E2.
    split; [rewrite map_length; exact E1|]. intros k T Hk HT. rewrite (nth_indep _ 0%Z (tally fst (@nil cut))) by (rewrite map_length; apply (Nat.lt_le_trans _ _ _ Hk), Nat.eq_le_incl; symmetry; exact E1).
    rewrite (map_nth (tally fst)). apply (cuts_ok_sound net y steps (nth k ks (Commodity 0 [])) _ S T); try assumption.
    assert (Hi : In (nth k ks (Commodity 0 []), nth k cuts []) (combine ks cuts)).
    { rewrite <- (combine_nth ks cuts k (Commodity 0 []) []) by congruence. apply nth_In. rewrite combine_length. lia. }
    exact (E2 _ Hi).
Qed.
Lemma tally_nth ds : tally (fun k => nth k ds 0%Z) (seq 0 (length ds)) = tally (fun d => d) ds.
Proof. induction ds as [|d ds IH]; [reflexivity|]. cbn [length seq tally nth]. rewrite <- IH, <- seq_shift, tally_map. reflexivity. Qed.

(* Claim `rounds`: P/Q rounds for each chunk at least, with so many steps or with any number. *)
Definition rounds_ok (net : network) (ks : list commodity) (ls : list line) (how : means) (steps : option nat) (P Q : Z) : bool :=
  let y := priced net (fun s => s) ls in
  let B := fold_right Z.max 0%Z (map (budget y) (steps_of steps)) in
  properb net && lines_ok net ls && match steps with Some _ => true | None => always ls end && (0 <? B)%Z && (0 <=? Q)%Z &&
  match bounds net y steps ks how with Some ds => (P * B <=? Q * tally (fun d => d) ds)%Z | None => false end.
Lemma max_in l x : In x l -> (x <= fold_right Z.max 0%Z l)%Z.
Proof. induction l as [|z l IH]; intros []; cbn [fold_right]; [|specialize (IH H)]; lia. Qed.
Lemma rounds_ok_sound net ks ls how steps P Q S C r M : within steps S -> rounds_ok net ks ls how steps P Q = true -> carries net ks C S r M ->
  (P * Z.of_nat C <= Q * Z.of_nat (rounds_until S r))%Z.
Proof.
  intros Hw H HM. unfold rounds_ok in H. cbv zeta in H. rewrite !andb_true_iff in H. destruct H as (((((H1 & H2) & H3) & H4) & H5) & H6).
  apply properb_sound in H1. apply Z.ltb_lt in H4. apply Z.leb_le in H5. pose proof (priced_ok net (fun s => s) ls H2) as Hy. destruct (bounds _ _ _ _ _) as [ds|] eqn:E; [|discriminate].
  apply Z.leb_le in H6. apply (bounds_sound net _ steps ks how ds S) in E as [E1 E2]; try assumption.
  2:{ destruct steps; [exact I|]. intros a s s'. apply always_cost, H3. }
  set (B := fold_right Z.max 0%Z _) in *. pose proof (network_rounds net ks C S r M (priced net (fun s => s) ls) (fun k => nth k ds 0%Z) B H1 HM Hy E2) as T.
  rewrite <- E1, tally_nth in T. assert (T' : (Z.of_nat C * tally (fun d => d) ds <= Z.of_nat (rounds_until S r) * B)%Z).
  { apply T. intros s Hs. destruct steps as [last|]; cbn [within steps_of] in *.
    - subst last. apply max_in, in_map, in_seq. lia.
    - replace (budget _ s) with (budget (priced net (fun s => s) ls) 1); [apply max_in; left; reflexivity|]. unfold budget, priced. rewrite !tally_map.
      apply tally_ext. intros ((step, g), Y) Hl. unfold always in H3. rewrite forallb_forall in H3. specialize (H3 _ Hl). cbn in H3. destruct step; [discriminate|reflexivity]. }
  clear T E2. nia.
Qed.
Theorem rounds_any_theorem net ks ls how P Q : rounds_ok net ks ls how None P Q = true ->
  forall C S r M, carries net ks C S r M -> (P * Z.of_nat C <= Q * Z.of_nat (rounds_until S r))%Z.
Proof. intros H C S r M HM. apply (rounds_ok_sound net ks ls how None P Q S C r M I H HM). Qed.
Lemma rounds_longer S S' r : S <= S' -> rounds_until S' (fun s => if s <=? S then r s else 0) = rounds_until S r.
Proof.
  intros H. unfold rounds_until. replace S' with (S + (S' - S)) by lia. rewrite seq_app, map_app, list_sum_app.
  rewrite (list_sum_zero (map _ (seq (1 + S) _))).
  - rewrite Nat.add_0_r. f_equal. apply map_ext_in. intros s Hs. apply in_seq in Hs. destruct (Nat.leb_spec s S); [reflexivity|lia].
  - intros x Hx. apply in_map_iff in Hx as (s & <- & Hs). apply in_seq in Hs. destruct (Nat.leb_spec s S); [lia|reflexivity].
Qed.
Theorem rounds_theorem net ks ls how last P Q : rounds_ok net ks ls how (Some last) P Q = true ->
  forall C S r M, S <= last -> carries net ks C S r M -> (P * Z.of_nat C <= Q * Z.of_nat (rounds_until S r))%Z.
Proof.
  intros H C S r M HS HM. rewrite <- (rounds_longer S last r HS).
  apply (rounds_ok_sound net ks ls how (Some last) P Q last C _ M eq_refl H). refine (carries_longer net ks C S last r _ M _ HS _ HM).
  - unfold rounds_ok in H. cbv zeta in H. rewrite !andb_true_iff in H. apply properb_sound, H.
  - intros s Hs. destruct (Nat.leb_spec s S); lia.
Qed.

(* Claim `time`: C chunks, one round in each step, take T steps at least. *)
Definition time_steps (ls : list line) (how : means) (T : nat) : option nat :=
  match how with ByParts _ => if always ls then None else Some (T - 1) | _ => Some (T - 1) end.
Definition time_ok (net : network) (ks : list commodity) (ls : list line) (how : means) (C T : nat) : bool :=
  let y := priced net (fun s => s) ls in
  properb net && lines_ok net ls && (1 <=? T) &&
  match bounds net y (time_steps ls how T) ks how with Some ds => Z.ltb (tally (budget y) (seq 1 (T - 1))) (Z.of_nat C * tally (fun d => d) ds) | None => false end.
Theorem time_theorem net ks ls how C T : time_ok net ks ls how C T = true -> forall S M, carries net ks C S (fun _ => 1) M -> T <= S.
Proof.
  intros H S M HM. destruct (le_lt_dec T S) as [L|L]; [exact L|exfalso]. unfold time_ok in H. cbv zeta in H. rewrite !andb_true_iff in H. destruct H as (((H1 & H2) & H3) & H6).
  apply properb_sound in H1. apply Nat.leb_le in H3. pose proof (priced_ok net (fun s => s) ls H2) as Hy. destruct (bounds _ _ _ _ _) as [ds|] eqn:E; [|discriminate].
  assert (Hw : within (time_steps ls how T) (T - 1)) by (unfold time_steps; destruct how, (always ls); reflexivity || exact I).
  assert (Hf : fits net (priced net (fun s => s) ls) (time_steps ls how T)).
  { unfold time_steps. destruct how, (always ls) eqn:A; try exact I. intros a s s'. apply always_cost, A. }
  apply Z.ltb_lt in H6. apply (bounds_sound net _ _ ks how ds (T - 1)) in E as [E1 E2]; try assumption.
  assert (HM' : carries net ks C (T - 1) (fun _ => 1) M) by (apply (carries_longer net ks C S (T - 1) (fun _ => 1) (fun _ => 1) M H1 ltac:(lia) (fun _ _ => le_n 1) HM)).
  pose proof (network_prices net ks C (T - 1) (fun _ => 1) M _ (fun k => nth k ds 0%Z) H1 HM' Hy E2) as Q. rewrite <- E1, tally_nth in Q.
  rewrite (tally_ext (fun s => Z.of_nat 1 * _)%Z (budget (priced net (fun s => s) ls))) in Q by (intros; lia). lia.
Qed.

(* Claim `unreachable`: a cut that no message in time crosses. *)
Definition unreachable_ok (net : network) (ks : list commodity) (last k : nat) (times : list nat) : bool :=
  properb net && (k <? length ks) && cut_ok (Some last) (nth k ks (Commodity 0 [])) (0%Z, times) &&
  forallb (fun e => (nth (arc_to e) times 0 <=? nth (arc_from e) times 0 + arc_latency e) || (last <? nth (arc_from e) times 0 + arc_latency e)) (arcs net).
Theorem unreachable_theorem net ks last k times : unreachable_ok net ks last k times = true ->
  forall C S r M, 1 <= C -> S <= last -> ~ carries net ks C S r M.
Proof.
  unfold unreachable_ok. rewrite !andb_true_iff. intros (((H1 & H2) & H3) & H4) C S r M HC HS HM. apply properb_sound in H1. apply Nat.ltb_lt in H2.
  unfold cut_ok in H3. rewrite !andb_true_iff in H3. cbn [fst snd never] in H3. destruct H3 as ((_ & H3) & H5). apply Nat.eqb_eq in H3. apply existsb_exists in H5 as (t & Ht & H5). apply Nat.leb_le in H5.
  assert (HT : brings_in net last (nth k ks (Commodity 0 [])) (M k 0)) by (apply (brings_longer net S); [exact HS|]; apply (ca_brings _ _ _ _ _ _ HM); lia).
  destruct (crosses_some net last _ _ (fun v => nth v times 0) t H1 HT H3 Ht ltac:(lia)) as (m & Hm & E).
  destruct (bi_range _ _ _ _ HT m Hm) as (Ha & Hs & He). pose proof (latency_at net _ H1 Ha) as Hl. rewrite forallb_forall in H4. specialize (H4 (arc_at net (fst m)) (nth_In _ _ Ha)).
  unfold crosses in E. apply andb_prop in E as [E1 E2]. apply Nat.ltb_lt in E1, E2. unfold arrival in *. apply orb_prop in H4 as [H4|H4]; [apply Nat.leb_le in H4|apply Nat.ltb_lt in H4]; lia.
Qed.
