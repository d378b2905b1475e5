// Package process runs the programs that a load test needs, watches what they cost, and leaves none behind.
//
// Reading order: child.go (starting and ending one), orphan_linux.go and orphan_other.go (when the test itself is
// killed), usage.go (processor time and memory as the kernel counts them), memstats.go (as Go's runtime counts it).
package process
