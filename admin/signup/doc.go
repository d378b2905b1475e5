// Package signup is what a church says of itself when it signs up: the fields, what must be true of them (validate.go), how
// they are kept in a checkout session until the church has paid (metadata.go), and how much they look like spam
// (suspicion.go). The onboarding form, the checkout and provisioning share it. Nothing here writes to the database.
package signup
