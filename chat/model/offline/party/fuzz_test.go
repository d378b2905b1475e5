package party_test

import (
	"testing"

	"narthex/chat/model/offline/party"
)

func FuzzAnswered(f *testing.F) {
	for _, said := range []string{"my husband, my 3 kids and me", "treinta y dos", "solo", "no", "'s", "her", "4 and 6 year olds", "son", "de 5 años", "twenty y", "talk to me nomas", "\u200d"} {
		f.Add(said)
	}
	f.Fuzz(func(t *testing.T, said string) {
		for _, count := range []party.Count{party.Answered(said), party.In(said)} {
			if count.People < 0 || count.Children < 0 || count.People > 0 && count.Children > count.People {
				t.Errorf("%q: %+v", said, count)
			}
		}
		party.Number(said)
		party.Only(said)
	})
}
