package crisis

import "strings"

// testified gives what is left of a finding in a message that tells what nearly ended long ago and what its visitor is today: nothing, a question where
// something of it may be present, and all of it where a part that tells of now says it by itself. Of what people of a church did nothing is
// taken away, however long ago.
func (g *gate) testified(m *model, f Finding, signs uint64, message string) (Finding, bool) {
	if signs&g.longOver == 0 || signs&g.restored == 0 || f.About != Self || f.ByClergy || f.Category == Threat || f.Category == Medical {
		return f, true
	}
	present := signs&g.relapse != 0
	for _, part := range partsOf(message) {
		s := scratches.Get().(*scratch)
		over := g.signsOf([]string{part}, s)&g.longOver != 0
		scratches.Put(s)
		if over || len(part) == len(message) {
			continue
		}
		if a := g.assess(m, part, nil); a.Found && !a.Finding.Unsure && !a.Finding.Past {
			return f, true
		} else if a.Found {
			present = true
		}
	}
	f.Unsure = true
	return f, present
}

// parts ends a part of a message wherever a clause may end.
var parts = strings.NewReplacer(".", "\n", "!", "\n", "?", "\n", ";", "\n", ",", "\n", "…", "\n", " but ", "\nbut ", " and ", "\n", " pero ", "\npero ", " y ", "\n")

func partsOf(message string) (all []string) {
	for part := range strings.SplitSeq(parts.Replace(message), "\n") {
		if part = strings.TrimSpace(part); part != "" {
			all = append(all, part)
		}
	}
	return all
}
