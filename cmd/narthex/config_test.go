package main

import (
	"strings"
	"testing"
	"time"
)

func TestLimitsWithinWhichNothingCouldBeAnsweredAreRefused(t *testing.T) {
	for name, c := range map[string]limitConfig{
		"NARTHEX_TURN_LIMIT":    {TurnLimit: 0, LookUpLimit: time.Second},
		"NARTHEX_LOOK_UP_LIMIT": {TurnLimit: time.Minute, LookUpLimit: -time.Second},
	} {
		if err := c.check(); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := (limitConfig{TurnLimit: time.Nanosecond, LookUpLimit: time.Nanosecond}).check(); err != nil {
		t.Error(err)
	}
}
