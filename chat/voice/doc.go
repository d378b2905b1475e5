// Package voice is the telephone: what a voice agent of somebody else's asks before it answers a church's call (config.go). What is
// below it: number reads telephone numbers, line knows whose telephone rings, speech makes texts for the ear.
package voice
