// Package migrations holds the database's schema as numbered SQL files, and applies them.
//
// Read the SQL files in order: tenancy (roles and row-level security), reference data, churches, knowledge,
// conversations, accounts, how changes are announced, and after them what each part of the product keeps of its own
// (requests, events and groups, notifications). migrate.go runs them, and lockwait.go has them
// wait for nobody for long. confirmed.go puts a trigger on the identity provider's table of users, if that is in the same
// database (identity/confirmed.sql). seed fills in the reference data and the demonstration churches; pgtest gives a test a
// migrated database of its own.
package migrations
