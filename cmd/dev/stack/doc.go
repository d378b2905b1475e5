// Package stack runs the servers that Narthex needs for development and tests: a private PostgreSQL with pgvector and a
// private Redis, on ports and with passwords of their own, plus a Chromium for browser tests, Node.js and npm packages for
// tests of clients, and, for machines without one, a C compiler for Go's race detector.
//
// [Ensure] starts or reuses the servers, [Need] does so for a test. Where they come from, first that fits:
//
//  1. DATABASE_URL and REDIS_URL, if set (DATABASE_ADMIN_URL is the owner's address, by default DATABASE_URL);
//  2. programs on this machine: PostgreSQL 15 or newer with pgvector 0.8 or newer, and Redis 8 or newer;
//  3. Debian 13's packages, unpacked into a private folder; nothing is installed on the system and no root is needed;
//  4. otherwise an error that says what to install on this system.
//
// Everything lives in one folder per user ([Home]): NARTHEX_DEV_HOME if set, else /var/lib/narthex-dev for root and the
// user's cache folder for others. NARTHEX_DEV_PACKAGES moves the unpacked packages elsewhere, so that several homes
// share one download. NARTHEX_DEV_MIRROR names a Debian mirror, for machines whose own apt sources name none.
//
// The servers stay up when the process that started them ends: the next start takes milliseconds. [Down] stops them.
//
// Reading order: stack.go (the public functions), home.go (folder, lock, state, passwords), daemon.go and process.go
// (starting, recognising and stopping a server), postgres.go, redis.go; then where programs come from: environment.go,
// installed.go, packages.go with apt.go, aptsources.go and wrap.go, advice.go; then chromium.go, nodejs.go and
// compiler.go; last what tests use, need.go, redisdb.go and outage.go.
package stack
