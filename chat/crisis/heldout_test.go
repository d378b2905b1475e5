package crisis_test

import (
	"os"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"narthex/chat/crisis"
)

// What must hold for messages that the gate has not learned from. It holds less than for its own corpus, and says more.
const (
	leastHeldOutRecall    = 0.85
	leastHeldOutPrecision = 0.93
)

// TestTheGateGeneralises measures the gate on messages of testdata/heldout.yaml, which were written by somebody who did not
// know its rules. Nobody may write a rule for one of them or train the model on them: what helps here must come from a kind
// of message. Whoever has looked at what was missed, and mended it, needs new messages to measure with.
func TestTheGateGeneralises(t *testing.T) {
	data, err := os.ReadFile("testdata/heldout.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var items []heldOut
	if err := yaml.Unmarshal(data, &items); err != nil {
		t.Fatal(err)
	}
	var dangers, found, alarms, innocent int
	for _, item := range items {
		finding, ok := crisis.Assess(item.Text, item.Earlier)
		switch {
		case item.Expect == "none":
			innocent++
			if ok {
				alarms++
				t.Logf("a false alarm of %s", finding.Rule)
			}
		case ok:
			dangers++
			found++
		default:
			dangers++
			t.Logf("missed: %s, %s", item.Category, item.Language)
		}
	}
	recall, precision := float64(found)/float64(dangers), float64(found)/float64(found+alarms)
	t.Logf("held out: recall %.3f of %d, precision %.3f with %d false alarms in %d innocent messages", recall, dangers, precision, alarms, innocent)
	if recall < leastHeldOutRecall || precision < leastHeldOutPrecision {
		t.Errorf("at least %.2f and %.2f are wanted", leastHeldOutRecall, leastHeldOutPrecision)
	}
}

// TestEverydayMessagesAreNoCrisis holds the gate to what people write all day, much of it close to the words of danger.
func TestEverydayMessagesAreNoCrisis(t *testing.T) {
	data, err := os.ReadFile("testdata/everyday.txt")
	if err != nil {
		t.Fatal(err)
	}
	messages, alarms := strings.Split(strings.TrimSpace(string(data)), "\n"), 0
	for _, message := range messages {
		if finding, ok := crisis.Assess(message, nil); ok {
			alarms++
			t.Logf("%s: %s", finding.Rule, message)
		}
	}
	t.Logf("%d false alarms in %d everyday messages", alarms, len(messages))
	if alarms*100 > 4*len(messages) {
		t.Error("at most 4 in 100 are allowed")
	}
}

type heldOut struct {
	Text, Expect, Category, Language, Note string
	Earlier                                []string
}
