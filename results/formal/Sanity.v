(* SPDX-License-Identifier: MIT *)
(* The definitions of Model.v say what they should.  For each there is something that satisfies it, and for each clause of
   serves and brings a schedule that breaks this clause and no other. *)
From Coq Require Import List Arith ZArith Lia Permutation ZifyNat.
From Steadycast Require Import Model.
Import ListNotations.

(* The source sends each item at once to the only processor. *)
Definition relay : schedule := fun a s => match a with None => Some (0, s) | _ => None end.
(* Two processors, the first of which passes on what it received in the step before. *)
Definition chain : schedule := fun a s =>
  match a, s with None, _ => Some (0, s) | Some 0, S s' => Some (1, s') | _, _ => None end.

Ltac send_cases := repeat match goal with
  | H : None = Some _ |- _ => discriminate H
  | H : context [match ?x with _ => _ end] |- _ => destruct x; try discriminate
  | H : Some _ = Some _ |- _ => injection H; clear H; intros; subst end.

Lemma relay_serves : serves 1 1 1 relay /\ once relay.
Proof.
  split; [split|]; unfold relay, once; intros; send_cases; try lia; auto.
  assert (q = 0) as -> by lia. exists None, i. split; [reflexivity|lia].
Qed.
Lemma chain_serves : serves 1 2 2 chain.
Proof.
  split; unfold chain; intros; send_cases; try lia; try (exists None; eexists; split; [reflexivity|lia]); try reflexivity.
  destruct q as [|[|q]]; [exists None, i|exists (Some 0), (S i)|lia]; (split; [reflexivity|lia]).
Qed.
(* Delay 1 is too little for two. *)
Lemma chain_late : ~ serves 1 2 1 chain.
Proof. intros H. destruct (sv_all _ _ _ _ H 0 1 ltac:(lia)) as (a & s & E & Hs). unfold chain in E. send_cases; lia. Qed.

(* The clauses of serves, one by one. *)
Definition range (N : nat) (S : schedule) := forall a s q i, S a s = Some (q, i) -> q < N.
Definition source (S : schedule) := forall s q i, S None s = Some (q, i) -> i <= s.
Definition hold (L : nat) (S : schedule) :=
  forall p s q i, S (Some p) s = Some (q, i) -> exists a s', S a s' = Some (p, i) /\ s' + L <= s.
Definition recv (S : schedule) := forall a b s q i j, S a s = Some (q, i) -> S b s = Some (q, j) -> a = b.
Definition all (L N D : nat) (S : schedule) := forall i q, q < N -> exists a s, S a s = Some (q, i) /\ s + L <= i + D.
Lemma clauses L N D S : serves L N D S <-> range N S /\ source S /\ hold L S /\ recv S /\ all L N D S.
Proof. split; [intros []; repeat split; assumption|intros (? & ? & ? & ? & ?); split; assumption]. Qed.

(* A message to a processor that does not exist. *)
Definition stray : schedule := fun a s => match a, s with None, _ => Some (0, s) | Some 0, S s' => Some (7, s') | _, _ => None end.
Lemma breaks_range : ~ range 1 stray /\ source stray /\ hold 1 stray /\ recv stray /\ all 1 1 1 stray.
Proof.
  split; [intros H; specialize (H (Some 0) 1 7 0 eq_refl); lia|]. unfold stray.
  repeat split; red; intros; send_cases; try lia; try reflexivity.
  - exists None; eexists; split; [reflexivity|lia].
  - assert (q = 0) as -> by lia. exists None, i. split; [reflexivity|lia].
Qed.
(* An item before it is there: each odd item changes places with the one before it. *)
Definition swap : schedule := fun a s => match a with None => Some (0, if Nat.even s then s + 1 else s - 1) | _ => None end.
Lemma swap_all : all 1 1 2 swap.
Proof.
  intros i q Hq. assert (q = 0) by lia. subst. destruct (Nat.Even_or_Odd i) as [E|E].
  - exists None, (i + 1). unfold swap. destruct (Nat.even (i + 1)) eqn:F; [apply Nat.even_spec in F; destruct E, F; lia|].
    split; [do 2 f_equal; lia|lia].
  - exists None, (i - 1). unfold swap. assert (Nat.even (i - 1) = true) as -> by (apply Nat.even_spec; destruct E as [h ->]; exists h; lia).
    destruct E as [h ->]. split; [do 2 f_equal; lia|lia].
Qed.
Lemma breaks_source : range 1 swap /\ ~ source swap /\ hold 1 swap /\ recv swap /\ all 1 1 2 swap.
Proof.
  split; [|split; [intros H; specialize (H 0 0 1 eq_refl); lia|split; [|split; [|exact swap_all]]]];
    unfold swap; red; intros; destruct a || destruct p; try destruct b; try discriminate; auto. injection H; intros; subst; lia.
Qed.
(* An item is passed on in the step in which it is sent by the source. *)
Definition hasty : schedule := fun a s => match a with None => Some (0, s) | Some 0 => Some (1, s) | _ => None end.
Lemma breaks_hold : range 2 hasty /\ source hasty /\ ~ hold 1 hasty /\ recv hasty /\ all 1 2 1 hasty.
Proof.
  repeat split.
  - unfold hasty; red; intros; send_cases; lia.
  - unfold hasty; red; intros; send_cases; lia.
  - intros H. destruct (H 0 0 1 0 eq_refl) as (a & s' & _ & Hs). lia.
  - unfold hasty; red; intros; send_cases; try reflexivity; discriminate.
  - intros i q Hq. destruct q as [|[|q]]; [exists None, i|exists (Some 0), i|lia]; (split; [reflexivity|lia]).
Qed.
(* Two messages to one processor at one time: the second processor sends everything back. *)
Definition back : schedule := fun a s => match a, s with
  | None, _ => Some (0, s) | Some 0, S s' => Some (1, s') | Some 1, S (S s') => Some (0, s') | _, _ => None end.
Lemma breaks_recv : range 2 back /\ source back /\ hold 1 back /\ ~ recv back /\ all 1 2 2 back.
Proof.
  repeat split.
  - unfold back; red; intros; send_cases; lia.
  - unfold back; red; intros; send_cases; lia.
  - unfold back; red; intros; send_cases; [exists None, i|exists (Some 0), (S i)]; (split; [reflexivity|lia]).
  - intros H. specialize (H None (Some 1) 2 0 2 0 eq_refl eq_refl). discriminate.
  - intros i q Hq. destruct q as [|[|q]]; [exists None, i|exists (Some 0), (S i)|lia]; (split; [reflexivity|lia]).
Qed.
(* Nothing is sent. *)
Definition silence : schedule := fun _ _ => None.
Lemma breaks_all : range 1 silence /\ source silence /\ hold 1 silence /\ recv silence /\ ~ all 1 1 1 silence.
Proof. repeat split; try (red; intros; discriminate). intros H. destruct (H 0 0 ltac:(lia)) as (a & s & E & _). discriminate. Qed.
(* Everything twice. *)
Lemma not_once : ~ once back.
Proof. intros H. destruct (H None (Some 1) 0 2 0 0 eq_refl eq_refl). discriminate. Qed.

Lemma relay_block_cyclic : block_cyclic 1 0 1 relay.
Proof.
  exists [], 0%Z, (fun _ => None). repeat split; [reflexivity| |discriminate].
  cbv zeta. intros q s i Hq Hi. exists None, (s - 1). unfold relay. split; [lia|do 2 f_equal; lia].
Qed.
(* L = 3, t = 4, f_4 = 3 processors: one block of size 2, of the values 4 and 0, and one processor that receives 1.  Processors 0 and 1
   get the items from the source in turn; each sends what it got to processor 2 at once, and to the other one a step later. *)
Ltac Zify.zify_post_hook ::= Z.div_mod_to_equations.
Definition two_in_turn : schedule := fun a s => match a with
  | None => Some (1 - s mod 2, s)
  | Some p => if 2 <=? p then None else
      if (s + p) mod 2 =? 0 then (if s <? 3 then None else Some (2, s - 3)) else if s <? 4 then None else Some (1 - p, s - 4) end.
Lemma same_message (q i q' i' : nat) : Some (q, i) = Some (q', i') <-> q' = q /\ i' = i.
Proof. split; [intros E; split; congruence|intros [-> ->]; reflexivity]. Qed.
Lemma sent_in_turn a s q i : two_in_turn a s = Some (q, i) <-> match a with
  | None => q = 1 - s mod 2 /\ i = s
  | Some p => p < 2 /\ ((s + p) mod 2 = 0 /\ 3 <= s /\ q = 2 /\ i = s - 3 \/ (s + p) mod 2 = 1 /\ 4 <= s /\ q = 1 - p /\ i = s - 4) end.
Proof.
  unfold two_in_turn. destruct a as [p|].
  - destruct (Nat.leb_spec 2 p), (Nat.eqb_spec ((s + p) mod 2) 0), (Nat.ltb_spec s 3), (Nat.ltb_spec s 4);
      rewrite ?same_message; (split; [intros E; discriminate || lia|intros E; lia || (exfalso; lia)]).
  - rewrite same_message. lia.
Qed.
Lemma in_turn_serves : serves 3 3 (3 + 4) two_in_turn /\ once two_in_turn.
Proof.
  split; [split|].
  - intros a s q i H. apply sent_in_turn in H. destruct a; lia.
  - intros s q i H. apply sent_in_turn in H. lia.
  - intros p s q i H. apply sent_in_turn in H. exists None, i. rewrite sent_in_turn. lia.
  - intros a b s q i j A B. apply sent_in_turn in A, B. destruct a, b; try f_equal; lia.
  - intros i q Hq. destruct (Nat.eq_dec q 2); [|destruct (Nat.eq_dec q (1 - i mod 2))].
    + exists (Some (1 - i mod 2)), (i + 3). rewrite sent_in_turn. lia.
    + exists None, i. rewrite sent_in_turn. lia.
    + exists (Some (1 - i mod 2)), (i + 4). rewrite sent_in_turn. lia.
  - intros a b s s' q i A B. apply sent_in_turn in A, B. destruct a, b; (split; [|try f_equal]; lia).
Qed.
Lemma in_turn_block_cyclic : block_cyclic 3 4 3 two_in_turn.
Proof.
  exists [[4; 0]%Z], 1%Z, (fun q => if q <? 2 then Some ([4; 0]%Z, q) else None). split; [|split].
  - apply Permutation_sym, (Permutation_cons_append [Some ([4; 0]%Z, 0); Some ([4; 0]%Z, 1)]).
  - cbv zeta. intros q s i Hq Hi. destruct (Nat.ltb_spec q 2); cbn [length] in Hi.
    + assert (nth ((s + q) mod 2) [4; 0]%Z 0%Z = if (s + q) mod 2 =? 0 then 4%Z else 0%Z) as E
        by (destruct ((s + q) mod 2) as [|[|n]] eqn:E; [reflexivity|reflexivity|lia]).
      rewrite E in Hi. destruct (Nat.eqb_spec ((s + q) mod 2) 0);
        [exists None, (s - 3)|exists (Some (1 - q)), (s - 3)]; rewrite sent_in_turn; lia.
    + exists (Some (1 - i mod 2)), (s - 3). rewrite sent_in_turn. lia.
  - intros p s q i H. apply sent_in_turn in H. destruct (Nat.ltb_spec p 2); [|lia]. cbn [length nth]. lia.
Qed.
Lemma swap_not_block_cyclic : ~ block_cyclic 1 1 1 swap.
Proof.
  intros (bs & x & place & HP & HR & _). assert (place 0 = None) as E.
  { cbn in HP. assert (map Some (cells bs) = []) as En by (apply length_zero_iff_nil; apply Permutation_length in HP; cbn in HP; lia).
    rewrite En in HP. apply Permutation_length_1 in HP. exact HP. }
  assert (forall s i, (Z.of_nat i = Z.of_nat (S s) + x - 2)%Z -> i = if Nat.even s then s + 1 else s - 1) as Q.
  { intros s i Hi. destruct (HR 0 (S s) i ltac:(lia)) as (a & s' & Hs & Ha); [rewrite E; cbn zeta; lia|].
    assert (s' = s) by lia. subst. unfold swap in Ha. destruct a; [discriminate|]. congruence. }
  set (m := 2 * Z.to_nat (Z.abs x) + 2). assert (Nat.even m = true) as Em by (apply Nat.even_spec; exists (Z.to_nat (Z.abs x) + 1); unfold m; lia).
  assert (Nat.even (S m) = false) as Eo by (rewrite Nat.even_succ, <- Nat.negb_even, Em; reflexivity).
  pose proof (Q m (Z.to_nat (Z.of_nat (S m) + x - 2)) ltac:(unfold m; lia)) as Q1.
  pose proof (Q (S m) (Z.to_nat (Z.of_nat (S (S m)) + x - 2)) ltac:(unfold m; lia)) as Q2. rewrite Em in Q1. rewrite Eo in Q2. lia.
Qed.

(* Two items to two processors, L = 1: the source sends 0, 1, and 1 again; the first processor passes 0 on. *)
Definition pair_of_items : schedule := fun a s => match a, s with
  | None, 0 => Some (0, 0) | None, 1 => Some (0, 1) | Some 0, 1 => Some (1, 0) | None, 2 => Some (1, 1) | _, _ => None end.
Lemma pair_brings : brings 1 2 2 3 pair_of_items /\ ~ single pair_of_items.
Proof.
  split; [split|].
  - unfold pair_of_items; intros; send_cases; lia.
  - unfold pair_of_items; intros; send_cases. exists None, 0. split; [reflexivity|lia].
  - unfold pair_of_items; intros; send_cases; reflexivity || discriminate.
  - intros i q Hi Hq. destruct i as [|[|i]], q as [|[|q]]; try lia;
      [exists None, 0|exists (Some 0), 1|exists None, 1|exists None, 2]; (split; [reflexivity|lia]).
  - intros H. specialize (H 1 2 0 1 1 eq_refl eq_refl). discriminate.
Qed.
(* With the last message left out, one of them lacks an item. *)
Lemma pair_early : ~ brings 1 2 2 2 pair_of_items.
Proof. intros H. destruct (br_all _ _ _ _ _ H 1 1 ltac:(lia) ltac:(lia)) as (a & s & E & Hs). unfold pair_of_items in E. send_cases; lia. Qed.

(* The clauses of brings, one by one. *)
Definition items_range (N k : nat) (S : schedule) := forall a s q i, S a s = Some (q, i) -> q < N /\ i < k.
Definition items_all (L N k T : nat) (S : schedule) := forall i q, i < k -> q < N -> exists a s, S a s = Some (q, i) /\ s + L <= T.
Lemma items_clauses L N k T S : brings L N k T S <-> items_range N k S /\ hold L S /\ recv S /\ items_all L N k T S.
Proof. split; [intros [A B C D]; exact (conj A (conj B (conj C D)))|intros (A & B & C & D); split; assumption]. Qed.

Ltac one_item := repeat split; red; intros; send_cases; try discriminate; try reflexivity; try lia;
  try (exists None, 0; split; [reflexivity|lia]).
(* The only item, to the only processor, and on to one that does not exist. *)
Definition item_stray : schedule := fun a s => match a, s with None, 0 => Some (0, 0) | Some 0, 1 => Some (7, 0) | _, _ => None end.
Lemma items_break_range : ~ items_range 1 1 item_stray /\ hold 1 item_stray /\ recv item_stray /\ items_all 1 1 1 1 item_stray.
Proof.
  split; [intros H; destruct (H (Some 0) 1 7 0 eq_refl); lia|]. unfold item_stray; one_item.
  assert (i = 0) as -> by lia. assert (q = 0) as -> by lia. exists None, 0. split; [reflexivity|lia].
Qed.
(* Passed on in the step in which it is sent. *)
Definition item_hasty : schedule := fun a s => match a, s with None, 0 => Some (0, 0) | Some 0, 0 => Some (1, 0) | _, _ => None end.
Lemma items_break_hold : items_range 2 1 item_hasty /\ ~ hold 1 item_hasty /\ recv item_hasty /\ items_all 1 2 1 1 item_hasty.
Proof.
  split; [unfold item_hasty; red; intros; send_cases; lia|]. split; [intros H; destruct (H 0 0 1 0 eq_refl) as (a & s' & _ & Hs); lia|].
  unfold item_hasty; one_item. assert (i = 0) as -> by lia. destruct q as [|[|q]]; [exists None, 0|exists (Some 0), 0|lia]; (split; [reflexivity|lia]).
Qed.
(* Two messages to one processor at one time. *)
Definition item_back : schedule := fun a s => match a, s with
  | None, 0 => Some (0, 0) | Some 0, 1 => Some (1, 0) | Some 1, 2 => Some (0, 0) | None, 2 => Some (0, 0) | _, _ => None end.
Lemma items_break_recv : items_range 2 1 item_back /\ hold 1 item_back /\ ~ recv item_back /\ items_all 1 2 1 2 item_back.
Proof.
  split; [unfold item_back; red; intros; send_cases; lia|]. split; [|split].
  - unfold item_back; red; intros; send_cases; [exists None, 0|exists (Some 0), 1]; (split; [reflexivity|lia]).
  - intros H. specialize (H None (Some 1) 2 0 0 0 eq_refl eq_refl). discriminate.
  - intros i q Hi Hq. assert (i = 0) as -> by lia. destruct q as [|[|q]]; [exists None, 0|exists (Some 0), 1|lia]; (split; [reflexivity|lia]).
Qed.
Lemma items_break_all : items_range 1 1 silence /\ hold 1 silence /\ recv silence /\ ~ items_all 1 1 1 1 silence.
Proof. repeat split; try (red; intros; discriminate); try discriminate. intros H. destruct (H 0 0 ltac:(lia) ltac:(lia)) as (a & s & E & _). discriminate. Qed.

(* With one port this is what serves and f are. *)
Lemma one_port_f L n : pf 1 L n = f L n.
Proof.
  unfold pf, f. f_equal. induction n as [|n IH]; [reflexivity|]. cbn [pfl fl]. rewrite IH. do 2 f_equal.
  destruct (S n <? L); lia.
Qed.
Lemma one_port L N D : ports_possible 1 L N D <-> possible L N D.
Proof.
  split; intros (S0 & [A B C E F]).
  - exists (fun a s => match S0 a s 0 with Some (q, _, i) => Some (q, i) | None => None end).
    assert (forall a s q i, match S0 a s 0 with Some (q, _, i) => Some (q, i) | None => None end = Some (q, i) <-> S0 a s 0 = Some (q, 0,
      i)) as H.
    { intros a s q i. destruct (S0 a s 0) as [[[q' m] i']|] eqn:G; [|split; discriminate]. apply A in G as (_ & _ & G).
      assert (m = 0) as -> by lia. split; intros X; congruence. }
    assert (forall a s k q m i, S0 a s k = Some (q, m, i) -> S0 a s 0 = Some (q, 0, i)) as H0.
    { intros a s k q m i G. pose proof (A _ _ _ _ _ _ G) as (Hk & _ & Hm). assert (k = 0 /\ m = 0) as [-> ->] by lia. exact G. }
    split; intros *.
    + intros G. apply H, A in G. lia.
    + intros G. apply H, B in G. rewrite Nat.div_1_r in G. exact G.
    + intros G. apply H, C in G as (a & s' & k' & m' & G & Hs). exists a, s'. split; [apply H; exact (H0 _ _ _ _ _ _ G)|exact Hs].
    + intros G1 G2. apply H in G1, G2. exact (proj1 (E _ _ _ _ _ _ _ _ _ G1 G2)).
    + intros Hq. destruct (F i q Hq) as (a & s & k & m & G & Hs). rewrite Nat.div_1_r in Hs. exists a, s.
      split; [apply H; exact (H0 _ _ _ _ _ _ G)|exact Hs].
  - exists (fun a s k => match k, S0 a s with 0, Some (q, i) => Some (q, 0, i) | _, _ => None end).
    assert (forall a s k q m i, match k, S0 a s with 0, Some (q, i) => Some (q, 0, i) | _, _ => None end = Some (q, m, i) <->
      k = 0 /\ m = 0 /\ S0 a s = Some (q, i)) as H.
    { intros a s k q m i. destruct k; [|split; [discriminate|lia]]. destruct (S0 a s) as [[q' i']|].
      - split; [intros X; repeat split; congruence|intros (_ & -> & X); congruence].
      - split; [discriminate|intros (_ & _ & X); discriminate X]. }
    split; intros *.
    + intros G. apply H in G as (-> & -> & G). apply A in G. lia.
    + intros G. apply H in G as (_ & _ & G). rewrite Nat.div_1_r. exact (B _ _ _ G).
    + intros G. apply H in G as (_ & _ & G). destruct (C _ _ _ _ G) as (a & s' & G' & Hs). exists a, s', 0, 0. rewrite G'. auto.
    + intros G1 G2. apply H in G1 as (-> & _ & G1), G2 as (-> & _ & G2). split; [exact (E _ _ _ _ _ _ G1 G2)|reflexivity].
    + intros Hq. destruct (F i q Hq) as (a & s & G & Hs). exists a, s, 0, 0. rewrite Nat.div_1_r, G. auto.
Qed.

(* Two ports, L = 1: processors 0 and 1 get an item each from the source at every step, and send it to the two others at the next
   one.  These are f_1 = 3 processors. *)
Definition both : port_schedule := fun a s k => match a, s, k with
  | None, _, 0 => Some (0, 0, 2 * s) | None, _, 1 => Some (1, 0, 2 * s + 1)
  | Some 0, S s', 0 => Some (1, 1, 2 * s') | Some 0, S s', 1 => Some (2, 0, 2 * s')
  | Some 1, S s', 0 => Some (0, 1, 2 * s' + 1) | Some 1, S s', 1 => Some (2, 1, 2 * s' + 1) | _, _, _ => None end.
Ltac port_cases := cbv beta iota zeta in *; try discriminate; repeat match goal with
  | H : Some _ = Some _ |- _ => injection H; clear H; intros; subst
  | H : match ?x with _ => _ end = Some _ |- _ => destruct x; try discriminate H end.
Lemma both_serves : pserves 2 1 3 2 both.
Proof.
  split; unfold both; intros; port_cases; try lia; try (split; reflexivity).
  1, 2: exists None, s, 0, 0; split; [reflexivity|lia].
  1, 2: exists None, s, 1, 0; split; [reflexivity|lia].
  assert (i = 2 * (i / 2) \/ i = 2 * (i / 2) + 1) as E by lia. set (s := i / 2) in *.
  destruct q as [|[|[|q]]]; [| | |lia]; destruct E as [E|E].
  - exists None, s, 0, 0. rewrite E at 1. split; [reflexivity|lia].
  - exists (Some 1), (S s), 0, 1. rewrite E at 1. split; [reflexivity|lia].
  - exists (Some 0), (S s), 0, 1. rewrite E at 1. split; [reflexivity|lia].
  - exists None, s, 1, 0. rewrite E at 1. split; [reflexivity|lia].
  - exists (Some 0), (S s), 1, 0. rewrite E at 1. split; [reflexivity|lia].
  - exists (Some 1), (S s), 1, 1. rewrite E at 1. split; [reflexivity|lia].
Qed.
(* Delay 1 is too little. *)
Lemma both_late : ~ pserves 2 1 3 1 both.
Proof. intros H. destruct (ps_all _ _ _ _ _ H 0 2 ltac:(lia)) as (a & s & k & m & E & Hs). cbn in Hs. unfold both in E. port_cases; lia.
  Qed.

(* The clauses of pserves, one by one, for two ports and L = 1. *)
Definition port_range (N : nat) (S : port_schedule) := forall a s k q m i, S a s k = Some (q, m, i) -> k < 2 /\ q < N /\ m < 2.
Definition port_source (S : port_schedule) := forall s k q m i, S None s k = Some (q, m, i) -> i / 2 <= s.
Definition port_hold (S : port_schedule) :=
  forall b s k q m i, S (Some b) s k = Some (q, m, i) -> exists a s' k' m', S a s' k' = Some (b, m', i) /\ s' + 1 <= s.
Definition port_recv (S : port_schedule) :=
  forall a b s k k' q m i j, S a s k = Some (q, m, i) -> S b s k' = Some (q, m, j) -> a = b /\ k = k'.
Definition port_all (N D : nat) (S : port_schedule) :=
  forall i q, q < N -> exists a s k m, S a s k = Some (q, m, i) /\ s + 1 <= i / 2 + D.
Lemma port_clauses N D S : pserves 2 1 N D S <-> port_range N S /\ port_source S /\ port_hold S /\ port_recv S /\ port_all N D S.
Proof. split; [intros [A B C E F]; exact (conj A (conj B (conj C (conj E F))))|intros (? & ? & ? & ? & ?); split; assumption]. Qed.
(* The source sends both items of a step to the only processor.  A port that it does not have, or one that the processor does not
   have, or a message to a processor that does not exist: *)
Definition third_port : port_schedule := fun a s k => match a, k with None, 0 => Some (0, 0, 2 * s) | None, 2 => Some (0, 1,
  2 * s + 1) | _, _ => None end.
Definition to_third : port_schedule := fun a s k => match a, k with None, 0 => Some (0, 0, 2 * s) | None, 1 => Some (0, 2, 2 * s + 1) | _,
  _ => None end.
Definition astray : port_schedule := fun a s k => match a, s, k with
  | None, _, 0 => Some (0, 0, 2 * s) | None, _, 1 => Some (0, 1, 2 * s + 1) | Some 0, S s', 0 => Some (7, 0, 2 * s') | _, _, _ => None end.
Lemma odd_or_even i : i = 2 * (i / 2) \/ i = 2 * (i / 2) + 1. Proof. lia. Qed.
Ltac to_all a b := let E := fresh in intros i q Hq; assert (q = 0) as -> by lia; set (s := i / 2); destruct (odd_or_even i) as [E|E];
  fold s in E;
  [exists None, s, (fst a), (snd a)|exists None, s, (fst b), (snd b)]; rewrite E at 1; (split; [reflexivity|lia]).
Lemma breaks_sender_port : ~ port_range 1 third_port /\ port_source third_port /\ port_hold third_port /\ port_recv third_port /\
  port_all 1 1 third_port.
Proof.
  split; [intros H; specialize (H None 0 2 0 1 1 eq_refl); lia|]. unfold third_port.
  refine (conj _ (conj _ (conj _ _))); try (red; intros; port_cases; lia || (split; reflexivity)).
  to_all (0, 0) (2, 1).
Qed.
Lemma breaks_receiver_port : ~ port_range 1 to_third /\ port_source to_third /\ port_hold to_third /\ port_recv to_third /\
  port_all 1 1 to_third.
Proof.
  split; [intros H; specialize (H None 0 1 0 2 1 eq_refl); lia|]. unfold to_third.
  refine (conj _ (conj _ (conj _ _))); try (red; intros; port_cases; lia || (split; reflexivity)).
  to_all (0, 0) (1, 2).
Qed.
Lemma breaks_port_range : ~ port_range 1 astray /\ port_source astray /\ port_hold astray /\ port_recv astray /\ port_all 1 1 astray.
Proof.
  split; [intros H; specialize (H (Some 0) 1 0 7 0 0 eq_refl); lia|]. unfold astray.
  refine (conj _ (conj _ (conj _ _))); try (red; intros; port_cases; lia || (split; reflexivity)).
  - intros b s k q m i E. port_cases. exists None, s, 0, 0. split; [reflexivity|lia].
  - to_all (0, 0) (1, 1).
Qed.
(* Items before they are there: those of odd steps change places with those of the step before. *)
Definition port_swap : port_schedule := fun a s k => let s' := if Nat.even s then s + 1 else s - 1 in
  match a, k with None, 0 => Some (0, 0, 2 * s') | None, 1 => Some (0, 1, 2 * s' + 1) | _, _ => None end.
Lemma breaks_port_source : port_range 1 port_swap /\ ~ port_source port_swap /\ port_hold port_swap /\ port_recv port_swap /\
  port_all 1 2 port_swap.
Proof.
  split; [unfold port_swap; red; intros; port_cases; lia|]. split; [intros H; specialize (H 0 0 0 0 2 eq_refl); cbn in H; lia|].
  split; [unfold port_swap; red; intros; port_cases|]. split; [unfold port_swap; red; intros; port_cases; try lia; split; reflexivity|].
  intros i q Hq. assert (q = 0) as -> by lia. destruct (odd_or_even i) as [E|E]; generalize dependent (i / 2); intros h E;
    destruct (swap_all h 0 ltac:(lia)) as (a & s & F & Hs); unfold swap in F; (destruct a; [discriminate|]).
  - exists None, s, 0, 0. unfold port_swap; cbv zeta. split; [do 2 f_equal|exact Hs].
    assert (h = if Nat.even s then s + 1 else s - 1) by congruence. lia.
  - exists None, s, 1, 1. unfold port_swap; cbv zeta. split; [do 2 f_equal|exact Hs].
    assert (h = if Nat.even s then s + 1 else s - 1) by congruence. lia.
Qed.
(* Passed on in the step in which it is sent. *)
Definition port_hasty : port_schedule := fun a s k => match a, k with
  | None, 0 => Some (0, 0, 2 * s) | None, 1 => Some (0, 1, 2 * s + 1)
  | Some 0, 0 => Some (1, 0, 2 * s) | Some 0, 1 => Some (1, 1, 2 * s + 1) | _, _ => None end.
Lemma breaks_port_hold : port_range 2 port_hasty /\ port_source port_hasty /\ ~ port_hold port_hasty /\ port_recv port_hasty /\
  port_all 2 1 port_hasty.
Proof.
  split; [unfold port_hasty; red; intros; port_cases; lia|]. split; [unfold port_hasty; red; intros; port_cases; lia|].
  split; [intros H; destruct (H 0 0 0 1 0 0 eq_refl) as (a & s' & k & m & _ & Hs); lia|].
  split; [unfold port_hasty; red; intros; port_cases; try lia; split; reflexivity|].
  intros i q Hq. set (s := i / 2). destruct (odd_or_even i) as [E|E]; fold s in E; destruct q as [|[|q]]; try lia.
  - exists None, s, 0, 0. rewrite E at 1. split; [reflexivity|lia].
  - exists (Some 0), s, 0, 0. rewrite E at 1. split; [reflexivity|lia].
  - exists None, s, 1, 1. rewrite E at 1. split; [reflexivity|lia].
  - exists (Some 0), s, 1, 1. rewrite E at 1. split; [reflexivity|lia].
Qed.
(* Two messages to one port: the processor sends what it got to itself. *)
Definition port_back : port_schedule := fun a s k => match a, s, k with
  | None, _, 0 => Some (0, 0, 2 * s) | None, _, 1 => Some (0, 1, 2 * s + 1) | Some 0, S s', 0 => Some (0, 0, 2 * s') | _, _, _ => None end.
Lemma breaks_port_recv : port_range 1 port_back /\ port_source port_back /\ port_hold port_back /\ ~ port_recv port_back /\
  port_all 1 1 port_back.
Proof.
  split; [unfold port_back; red; intros; port_cases; lia|]. split; [unfold port_back; red; intros; port_cases; lia|].
  split; [intros b s k q m i E; unfold port_back in E; port_cases; exists None, s, 0, 0; split; [reflexivity|lia]|].
  split; [intros H; destruct (H None (Some 0) 1 0 0 0 0 2 0 eq_refl eq_refl); discriminate|].
  to_all (0, 0) (1, 1).
Qed.
Definition port_silence : port_schedule := fun _ _ _ => None.
Lemma breaks_port_all : port_range 1 port_silence /\ port_source port_silence /\ port_hold port_silence /\ port_recv port_silence /\
  ~ port_all 1 1 port_silence.
Proof. repeat split; try (red; intros; discriminate); try discriminate. intros H. destruct (H 0 0 ltac:(lia)) as (a & s & k & m & E & _).
  discriminate. Qed.
