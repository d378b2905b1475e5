// Package order lists the tiers in the order in which they are asked, with the reason for each place (order.go), and says at which
// moment of a turn which of them are (list.go). What the tiers do besides answering is given to it: visitors' turns and evaluations
// have the same tiers in the same order.
package order
