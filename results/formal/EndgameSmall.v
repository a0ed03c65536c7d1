(* SPDX-License-Identifier: MIT *)
(* L = 2 (THEOREMS.md, section 9.8): the endgames for N <= 16, words and messages as `steadycast kitem -L 2
   -P N+1 --every` writes them; those for N = 3, 4, 5, 7 and 9 were found by search.  Checked by
   EndgameCheck.v. *)
From Coq Require Import List Lia.
From Steadycast Require Import Model Messages EndgameCheck.
Import ListNotations.

Definition words_1 := [[0]].
Definition messages_1 : list step := [(0,[(None,0,0)])].
Lemma items_1 z : items_possible 2 1 (z + 1) (z + 2).
Proof. apply (family_items 2 0 1 2 words_1 messages_1). vm_compute. reflexivity. Qed.

Definition words_2 := [[3;1]].
Definition messages_2 : list step := [(0,[(None,0,0)]); (1,[(None,1,1)]); (2,[(None,0,1); (Some
  0,1,0)])].
Lemma items_2 z : items_possible 2 2 (z + 2) (z + 4).
Proof. apply (family_items 2 3 2 4 words_2 messages_2). vm_compute. reflexivity. Qed.

Definition words_3 := [[4;2;0]].
Definition messages_3 : list step := [(0,[(None,1,0)]); (1,[(None,0,1)]); (2,[(None,2,1); (Some
  1,0,0)]); (3,[(Some 0,1,1); (Some 1,2,0)])].
Lemma items_3 z : items_possible 2 3 (z + 2) (z + 5).
Proof. apply (family_items 2 4 2 5 words_3 messages_3). vm_compute. reflexivity. Qed.

Definition words_4 := [[4;2;0]; [1]].
Definition messages_4 : list step := [(0,[(None,1,0)]); (1,[(None,0,0)]); (2,[(None,0,1); (Some
  1,2,0)]); (3,[(None,1,1); (Some 0,3,0)]); (4,[(None,2,1); (Some 0,3,1)])].
Lemma items_4 z : items_possible 2 4 (z + 2) (z + 6).
Proof. apply (family_items 2 4 2 6 words_4 messages_4). vm_compute. reflexivity. Qed.

Definition words_5 := [[5;0;1]; [3]; [2]].
Definition messages_5 : list step := [(0,[(None,1,0)]); (1,[(None,0,1)]); (2,[(None,3,1); (Some
  1,2,0)]); (3,[(Some 0,1,1); (Some 1,4,0)]); (4,[(Some 0,2,1); (Some 1,0,0); (Some 2,3,0); (Some
  3,4,1)])].
Lemma items_5 z : items_possible 2 5 (z + 2) (z + 6).
Proof. apply (family_items 2 5 2 6 words_5 messages_5). vm_compute. reflexivity. Qed.

Definition words_6 := [[5;1;2;0]; [3;1]].
Definition messages_6 : list step := [(0,[(None,2,0)]); (1,[(None,1,1)]); (2,[(None,4,1); (Some
  2,0,0)]); (3,[(None,1,0); (Some 1,5,1); (Some 2,3,0)]); (4,[(None,2,1); (Some 0,5,0); (Some 1,0,1);
  (Some 2,4,0); (Some 4,3,1)])].
Lemma items_6 z : items_possible 2 6 (z + 2) (z + 6).
Proof. apply (family_items 2 5 2 6 words_6 messages_6). vm_compute. reflexivity. Qed.

Definition words_7 := [[3;0;5;1;1]; [0;2]].
Definition messages_7 : list step := [(0,[(None,0,0)]); (1,[(None,4,1)]); (2,[(None,1,0); (Some
  0,3,0)]); (3,[(None,0,1); (Some 0,2,0); (Some 4,5,1)]); (4,[(None,1,1); (Some 0,4,0); (Some 1,6,0);
  (Some 4,2,1)]); (5,[(None,3,1); (Some 0,5,0); (Some 4,6,1)])].
Lemma items_7 z : items_possible 2 7 (z + 2) (z + 7).
Proof. apply (family_items 2 5 2 7 words_7 messages_7). vm_compute. reflexivity. Qed.

Definition words_8 := [[6;1;1;2;0]; [4]; [3]; [2]].
Definition messages_8 : list step := [(0,[(None,3,0)]); (1,[(None,2,1)]); (2,[(None,1,1); (Some
  3,5,0)]); (3,[(None,6,0); (Some 2,0,1)]); (4,[(None,2,0); (Some 1,7,1); (Some 2,4,1)]);
  (5,[(None,1,0); (Some 0,6,1); (Some 1,5,1); (Some 2,3,1); (Some 3,0,0); (Some 5,4,0); (Some
  6,7,0)])].
Lemma items_8 z : items_possible 2 8 (z + 2) (z + 7).
Proof. apply (family_items 2 6 2 7 words_8 messages_8). vm_compute. reflexivity. Qed.

Definition words_9 := [[6;0;1;1]; [3;0;4;1]; [2]].
Definition messages_9 : list step := [(0,[(None,2,0)]); (1,[(None,1,1)]); (2,[(None,6,1); (Some
  2,0,0)]); (3,[(None,7,1); (Some 1,5,1); (Some 2,3,0)]); (4,[(None,8,1); (Some 0,6,0); (Some 1,2,1);
  (Some 2,4,0)]); (5,[(None,8,0); (Some 0,7,0); (Some 1,4,1); (Some 2,5,0); (Some 3,1,0); (Some
  5,3,1); (Some 6,0,1)])].
Lemma items_9 z : items_possible 2 9 (z + 2) (z + 7).
Proof. apply (family_items 2 6 2 7 words_9 messages_9). vm_compute. reflexivity. Qed.

Definition words_10 := [[6;1;1;2;0]; [4;2;0]; [3;1]].
Definition messages_10 : list step := [(0,[(None,3,0)]); (1,[(None,2,1)]); (2,[(None,7,1); (Some
  3,1,0)]); (3,[(None,6,0); (Some 2,9,1); (Some 3,0,0)]); (4,[(None,6,1); (Some 1,4,0); (Some 2,5,1);
  (Some 3,2,0); (Some 7,8,1)]); (5,[(None,3,1); (Some 0,8,0); (Some 1,9,0); (Some 2,1,1); (Some
  3,7,0); (Some 6,5,0); (Some 7,0,1); (Some 9,4,1)])].
Lemma items_10 z : items_possible 2 10 (z + 2) (z + 7).
Proof. apply (family_items 2 6 2 7 words_10 messages_10). vm_compute. reflexivity. Qed.

Definition words_11 := [[7;1;1;1;2;0]; [5]; [4]; [3]; [3]; [2]].
Definition messages_11 : list step := [(0,[(None,4,0)]); (1,[(None,3,1)]); (2,[(None,2,1); (Some
  4,6,0)]); (3,[(None,7,0); (Some 3,1,1)]); (4,[(None,8,0); (Some 2,6,1); (Some 3,0,1); (Some
  4,9,0)]); (5,[(None,3,0); (Some 1,7,1); (Some 2,10,1); (Some 3,5,1)]); (6,[(None,2,0); (Some 1,9,1);
  (Some 2,8,1); (Some 3,4,1); (Some 4,1,0); (Some 6,0,0); (Some 7,5,0); (Some 8,10,0)])].
Lemma items_11 z : items_possible 2 11 (z + 2) (z + 8).
Proof. apply (family_items 2 7 2 8 words_11 messages_11). vm_compute. reflexivity. Qed.

Definition words_12 := [[7;1;2;0;2;0]; [5]; [4]; [3;1]; [3;1]].
Definition messages_12 : list step := [(0,[(None,4,0)]); (1,[(None,3,1)]); (2,[(None,2,1); (Some
  4,6,0)]); (3,[(None,7,0); (Some 3,1,1)]); (4,[(None,0,0); (Some 2,6,1); (Some 3,10,1); (Some
  4,8,0)]); (5,[(None,3,0); (Some 1,11,1); (Some 2,9,1); (Some 3,5,1); (Some 4,1,0)]); (6,[(None,2,0);
  (Some 0,11,0); (Some 1,8,1); (Some 2,0,1); (Some 3,4,1); (Some 4,10,0); (Some 6,5,0); (Some 7,9,0);
  (Some 10,7,1)])].
Lemma items_12 z : items_possible 2 12 (z + 2) (z + 8).
Proof. apply (family_items 2 7 2 8 words_12 messages_12). vm_compute. reflexivity. Qed.

Definition words_13 := [[7;1;1;1;2;0]; [5]; [4;2;0]; [3;1]; [3]].
Definition messages_13 : list step := [(0,[(None,4,0)]); (1,[(None,3,1)]); (2,[(None,2,1); (Some
  4,6,0)]); (3,[(None,1,0); (Some 3,8,1)]); (4,[(None,12,0); (Some 2,10,1); (Some 3,0,1); (Some
  4,7,0)]); (5,[(None,3,0); (Some 2,9,1); (Some 3,7,1); (Some 4,5,0); (Some 8,11,1)]); (6,[(None,2,0);
  (Some 0,6,1); (Some 1,10,0); (Some 2,1,1); (Some 3,4,1); (Some 4,8,0); (Some 6,0,0); (Some 7,11,0);
  (Some 8,5,1); (Some 10,12,1); (Some 12,9,0)])].
Lemma items_13 z : items_possible 2 13 (z + 2) (z + 8).
Proof. apply (family_items 2 7 2 8 words_13 messages_13). vm_compute. reflexivity. Qed.

Definition words_14 := [[7;1;1;1;2;0]; [5;1;2;0]; [4]; [3]; [3]; [2]].
Definition messages_14 : list step := [(0,[(None,4,0)]); (1,[(None,3,1)]); (2,[(None,6,1); (Some
  4,2,0)]); (3,[(None,10,0); (Some 3,1,1); (Some 4,9,0)]); (4,[(None,11,0); (Some 3,0,1); (Some
  4,12,0); (Some 6,8,1)]); (5,[(None,3,0); (Some 1,13,1); (Some 3,9,1); (Some 4,5,0); (Some 6,7,1)]);
  (6,[(None,4,1); (Some 0,11,1); (Some 1,10,1); (Some 2,1,0); (Some 3,2,1); (Some 4,6,0); (Some
  6,5,1); (Some 8,12,1); (Some 9,8,0); (Some 10,0,0); (Some 11,7,0); (Some 12,13,0)])].
Lemma items_14 z : items_possible 2 14 (z + 2) (z + 8).
Proof. apply (family_items 2 7 2 8 words_14 messages_14). vm_compute. reflexivity. Qed.

Definition words_15 := [[7;1;2;0;2;0]; [5;1;2;0]; [4]; [3;1]; [3;1]].
Definition messages_15 : list step := [(0,[(None,4,0)]); (1,[(None,3,1)]); (2,[(None,6,1); (Some
  4,2,0)]); (3,[(None,10,0); (Some 3,9,1); (Some 4,1,0)]); (4,[(None,0,0); (Some 3,11,1); (Some
  4,8,0); (Some 6,13,1)]); (5,[(None,1,1); (Some 2,9,0); (Some 3,7,1); (Some 4,3,0); (Some 6,12,1);
  (Some 9,14,1); (Some 10,5,0)]); (6,[(None,4,1); (Some 0,12,0); (Some 1,7,0); (Some 2,11,0); (Some
  3,2,1); (Some 4,6,0); (Some 6,0,1); (Some 8,14,0); (Some 9,8,1); (Some 10,13,0); (Some 11,5,1);
  (Some 13,10,1)])].
Lemma items_15 z : items_possible 2 15 (z + 2) (z + 8).
Proof. apply (family_items 2 7 2 8 words_15 messages_15). vm_compute. reflexivity. Qed.

Definition words_16 := [[7;1;1;1;2;0]; [5;1;2;0]; [4;2;0]; [3;1]; [3]].
Definition messages_16 : list step := [(0,[(None,4,0)]); (1,[(None,3,1)]); (2,[(None,6,1); (Some
  4,2,0)]); (3,[(None,9,0); (Some 3,11,1); (Some 4,1,0)]); (4,[(None,0,1); (Some 2,10,0); (Some
  3,8,1); (Some 4,15,0); (Some 6,13,1)]); (5,[(None,3,0); (Some 2,7,0); (Some 3,9,1); (Some 4,5,0);
  (Some 6,10,1); (Some 9,12,0); (Some 11,14,1)]); (6,[(None,4,1); (Some 0,7,1); (Some 1,8,0); (Some
  2,11,0); (Some 3,2,1); (Some 4,6,0); (Some 6,1,1); (Some 8,12,1); (Some 9,0,0); (Some 10,14,0);
  (Some 11,5,1); (Some 13,15,1); (Some 15,13,0)])].
Lemma items_16 z : items_possible 2 16 (z + 2) (z + 8).
Proof. apply (family_items 2 7 2 8 words_16 messages_16). vm_compute. reflexivity. Qed.
