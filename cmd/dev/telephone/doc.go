// Package telephone is a page on which somebody plays a caller, by text: it stands between a browser and a Narthex as the telephone
// service does, with the same requests, signatures and messages. What would be read out appears word by word, as fast as it is spoken,
// so that one can speak into it; keys can be pressed, the line can be lost, and the caller can hang up.
//
// Read telephone.go (the page and its socket), then call.go (one call).
package telephone
