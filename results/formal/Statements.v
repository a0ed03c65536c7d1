(* SPDX-License-Identifier: MIT *)
(* The main theorems, in the order of THEOREMS.md, and what they rest on.  What this prints is statements.txt. *)
From Coq Require Import List Permutation PeanoNat ZArith.
From Steadycast Require Import NetworkModel NetworkPrices NetworkTrees NetworkCertificates NetworkStreams NetworkGrowth NetworkOdd NetworkSums.
From Steadycast Require Import Model Tree Hall Lists UpperBound Ports PortsWhole PortsEvery PortsLine PortsDouble PortsRoots PortsOwn Runs Stationary Periodic Instance BlockCyclic Rule FirstDepths Exception Lemmas BaseWindow LargeLatency
  Families TheoremB Capacity Prices Largest TwoUpper TwoCapacity Pruned EveryUnion Numbers Every Lrat Formula StationaryFormula ItemsFormula FormulaCertificates Certificates UpperBound Items OneItem ItemsSingle ItemsOne Endgame EndgameCheck ItemsTwo ItemsTwoSingle BoundCertificates Claims Result.
Import ListNotations.
Open Scope Z_scope.
Open Scope nat_scope.
Set Printing Width 110.

(* All that the statements speak of, and all that this speaks of in turn, file by file. *)
(* Model.v *)
Print schedule.
Print serves.
Print once.
Print possible.
Print possible_once.
Print fl.
Print f.
Print cells.
Print block_cyclic.
Print brings.
Print items_possible.
Print single.
Print single_possible.
Print port_schedule.
Print pserves.
Print ports_possible.
Print pfl.
Print pf.
(* Hall.v *)
Print sumZ.
Print pv.
Print legal.
(* Lists.v *)
Print count.
(* UpperBound.v *)
Print sum.
(* Runs.v *)
Print word.
Print received.
Print legal_word.
Print is_send.
Print is_recv.
Print dflt.
Print at_time.
Print Runs.now.
(* Stationary.v *)
Print stationary.
Print Stationary.procs.
Print N.
Print now.
Print rv.
Print sv.
(* Periodic.v *)
Print class.
Print periodic.
Print look_back.
Print heldb.
Print distinct.
Print legal_wordb.
Print periodicb.
Print stationary_for.
(* Instance.v *)
Print size.
Print solution.
Print letters.
Print head.
Print procs_of.
Print star.
Print solves.
Print mk.
Print starb.
Print solvesb.
(* BlockCyclic.v *)
Print cyclic.
(* Rule.v *)
Print union.
Print ball.
Print windowb.
Print family_data.
Print listedb.
Print familyb.
(* Prices.v *)
Print price.
(* Largest.v *)
Print before.
Print pays.
Print value.
(* Blocks.v *)
Print Blocks.total.
Print Blocks.block.
Print Blocks.places.
Print Blocks.gets.
Print Blocks.gives.
Print Blocks.sound_blockb.
Print Blocks.blocksb.
(* Pruned.v *)
Print block_word.
Print by_blocks.
Print served.
Print block.
Print kids.
Print kids_of.
Print heads.
Print all_kids.
Print Pruned.total.
Print Pruned.good.
Print open_tree.
Print goodb.
Print same_members.
Print open_treeb.
(* Numbers.v *)
Print how.
Print serve.
Print left_part.
Print numbers_data.
Print serve_ok.
Print by_words.
Print left_ok.
Print numbers_of.
Print is_served.
Print is_served_by_blocks.
Print Numbers.words_ok.
Print numbersb.
(* Lrat.v *)
Print lit.
Print clause.
Print asg.
Print lit_true.
Print sat_clause.
Print sat.
Print db.
Print partial.
Print step.
Print look.
Print scan.
Print rup.
Print negate.
Print implied.
Print run.
Print load.
Print refutes.
(* Clauses.v *)
Print Clauses.yes.
Print Clauses.no.
Print Clauses.var.
Print Clauses.area.
Print Clauses.not_both.
Print Clauses.exactly_one.
Print Clauses.equal.
Print Clauses.equal_if.
Print Clauses.counter_first.
Print Clauses.counter_next.
Print Clauses.counter.
(* Formula.v *)
Print copies.
Print blocks_with.
Print lengths.
Print holds_letter.
Print word_block.
Print sum_block.
Print all_blocks.
Print all_letters.
Print slots_formula.
Print instance_formula.
(* StationaryFormula.v *)
Print below.
Print number.
Print StationaryFormula.receives.
Print base_h.
Print StationaryFormula.has.
Print StationaryFormula.base_y.
Print StationaryFormula.sends.
Print base_e.
Print idle.
Print base_b.
Print begins.
Print base_z.
Print origin_has.
Print base_c.
Print base_d.
Print transition.
Print one_row.
Print one_of_each.
Print continuation.
Print balance.
Print stationary_formula.
(* ItemsFormula.v *)
Print times.
Print late.
Print owns.
Print base_r.
Print receives.
Print base_x.
Print base_y.
Print ItemsFormula.sends.
Print base_a.
Print possession.
Print receptions.
Print sending.
Print possible_sends.
Print one_send.
Print senders.
Print most.
Print received_counter.
Print sent_counter.
Print one_balance.
Print balances.
Print items_and_times.
Print items_formula.
(* FormulaCertificates.v *)
Print last_variable.
Print numbered.
Print formula_fits.
Print refuted.
(* Messages.v *)
Print Messages.send.
Print Messages.step.
Print Messages.sender.
Print Messages.receiver.
Print Messages.item_of.
Print Messages.same.
Print Messages.key.
Print Messages.have.
Print Messages.distinct.
Print Messages.send_ok.
Print Messages.sends_ok.
Print Messages.got.
Print Messages.play.
Print Messages.messages_ok.
Print Messages.single_ok.
(* PricesChecked.v *)
Print PricesChecked.price_of.
Print PricesChecked.valueb.
Print PricesChecked.pays_enough.
Print PricesChecked.single.
Print PricesChecked.largest.
Print PricesChecked.other.
Print PricesChecked.least.
Print PricesChecked.largestb.
Print PricesChecked.tree.
Print PricesChecked.look.
Print PricesChecked.all_bits.
Print PricesChecked.put.
Print PricesChecked.best.
Print PricesChecked.state_ok.
Print PricesChecked.statesb.
(* Certificates.v *)
Print blocks_ok.
Print solution_of_blocks.
Print whole_ok.
Print words_ok.
Print reason.
Print reason_letter.
Print sum_left.
Print least_sum.
Print reason_ok.
Print reasons_ok.
Print Certificates.family_ok.
Print search_ends.
Print exception_ok.
Print ascends.
Print messages_fit.
Print bound_ok.
Print prices_fit.
Print potentials_fit.
(* Endgame.v *)
Print fits.
(* Spelled.v *)
Print Spelled.largest_held.
Print Spelled.sends_largest.
(* EndgameCheck.v *)
Print word_of.
Print stationary_ok.
Print fits_ok.
Print family_ok.
(* ItemsTwo.v *)
Print karp_bound.
Print corollary_3_2.
(* BoundCertificates.v *)
Print too_few.
Print too_few_single.
(* Claims.v *)
Print theorem_3_1.
(* Result.v *)
Print Q.
(* NetworkModel.v *)
Print arc.
Print group.
Print network.
Print arc_at.
Print has_member.
Print proper.
Print commodity.
Print arrival.
Print brings_in.
Print counts_in.
Print load_of.
Print carries.
Print rounds_until.
Print without.
Print allgather.
Print streams.
Print sums_for_all.
(* NetworkPrices.v *)
Print tally.
Print prices.
Print paid.
Print cost.
Print budget.
Print are_prices.
Print crosses.
Print crossed.
(* NetworkCertificates.v *)
Print member_numbers.
Print is_among.
Print properb.
Print NetworkCertificates.line.
Print priced.
Print lines_ok.
Print always.
Print steps_of.
Print arc_costs.
Print NetworkCertificates.lands.
Print in_time.
Print cut.
Print NetworkCertificates.never.
Print cut_ok.
Print times_of.
Print cuts_ok.
Print least_into.
Print parts_values.
Print parts_ok.
Print part_counts.
Print parts_value.
Print by_set.
Print get.
Print NetworkCertificates.below.
Print adds.
Print NetworkCertificates.least.
Print join.
Print NetworkCertificates.close.
Print far.
Print at_first.
Print NetworkCertificates.grow.
Print NetworkCertificates.table.
Print NetworkCertificates.entry.
Print table_ok.
Print NetworkCertificates.same.
Print trees_value.
Print means.
Print bounds.
Print rounds_ok.
Print time_steps.
Print time_ok.
Print unreachable_ok.
(* NetworkStreams.v *)
Print seen_from.
Print birth.
Print phase_of.
Print births.
Print item_bounds.
Print bound_at.
Print rate_ok.
Print most_ok.
(* NetworkGrowth.v *)
Print NetworkGrowth.grown.
Print grown_ok.
Print departs.
Print cover_of.
Print ports_ok.
Print all_late.
Print rate_growth_ok.
Print time_growth_ok.
(* NetworkOdd.v *)
Print is_in.
Print among.
Print odd_group.
Print add_odd.
Print holds_to_one.
Print odd_ok.
Print with_odd.
Print odds_ok.
(* NetworkSums.v *)
Print knows.
Print NetworkSums.pays.
Print complete.
Print part_class.
Print turned.
Print out_values.
Print leave_ok.
Print sum_bound.
Print sum_rounds_ok.
Print sum_time_ok.

(* The theorems. *)
(* 1: Proposition 1 *)
Check block_cyclic_schedule.
(* 1: Proposition 1, the converse *)
Check block_cyclic_solution.
(* 2: M. Hall's theorem for Z_r *)
Check hall_word.
(* 2: M. Hall's theorem, necessary *)
Check hall_necessary.
(* 3: t < L *)
Check small.
(* 3: L <= t < 2L *)
Check first_depths.
(* 3: t = 2L, L odd *)
Check depth_2L_odd.
(* 3: t = 2L, L even: no block-cyclic schedule *)
Check exception.
(* 4.1: the union of two solutions *)
Check union_solves.
(* 4.1: Lemma 1 *)
Check family.
(* 4.2: Lemma 2 *)
Check lemma_2.
(* 4.2: Lemma 3 *)
Check lemma_3.
(* 4.3: the letter B *)
Check letter_B.
(* 4.4: all t for L >= 34 *)
Check all_depths.
(* 5: L = 3..33 *)
Check theorem_A_finite.
(* 5: kind family, of depths *)
Check family_cyclic.
(* 6: Theorem B *)
Check theorem_B.
(* Result: f_t processors, block-cyclic but for t = 2L, L even *)
Check theorem_A.
(* 8.3: Proposition 2 *)
Check prices_bound.
(* 8.3: potential largest *)
Check largest_bound.
(* 8.4: Proposition 3 *)
Check upper_bound.
(* 8.5: stationary schedules *)
Check stationary_sound.
(* 8.5: periodic schedules *)
Check periodic_sound.
(* 9.1: Theorem C *)
Check theorem_C.
(* 9.2: Theorem D, upper bound *)
Check theorem_D_upper.
(* 9.3 to 9.5: Theorem D *)
Check capacity_2.
(* 9.5, 9.6: Theorem D, stationary but for (4,5) and (5,8) *)
Check stationary_2.
(* 10.1: Proposition 4 *)
Check proposition_4.
(* 10.1: shift *)
Check shift.
(* 10.2: union, at any open node *)
Check plug.
(* 10: Theorem E *)
Check theorem_E.
(* 10: Theorem E, by blocks but for N = L+3, L even *)
Check theorem_E_blocks.
(* 12.1: Proposition 12: the counting bound *)
Check counting_bound.
(* 12.1: C(1) is reached *)
Check one_item.
(* 12.1: Lemma 9 *)
Check lemma_9.
(* 10.8, 12.3: each item sent once, L = 1 and L >= 3 *)
Check single_times.
(* 9.9: each item sent once, L = 2 *)
Check single_two.
(* 12.3: each item sent once, every L, N, k *)
Check single_every.
(* 12.4: L = 1: K = C *)
Check items_one.
(* 12.4: the same, with the counting bound *)
Check items_one_counting.
(* 9.8: L = 2, k >= 2 *)
Check items_two.
(* 9.8: L = 2: K = C *)
Check items_two_counting.
(* 9.8: Corollary 3.2 of the paper is false *)
Check corollary_3_2_false.
(* 12.5: a stream and an endgame serve every number of items *)
Check stream_ends.
(* 12.5: the same, from words and messages that were checked *)
Check family_items.
(* 19.2: Theorem P *)
Check theorem_P.
(* 19.3: several ports, f_t processors at most *)
Check ports_bound.
(* 19.3: Theorem Q *)
Check theorem_Q.
(* 19.4: Theorem R, N = 0 or 1 modulo p *)
Check ports_every.
(* 19.4: Theorem R, single partial heads, t <= L and t >= 2L *)
Check theorem_R_single.
(* 19.4: Theorem R, who is served for t <= L and t >= 2L *)
Check theorem_R.
(* 19.4: two ports, every N *)
Check two_ports.
(* 19.4: two to four ports, every N for t <= L and t >= 2L *)
Check four_ports.
(* 19.5: Theorem S *)
Check theorem_S.
(* 19.6: Theorem T *)
Check theorem_T.
(* 19.6: excluded numbers below 2L *)
Check ports_late.
(* 19.6: four ports, every N *)
Check four_ports_every.
(* 19.6: one step more than L + B(N) is enough for every N *)
Check ports_one_more.
(* 19.6: several ports, the least delay for every p, L and N *)
Check ports_delay.
(* 20.2: Theorem T *)
Check network_prices.
(* 20.2: Theorem T (a) *)
Check network_rounds.
(* 20.2: Theorem T, of sums that all want *)
Check network_sums.
(* 20.4: the lemma on allreduce *)
Check gossip_cost.
(* 20.2: cuts in time *)
Check network_cuts.
(* 20.2: the least cost by Dreyfus and Wagner's recursion *)
Check table_bound.
(* 20.2: Theorem T (d), streams *)
Check network_stream.
(* kind schedule: whole trees *)
Check whole_theorem.
(* kind schedule: blocks on pruned trees *)
Check blocks_theorem.
(* kind schedule: closed words, any period *)
Check words_theorem.
(* kind family: of depths *)
Check family_theorem.
(* kind family: of numbers *)
Check numbers_theorem.
(* kinds impossible-residues, impossible-search: t = 2L *)
Check exception_theorem.
(* kind items-bound: any sends *)
Check bound_theorem.
(* kind items-bound: each item sent once *)
Check single_bound_theorem.
(* kind prices: potential largest *)
Check largest_theorem.
(* kind prices: potential recomputed *)
Check states_theorem.
(* kind messages: any sends *)
Check messages_theorem.
(* kind messages: each item sent once *)
Check messages_single_theorem.
(* LRAT: a refuted formula has no model *)
Check refutes_sound.
(* kind impossible-cnf: the formula is satisfiable if there is a solution *)
Check formula_faithful.
(* kind impossible-cnf: both encodings *)
Check formula_theorem.
(* kind impossible-periodic: the formula is satisfiable if there are such words *)
Check stationary_faithful.
(* kind impossible-periodic: no closed words, plain *)
Check stationary_formula_theorem.
(* kind impossible-items: the formula is satisfiable if there is a schedule *)
Check items_faithful.
(* kind impossible-items: any sends, plain *)
Check items_formula_theorem.
(* kind impossible-items: each item sent once, plain *)
Check single_items_formula_theorem.
(* kind network-bound: rounds, with so many steps *)
Check rounds_theorem.
(* kind network-bound: rounds, with any number of steps *)
Check rounds_any_theorem.
(* kind network-bound: unreachable *)
Check unreachable_theorem.
(* kind network-bound: time *)
Check time_theorem.
(* kind network-bound: rate *)
Check rate_theorem.
(* kind network-bound: most *)
Check most_theorem.
(* kind network-bound: time, by growth *)
Check time_growth_theorem.
(* kind network-bound: rate, by growth *)
Check rate_growth_theorem.
(* kind network-bound: time, with odd sets *)
Check time_odd_theorem.
(* kind network-bound: rate, with odd sets *)
Check rate_odd_theorem.
(* kind network-bound: most, with odd sets *)
Check most_odd_theorem.
(* kind network-bound: rounds of an allreduce, with so many steps *)
Check sum_rounds_theorem.
(* kind network-bound: rounds of an allreduce, with any number of steps *)
Check sum_rounds_any_theorem.
(* kind network-bound: unreachable, of an allreduce *)
Check sum_unreachable_theorem.
(* kind network-bound: time of an allreduce *)
Check sum_time_theorem.
(* 3.3 of the paper: L = 4, t = 8 *)
Check four_eight.
(* 6 of the paper: the conjecture *)
Check conjecture.
(* 3.3 of the paper: Theorem 3.4 *)
Check theorem_3_4.
(* 3.3 of the paper: Theorem 3.5 *)
Check theorem_3_5.
(* 2 of the paper: Theorem 2.2 *)
Check theorem_2_2.
(* 3.4 of the paper: Theorem 3.7 *)
Check theorem_3_7.
(* 12.2: Theorem 3.1 of the paper is false *)
Check theorem_3_1_false.
(* 12.2: Theorem 3.1 fails for every L >= 5 *)
Check theorem_3_1_fails.
(* Result: the capacity for every L *)
Check capacity.
(* Result: the least delay for every L and N *)
Check delays.

(* What they rest on, all together: one after the other they would take half a minute. *)
Definition all := (
  block_cyclic_schedule,
  block_cyclic_solution,
  hall_word,
  hall_necessary,
  small,
  first_depths,
  depth_2L_odd,
  exception,
  union_solves,
  family,
  lemma_2,
  lemma_3,
  letter_B,
  all_depths,
  theorem_A_finite,
  family_cyclic,
  theorem_B,
  theorem_A,
  prices_bound,
  largest_bound,
  upper_bound,
  stationary_sound,
  periodic_sound,
  theorem_C,
  theorem_D_upper,
  capacity_2,
  stationary_2,
  proposition_4,
  shift,
  plug,
  theorem_E,
  theorem_E_blocks,
  counting_bound,
  one_item,
  lemma_9,
  single_times,
  single_two,
  single_every,
  items_one,
  items_one_counting,
  items_two,
  items_two_counting,
  corollary_3_2_false,
  stream_ends,
  family_items,
  theorem_P,
  ports_bound,
  theorem_Q,
  ports_every,
  theorem_R_single,
  theorem_R,
  two_ports,
  four_ports,
  theorem_S,
  theorem_T,
  ports_late,
  four_ports_every,
  ports_one_more,
  ports_delay,
  network_prices,
  network_rounds,
  network_sums,
  gossip_cost,
  network_cuts,
  table_bound,
  network_stream,
  whole_theorem,
  blocks_theorem,
  words_theorem,
  family_theorem,
  numbers_theorem,
  exception_theorem,
  bound_theorem,
  single_bound_theorem,
  largest_theorem,
  states_theorem,
  messages_theorem,
  messages_single_theorem,
  refutes_sound,
  formula_faithful,
  formula_theorem,
  stationary_faithful,
  stationary_formula_theorem,
  items_faithful,
  items_formula_theorem,
  single_items_formula_theorem,
  rounds_theorem,
  rounds_any_theorem,
  unreachable_theorem,
  time_theorem,
  rate_theorem,
  most_theorem,
  time_growth_theorem,
  rate_growth_theorem,
  time_odd_theorem,
  rate_odd_theorem,
  most_odd_theorem,
  sum_rounds_theorem,
  sum_rounds_any_theorem,
  sum_unreachable_theorem,
  sum_time_theorem,
  four_eight,
  conjecture,
  theorem_3_4,
  theorem_3_5,
  theorem_2_2,
  theorem_3_7,
  theorem_3_1_false,
  theorem_3_1_fails,
  capacity,
  delays).
Print Assumptions all.
