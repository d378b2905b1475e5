package scripture_test

import (
	"testing"

	"narthex/chat/tools/scripture"
)

// maxComfort is how many verses a passage of comfort has at most.
const maxComfort = 8

func TestComfortIsInBothEditions(t *testing.T) {
	ids := map[string]bool{}
	for _, need := range scripture.Needs() {
		if ids[need.ID] {
			t.Errorf("%s is there twice", need.ID)
		}
		ids[need.ID] = true
		if need.Name("en") == "" || need.Name("es") == "" || len(need.Passages) < 3 || len(need.Passages) > 5 {
			t.Errorf("%s: %v with %d passages", need.ID, need.Name("en"), len(need.Passages))
		}
		for _, reference := range need.Passages {
			for _, edition := range scripture.Editions {
				found, err := scripture.Lookup(edition, reference)
				if err != nil {
					t.Errorf("%s: %s: %v", need.ID, reference.In("en"), err)
				} else if len(found.Verses) > maxComfort || found.LeftOut.Book != nil || found.Reference.In("en") != reference.In("en") {
					t.Errorf("%s: %s gives %s of %d verses", need.ID, reference.In("en"), found.Reference.In("en"), len(found.Verses))
				}
			}
		}
	}
}

func TestANeedIsFoundByWhatIsSaid(t *testing.T) {
	for said, id := range map[string]string{
		"My mom passed away last week":                "grief",
		"grief":                                       "grief",
		"anxiety":                                     "anxiety",
		"I'm so anxious about everything":             "anxiety",
		"I feel so alone in this city":                "loneliness",
		"I'm scared of the future":                    "fear",
		"He was diagnosed with cancer":                "illness",
		"my husband has surgery tomorrow in hospital": "hospital",
		"Grandpa is in hospice, he is dying":          "dying",
		"I feel so guilty and ashamed":                "guilt",
		"I think I'm losing my faith":                 "doubt",
		"I feel hopeless":                             "despair",
		"I lost my job and can't pay rent":            "money",
		"our wedding is in May":                       "marriage",
		"my wife left me and wants a divorce":         "separation",
		"we had a baby girl":                          "baby",
		"I am so grateful today":                      "thanksgiving",
		"I relapsed, I started drinking again":        "addiction",
		"I'm furious with my boss":                    "anger",
		"I have a hard decision to make":              "guidance",
		"can't sleep":                                 "sleep",
		"I need strength to keep going":               "strength",
		"after the earthquake":                        "trouble",
		"Mi abuela falleció ayer":                     "grief",
		"Tengo mucho miedo":                           "fear",
		"Estoy preocupada y con ansiedad":             "anxiety",
		"Me siento muy solo":                          "loneliness",
		"Mañana me operan":                            "hospital",
		"No puedo dormir":                             "sleep",
		"Perdí mi trabajo":                            "money",
		"Estoy embarazada":                            "baby",
		"Quiero dar gracias a Dios":                   "thanksgiving",
		"¿Qué debo hacer con esta decisión?":          "guidance",
		"Estoy muy enojado con mi hermano":            "anger",
		"Me siento culpable":                          "guilt",
		"Estoy perdiendo la fe":                       "doubt",
		"Me siento deprimido y sin esperanza":         "despair",
		"Necesito un poco de paz":                     "peace",
		"what time does the parking garage open":      "",
		"¿Dónde está el estacionamiento?":             "",
		"":                                            "",
	} {
		got := ""
		if need, ok := scripture.NeedFor(said); ok {
			got = need.ID
		}
		if got != id {
			t.Errorf("%q is taken for %q, not %q", said, got, id)
		}
	}
}
