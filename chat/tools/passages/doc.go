// Package passages has the tools that give passages of the Bible (passages.go) and plans for reading it (plans.go).
package passages
