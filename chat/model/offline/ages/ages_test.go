package ages_test

import (
	"slices"
	"testing"

	"narthex/chat/model/offline/ages"
)

func TestAgesOfChildrenAreRead(t *testing.T) {
	for question, want := range map[string][]int{
		"my kids are 2 and 7 where do they go":      {2, 7},
		"my kids are 2, 7 and 12, where do we go":   {2, 7, 12},
		"my son is 14 is there something for him":   {14},
		"mi hijo tiene 16 hay algo para el":         {16},
		"what class is there for a 5 year old girl": {5},
		"is there anything for my 15 year old son":  {15},
		"my daughter is 34, what about her":         nil, // grown up
		"my son is 14":                              nil, // nothing is asked
		"is room 12 free":                           nil,
		"what time is the 9 o'clock service":        nil,
		"do my kids go to the 11:00 service":        nil,
	} {
		if got := ages.In(question); !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", question, got, want)
		}
	}
}

func TestWhatIsForAnAgeIsKnown(t *testing.T) {
	for text, test := range map[string]struct{ within, without []int }{
		"Ages 3 through grade 5":                       {[]int{3, 8, 11}, []int{2, 12}},
		"Youth group for grades 6 to 12":               {[]int{11, 14, 18}, []int{10, 19}},
		"De 13 a 25 años, los viernes a las 7:30 PM.":  {[]int{13, 19}, []int{12}},
		"Care for infants and toddlers up to age 3":    {[]int{0, 2}, []int{3, 4}},
		"For children aged 4 to 8 during the Mass":     {[]int{4, 8}, []int{3, 9}},
		"Lunch for people over 65 at noon":             {nil, []int{5, 65}},
		"Ages 99999999999999999999 to 999999999999999": {nil, []int{5}},
	} {
		for _, age := range test.within {
			if !ages.For(text, age) {
				t.Errorf("%q is not for %d", text, age)
			}
		}
		for _, age := range test.without {
			if ages.For(text, age) {
				t.Errorf("%q is for %d", text, age)
			}
		}
	}
}
