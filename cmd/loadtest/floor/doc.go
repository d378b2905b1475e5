// Package floor holds the least that a server can do for the same result, written with the standard library and
// coder/websocket as they come. Narthex is measured against them on the same machine in the same run, because absolute
// figures say more about a machine than about a program.
//
// Reading order: relay.go (streamed answers), handler.go (stored facts), echo.go (idle connections),
// calls.go (the telephone).
package floor
