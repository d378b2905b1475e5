// Package migrations holds the database's schema as numbered SQL files, and applies them.
//
// Read the SQL files in order: tenancy (roles and row-level security), reference data, churches, knowledge,
// conversations, accounts, how changes are announced, and after them what each part of the product keeps of its own
// (requests, events and groups, notifications). migrate.go runs them, and lockwait.go has them
// wait for nobody for long. confirmed.go puts a trigger on the identity provider's table of users, if that is in the same
// database (identity/confirmed.sql). seed fills in the reference data and the demonstration churches; pgtest gives a test a
// migrated database of its own.
//
// No table is partitioned. Messages were, in sixteen partitions by a hash of the church, and it bought nothing: with a thousand churches
// asked in turn neither requests a second nor the time of Postgres differed in three runs of each, one after the other, because every
// statement names its church and every key begins with it. By month they cannot be: each church says for how many months it
// keeps conversations, so that no month ends for all, and the key by which a turn that is stored twice is known would have to hold the month.
// What the church in every key does allow is to distribute the tables by church later (keys_test.go holds it for keys, statements_test.go of cmd/narthex for statements).
package migrations
