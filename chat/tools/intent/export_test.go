package intent

// OnlyAsks is what decides that a message wants nothing but information.
var OnlyAsks = onlyAsks
