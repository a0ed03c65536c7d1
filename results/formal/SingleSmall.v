(* SPDX-License-Identifier: MIT *)
(* L = 2 (THEOREMS.md, section 9.9): the endgames of one item for N <= 16, found by search. Checked by
   EndgameCheck.v. *)
From Coq Require Import List Lia.
From Steadycast Require Import Model Messages EndgameCheck.
Import ListNotations.

Definition words_1 := [[0]].
Definition messages_1 : list step := [(0,[(None,0,0)])].
Lemma single_1 z : single_possible 2 1 (z + 1) (z + 2).
Proof. apply (family_single 2 0 1 2 words_1 messages_1); vm_compute; reflexivity. Qed.

Definition words_2 := [[3;1]].
Definition messages_2 : list step := [(0,[(None,0,0)]); (2,[(Some 0,1,0)])].
Lemma single_2 z : single_possible 2 2 (z + 1) (z + 4).
Proof. apply (family_single 2 3 1 4 words_2 messages_2); vm_compute; reflexivity. Qed.

Definition words_3 := [[4;2;0]].
Definition messages_3 : list step := [(0,[(None,1,0)]); (2,[(Some 1,0,0)]); (3,[(Some 1,2,0)])].
Lemma single_3 z : single_possible 2 3 (z + 1) (z + 5).
Proof. apply (family_single 2 4 1 5 words_3 messages_3); vm_compute; reflexivity. Qed.

Definition words_4 := [[4;2;0]; [1]].
Definition messages_4 : list step := [(0,[(None,1,0)]); (2,[(Some 1,0,0)]); (3,[(Some 1,2,0)]);
  (4,[(Some 1,3,0)])].
Lemma single_4 z : single_possible 2 4 (z + 1) (z + 6).
Proof. apply (family_single 2 4 1 6 words_4 messages_4); vm_compute; reflexivity. Qed.

Definition words_5 := [[5;0;1]; [3]; [2]].
Definition messages_5 : list step := [(0,[(None,1,0)]); (2,[(Some 1,3,0)]); (3,[(Some 1,4,0)]);
  (4,[(Some 1,0,0); (Some 3,2,0)])].
Lemma single_5 z : single_possible 2 5 (z + 1) (z + 6).
Proof. apply (family_single 2 5 1 6 words_5 messages_5); vm_compute; reflexivity. Qed.

Definition words_6 := [[5;1;2;0]; [3;1]].
Definition messages_6 : list step := [(0,[(None,2,0)]); (2,[(Some 2,0,0)]); (3,[(Some 2,5,0)]);
  (4,[(Some 2,4,0); (Some 0,3,0)]); (5,[(Some 2,1,0)])].
Lemma single_6 z : single_possible 2 6 (z + 1) (z + 7).
Proof. apply (family_single 2 5 1 7 words_6 messages_6); vm_compute; reflexivity. Qed.

Definition words_7 := [[3;0;5;1;1]; [0;2]].
Definition messages_7 : list step := [(0,[(None,0,0)]); (2,[(Some 0,3,0)]); (3,[(Some 0,2,0)]);
  (4,[(Some 0,1,0); (Some 3,6,0)]); (5,[(Some 0,5,0); (Some 3,4,0)])].
Lemma single_7 z : single_possible 2 7 (z + 1) (z + 7).
Proof. apply (family_single 2 5 1 7 words_7 messages_7); vm_compute; reflexivity. Qed.

Definition words_8 := [[6;1;1;2;0]; [4]; [3]; [2]].
Definition messages_8 : list step := [(0,[(None,3,0)]); (2,[(Some 3,5,0)]); (3,[(Some 3,6,0)]);
  (4,[(Some 3,2,0); (Some 5,4,0)]); (5,[(Some 3,1,0); (Some 5,7,0); (Some 6,0,0)])].
Lemma single_8 z : single_possible 2 8 (z + 1) (z + 7).
Proof. apply (family_single 2 6 1 7 words_8 messages_8); vm_compute; reflexivity. Qed.

Definition words_9 := [[6;0;1;1]; [3;0;4;1]; [2]].
Definition messages_9 : list step := [(0,[(None,2,0)]); (2,[(Some 2,0,0)]); (3,[(Some 2,7,0)]);
  (4,[(Some 2,6,0); (Some 0,4,0)]); (5,[(Some 2,1,0); (Some 0,8,0); (Some 7,3,0)]); (6,[(Some
  2,5,0)])].
Lemma single_9 z : single_possible 2 9 (z + 1) (z + 8).
Proof. apply (family_single 2 6 1 8 words_9 messages_9); vm_compute; reflexivity. Qed.

Definition words_10 := [[6;1;1;2;0]; [4;2;0]; [3;1]].
Definition messages_10 : list step := [(0,[(None,3,0)]); (2,[(Some 3,1,0)]); (3,[(Some 3,6,0)]);
  (4,[(Some 3,4,0); (Some 1,2,0)]); (5,[(Some 3,8,0); (Some 1,0,0); (Some 6,5,0)]); (6,[(Some 3,7,0);
  (Some 1,9,0)])].
Lemma single_10 z : single_possible 2 10 (z + 1) (z + 8).
Proof. apply (family_single 2 6 1 8 words_10 messages_10); vm_compute; reflexivity. Qed.

Definition words_11 := [[7;1;1;1;2;0]; [5]; [4]; [3]; [3]; [2]].
Definition messages_11 : list step := [(0,[(None,4,0)]); (2,[(Some 4,6,0)]); (3,[(Some 4,7,0)]);
  (4,[(Some 4,9,0); (Some 6,8,0)]); (5,[(Some 4,5,0); (Some 6,3,0); (Some 7,10,0)]); (6,[(Some 4,0,0);
  (Some 6,1,0); (Some 7,2,0)])].
Lemma single_11 z : single_possible 2 11 (z + 1) (z + 8).
Proof. apply (family_single 2 7 1 8 words_11 messages_11); vm_compute; reflexivity. Qed.

Definition words_12 := [[7;1;2;0;2;0]; [5]; [4]; [3;1]; [3;1]].
Definition messages_12 : list step := [(0,[(None,4,0)]); (2,[(Some 4,6,0)]); (3,[(Some 4,1,0)]);
  (4,[(Some 4,10,0); (Some 6,7,0)]); (5,[(Some 4,9,0); (Some 6,5,0); (Some 1,3,0)]); (6,[(Some
  4,11,0); (Some 6,2,0); (Some 1,0,0); (Some 10,8,0)])].
Lemma single_12 z : single_possible 2 12 (z + 1) (z + 8).
Proof. apply (family_single 2 7 1 8 words_12 messages_12); vm_compute; reflexivity. Qed.

Definition words_13 := [[7;1;1;1;2;0]; [5]; [4;2;0]; [3;1]; [3]].
Definition messages_13 : list step := [(0,[(None,4,0)]); (2,[(Some 4,2,0)]); (3,[(Some 4,1,0)]);
  (4,[(Some 4,7,0); (Some 2,10,0)]); (5,[(Some 4,3,0); (Some 2,6,0); (Some 1,5,0)]); (6,[(Some
  4,12,0); (Some 2,0,0); (Some 1,8,0); (Some 7,11,0); (Some 10,9,0)])].
Lemma single_13 z : single_possible 2 13 (z + 1) (z + 8).
Proof. apply (family_single 2 7 1 8 words_13 messages_13); vm_compute; reflexivity. Qed.

Definition words_14 := [[7;1;1;1;2;0]; [5;1;2;0]; [4]; [3]; [3]; [2]].
Definition messages_14 : list step := [(0,[(None,4,0)]); (2,[(Some 4,6,0)]); (3,[(Some 4,10,0)]);
  (4,[(Some 4,12,0); (Some 6,8,0)]); (5,[(Some 4,5,0); (Some 6,9,0); (Some 10,11,0)]); (6,[(Some
  4,0,0); (Some 6,1,0); (Some 10,2,0); (Some 12,13,0); (Some 8,7,0)]); (7,[(Some 4,3,0)])].
Lemma single_14 z : single_possible 2 14 (z + 1) (z + 9).
Proof. apply (family_single 2 7 1 9 words_14 messages_14); vm_compute; reflexivity. Qed.

Definition words_15 := [[7;1;2;0;2;0]; [5;1;2;0]; [4]; [3;1]; [3;1]].
Definition messages_15 : list step := [(0,[(None,4,0)]); (2,[(Some 4,6,0)]); (3,[(Some 4,1,0)]);
  (4,[(Some 4,0,0); (Some 6,13,0)]); (5,[(Some 4,14,0); (Some 6,12,0); (Some 1,7,0)]); (6,[(Some
  4,11,0); (Some 6,5,0); (Some 1,10,0); (Some 0,8,0); (Some 13,2,0)]); (7,[(Some 4,3,0); (Some
  6,9,0)])].
Lemma single_15 z : single_possible 2 15 (z + 1) (z + 9).
Proof. apply (family_single 2 7 1 9 words_15 messages_15); vm_compute; reflexivity. Qed.

Definition words_16 := [[7;1;1;1;2;0]; [5;1;2;0]; [4;2;0]; [3;1]; [3]].
Definition messages_16 : list step := [(0,[(None,4,0)]); (2,[(Some 4,6,0)]); (3,[(Some 4,11,0)]);
  (4,[(Some 4,13,0); (Some 6,15,0)]); (5,[(Some 4,14,0); (Some 6,9,0); (Some 11,3,0)]); (6,[(Some
  4,12,0); (Some 6,2,0); (Some 11,7,0); (Some 13,8,0); (Some 15,5,0)]); (7,[(Some 4,10,0); (Some
  6,0,0); (Some 11,1,0)])].
Lemma single_16 z : single_possible 2 16 (z + 1) (z + 9).
Proof. apply (family_single 2 7 1 9 words_16 messages_16); vm_compute; reflexivity. Qed.
