// Package person reads from a message who somebody says they are, and how to reach them: names, telephone numbers and addresses, in English and
// in Spanish.
//
// Read form.go (what each looks like), name.go (who introduces themselves, or names somebody else), signature.go (a name beside a number) and
// more.go (what is left when all that is taken away).
package person
