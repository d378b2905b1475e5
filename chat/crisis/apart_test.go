package crisis_test

import (
	"testing"

	"narthex/chat/crisis"
)

func TestWordsInPiecesArePutTogether(t *testing.T) {
	for _, message := range []string{
		"i cant br eathe", "my chest hurts and i cant brea the", "i cant b r eathe", "my baby isnt breath ing", "i want to d ie", "i want to end my li fe",
		"i took all my pil ls", "i dont want to li ve anymore", "my husband be ats me", "i want to k ill my self", "i want to k ill myself", "he said he will k ill me", "my uncle tou ches me", "my boyfriend ch oked me last night",
		"no puedo res pirar", "quiero mo rir", "me quiero ma tar", "me voy a sui cidar", "no quiero vi vir", "mi tío me to ca", "mi esposo me gol pea", "mi pa dre me pe ga",
		"u r ape me", "my uncle r apes me", "dont let him r ape me again", "my stepdad r aped me", "he wants to r ape us", "they t ouch me at night",
	} {
		if finding, found := crisis.Assess(message, nil); !found || finding.Unsure {
			t.Errorf("%q: %+v, %v", message, finding, found)
		}
	}
	for _, message := range []string{
		"mi esposo se infartó del susto cuando vio la cuenta", "nos hizo correr veinte vueltas porque Brayan se rió", "is there a par king lot", "can i br ing my dog",
		"quiero bau tizar a mi hija", "Ed Gar and Li Ve are coming", "what ti me is mass", "me n my cousin sing in the choir", "we sat ur dad next to the organ", "the ki ll joys are a band, can they play",
		"k ill tell my husband", "k ill let my wife know", "ok k ill call my son", "r ill see you at church", "we will b eating with my mom", "n ill bring my brother",
		"can u r ing me back", "u r all welcome", "r all them kids coming to camp", "b eating them cookies again lol", "the ape at the zoo threw a banana at me lol",
	} {
		if finding, found := crisis.Assess(message, nil); found {
			t.Errorf("%q: %+v", message, finding)
		}
	}
}
