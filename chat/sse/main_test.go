package sse_test

import (
	"testing"

	"narthex/cmd/dev/leaktest"
)

func TestMain(m *testing.M) { leaktest.VerifyTestMain(m) }
