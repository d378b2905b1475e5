// Package nodes runs the server as real processes: cmd/dev its nodes, and tests as many as they need, with kill -9.
//
// A test builds the program ([Build]), prepares a database with it ([Run]) and starts a [Cluster]: nodes that share what
// the environment names, behind a front in the test's own process. Each node can be killed, stopped, frozen and started
// again, at the same addresses; its output stands in the test's. A node that dies unasked fails the test, and nothing is
// left running, even when the test itself is killed.
//
//	program := nodes.Build(t)
//	environment := append(os.Environ(), "DATABASE_URL="+db.URL, "REDIS_URL="+stack.NeedRedisDB(t), …)
//	nodes.Run(t, program, environment, "migrate")
//	cluster := nodes.Start(t, nodes.Config{Count: 2, Program: program, Environment: environment})
//	… cluster.URL() …
//	cluster.Node(1).Kill()
//	if err := cluster.Node(1).Start(); err != nil { … }
//
// Reading order: process.go (one process from its start to its end), lines.go (its output), cluster.go and server.go
// (several, for a test), build.go (the program, for a test).
package nodes
