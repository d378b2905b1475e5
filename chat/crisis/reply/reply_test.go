package reply_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"narthex/chat/church"
	"narthex/chat/crisis"
	"narthex/chat/crisis/reply"
	"narthex/chat/helplines"
)

func graceHarbor() *church.Snapshot {
	return &church.Snapshot{Name: "Grace Harbor", Phone: "555-0100", Language: "en", Address: church.Address{Country: "US"}}
}

// findings are all that the gate may find: each danger, whoever is in it, a child or not, sure or not, now, over, by clergy.
func findings() (all []crisis.Finding) {
	for _, category := range []crisis.Category{crisis.Suicide, crisis.SelfHarm, crisis.Despair, crisis.Abuse, crisis.ChildAtRisk, crisis.Medical, crisis.Threat} {
		for _, about := range []crisis.Subject{crisis.Self, crisis.Other} {
			if category == crisis.Threat && about == crisis.Self {
				continue
			}
			for _, minor := range []bool{false, true} {
				if minor && category == crisis.Abuse && about == crisis.Self {
					continue // the gate calls it what it is: a child at risk
				}
				f := crisis.Finding{Category: category, About: about, Minor: minor}
				all = append(all, f)
				f.Unsure = true
				all = append(all, f)
				f.Unsure, f.Now = false, true
				all = append(all, f)
				if category == crisis.Abuse || category == crisis.ChildAtRisk {
					f.Now, f.Past = false, true
					all = append(all, f)
					f.ByClergy = true
					all = append(all, f)
					f.Past = false
					all = append(all, f)
				}
			}
		}
	}
	return all
}

// each calls a test with every answer there is: danger, who, country, age, language, and the church's own text or none.
func each(t *testing.T, test func(t *testing.T, f crisis.Finding, country, language string, c *church.Snapshot, said []string)) {
	t.Helper()
	for _, country := range []string{"US", "PR", "CA", "GB", "IE", "AU", "NZ", "ES", "FR", "BR", "MX", "DE", "JM", "BE", ""} {
		for _, language := range []string{"en", "es", "it"} {
			for _, own := range []bool{false, true} {
				c := graceHarbor()
				c.Address.Country = country
				c.Safeguarding = church.Safeguarding{Name: "Helen Marsh", Phone: "555-0149"}
				if own {
					c.CrisisMessage, c.CrisisBlessing = ownWords, ownBlessing
				}
				for _, f := range findings() {
					text := reply.To(c, language).Answer(f)
					name := fmt.Sprintf("%s in %s, own words %v, %+v", country, language, own, f)
					if strings.Contains(text, "{") || strings.Contains(text, "\n\n\n") || strings.Contains(text, "  ") {
						t.Errorf("%s is not whole:\n%s", name, text)
					}
					test(t, f, country, language, c, strings.Split(text, "\n\n"))
					if t.Failed() {
						t.Fatalf("%s:\n%s", name, text)
					}
				}
			}
		}
	}
}

const ownWords, ownBlessing = "You are loved here.", "The LORD is near to the brokenhearted."

func harmsThemselves(f crisis.Finding) bool {
	return slices.Contains([]crisis.Category{crisis.Suicide, crisis.SelfHarm, crisis.Despair}, f.Category)
}

func told(f crisis.Finding) bool { // of what is over, or done by clergy
	return (f.Category == crisis.Abuse || f.Category == crisis.ChildAtRisk) && (f.Past || f.ByClergy)
}

// ofChild reports whether it is a child who writes: also where only what is done to them tells so.
func ofChild(f crisis.Finding) bool {
	return f.Minor || f.Category == crisis.ChildAtRisk && f.About == crisis.Self && !told(f)
}

func TestWhatIsSaidFirst(t *testing.T) {
	each(t, func(t *testing.T, f crisis.Finding, country, language string, c *church.Snapshot, said []string) {
		danger := emergencyNumber(country, f)
		first := !f.Unsure && !f.Past && (f.Now || f.Category == crisis.Medical || f.Category == crisis.Threat)
		own := c.CrisisMessage != "" && f.About == crisis.Self && language == c.Language &&
			(f.Category == crisis.Despair || harmsThemselves(f) && !f.Unsure)
		opening := said[0]
		if first {
			if danger != "" && !strings.Contains(said[0], danger) {
				t.Error("the number does not stand first")
			}
			opening = said[1]
		}
		if (opening == ownWords) != own || strings.Contains(strings.Join(said, " "), ownWords) != own {
			t.Errorf("the church's own words: %v, want %v", !own, own)
		}
		if (said[len(said)-1] == ownBlessing) != own {
			t.Errorf("the church's blessing: %v, want %v", !own, own)
		}
		asks := strings.ContainsAny(opening+said[1], "?")
		if f.Unsure && f.About == crisis.Self && !asks {
			t.Error("whoever may have been misunderstood is not asked")
		}
	})
}

func TestWhichNumbersAreNamed(t *testing.T) {
	each(t, func(t *testing.T, f crisis.Finding, country, language string, c *church.Snapshot, said []string) {
		text, lines := strings.Join(said, "\n"), helplines.In(country)
		named := func(what string, line string, want bool) {
			if line != "" && names(text, line) != want {
				t.Errorf("%s %s: %v, want %v", what, line, !want, want)
			}
		}
		abuse := f.Category == crisis.Abuse || f.Category == crisis.ChildAtRisk
		named("emergency number", emergencyNumber(country, f), true)
		if lines.Crisis == "" {
			named("directory", helplines.Directory, f.Category != crisis.Medical)
		}
		named("crisis line", lines.Crisis, f.Category != crisis.Medical)
		named("line about violence at home", lines.Abuse.Number, f.Category == crisis.Abuse && !f.Minor && !told(f))
		fearsForChild := !f.Minor && f.Category == crisis.ChildAtRisk && f.About == crisis.Other && !f.Past
		named("line of survivors", lines.Survivors.Number, told(f) && !f.Minor && !fearsForChild)
		child := ofChild(f) && f.Category != crisis.Medical && (abuse || lines.Child.Anything)
		if lines.Child != lines.AboutChildren {
			named("line for children", lines.Child.Number, child)
		}
		named("line about children", lines.AboutChildren.Number, lines.Child == lines.AboutChildren && child || fearsForChild)
	})
}

func TestWhatIsAskedFor(t *testing.T) {
	invites := regexp.MustCompile(`tell me how to reach you|decirme cómo comunicarnos`)
	adult := regexp.MustCompile(`grown-up you trust today, somebody who has no part|adulto de confianza que no tenga nada que ver|a grown-up to come right now|venga un adulto ahora mismo`)
	each(t, func(t *testing.T, f crisis.Finding, country, language string, c *church.Snapshot, said []string) {
		text := strings.Join(said, "\n")
		if want := !ofChild(f) && !told(f); invites.MatchString(text) != want {
			t.Errorf("a way to be reached is asked for: %v, want %v", !want, want)
		}
		if adult.MatchString(text) != ofChild(f) {
			t.Errorf("a trusted adult: %v", !ofChild(f))
		}
		if strings.Contains(text, "Helen Marsh: **555-0149**") != told(f) {
			t.Errorf("the safeguarding contact: %v", !told(f))
		}
		if told(f) && strings.Index(text, "Helen Marsh") < strings.Index(text, helplinesIn(country)) {
			t.Error("the church stands before a line that is independent of it")
		}
		if (f.Past || f.About == crisis.Other && f.Category != crisis.Threat) && regexp.MustCompile(`being done to you|le están haciendo`).MatchString(text) {
			t.Error("what is over, or is done to somebody else, is spoken of as done to the visitor now")
		}
	})
}

// emergencyNumber is whom a country's people call in a danger: who is hurt, or would hurt themselves, an ambulance.
func emergencyNumber(country string, f crisis.Finding) string {
	lines := helplines.In(country)
	if f.Category == crisis.Medical || f.Category == crisis.Despair || harmsThemselves(f) {
		return lines.Ambulance
	}
	return lines.Danger
}

// names reports whether a line stands in a text, not within a longer number.
func names(text, line string) bool {
	return slices.Contains(inOrder(text, allNumbers), line)
}

// helplinesIn is the number that is there for everybody in a country.
func helplinesIn(country string) string {
	if crisis := helplines.In(country).Crisis; crisis != "" {
		return crisis
	}
	return helplines.Directory
}

func TestNothingIsPromised(t *testing.T) {
	promises := regexp.MustCompile(`(?i)confiden|secret|anonym|privad|anónim|\bpray|\borar|\boro\b|oramos|orando|oración|forsake|%!`)
	read := make(map[string]bool)
	each(t, func(t *testing.T, f crisis.Finding, country, language string, c *church.Snapshot, said []string) {
		all := append(said, strings.Split(reply.To(c, language).Instead(f)+"\n\n"+reply.To(c, language).Again(f), "\n\n")...)
		for _, text := range append(all, reply.To(c, language).Care(""), reply.To(c, language).Lines(), reply.To(c, language).Glad()) {
			if read[text] {
				continue
			}
			read[text] = true
			if promise := promises.FindString(text); promise != "" {
				t.Errorf("it says %q", promise)
			}
		}
	})
}

func TestAChurchWithoutASafeguardingContactDoesNotLeaveTheVisitorToItself(t *testing.T) {
	text := reply.To(graceHarbor(), "en").Answer(crisis.Finding{Category: crisis.Abuse, About: crisis.Self, ByClergy: true})
	if !strings.Contains(text, "safeguarding office of their own") || strings.Contains(text, "555-0100") {
		t.Error(text)
	}
}

func TestWhoAccusesSomebodyOfTheChurchIsToldWhoReadsIt(t *testing.T) {
	apart := graceHarbor()
	apart.Safeguarding = church.Safeguarding{Name: "Helen Marsh", Email: "safe@grace.example"}
	for _, category := range []crisis.Category{crisis.Abuse, crisis.ChildAtRisk, crisis.Suicide, crisis.Despair} {
		for _, test := range []struct {
			church *church.Snapshot
			wanted string
		}{{apart, "only to Helen Marsh, who answers for safeguarding at " + apart.Name}, {graceHarbor(), "only to the people who run this service"}} {
			f := crisis.Finding{Category: category, About: crisis.Self, ByClergy: true}
			text := reply.To(test.church, "en").Answer(f)
			if !strings.Contains(text, test.wanted) || strings.Contains(text, "staff") || strings.Contains(text, "People of ") || strings.Contains(text, "555-0100") {
				t.Errorf("%s:\n%s", category, text)
			}
			kept := reply.To(test.church, "en").Kept(f, reply.Contact{Phone: "207 555 0199"})
			if _, who, _ := strings.Cut(test.wanted, "to "); !strings.Contains(kept, "sending it to "+who) {
				t.Error(kept)
			}
		}
	}
}

func TestAChurchThatIsNotKnownIsNotNamed(t *testing.T) {
	for _, f := range findings() {
		if text := reply.To(&church.Snapshot{Language: "en"}, "en").Answer(f); strings.Contains(text, "of  ") || strings.Contains(text, " of .") || strings.Contains(text, "People of ,") {
			t.Errorf("%+v:\n%s", f, text)
		}
	}
}

func TestWhoWillNotCallIsToldSomethingElse(t *testing.T) {
	each(t, func(t *testing.T, f crisis.Finding, country, language string, c *church.Snapshot, said []string) {
		instead := reply.To(c, language).Instead(f)
		for _, paragraph := range strings.Split(instead, "\n\n") {
			if slices.Contains(said, paragraph) && !strings.Contains(paragraph, helplinesIn(country)) {
				t.Errorf("it says again:\n%s", paragraph)
			}
		}
		if danger := emergencyNumber(country, f); !strings.Contains(instead, danger) {
			t.Errorf("it lacks %s:\n%s", danger, instead)
		}
	})
}

// In Spanish the American line answers who texts it a word.
func TestWhoWritesToTheLineInSpanishIsToldTheWord(t *testing.T) {
	for _, minor := range []bool{false, true} {
		f := crisis.Finding{Category: crisis.Suicide, About: crisis.Self, Minor: minor}
		c := &church.Snapshot{Name: "Nueva Vida", Language: "es", Address: church.Address{Country: "US"}}
		for _, text := range []string{reply.To(c, "es").Answer(f), reply.To(c, "es").Instead(f)} {
			if !strings.Contains(text, "AYUDA") {
				t.Errorf("a child: %v\n%s", minor, text)
			}
		}
	}
}

// What helps who is a danger to themselves is of no use, or a danger, where somebody else is hurt or hurts.
func TestWhatIsSaidInsteadFitsTheDanger(t *testing.T) {
	forSelf := regexp.MustCompile(`not safe on my own|no estoy a salvo|No estoy a salvo`)
	forWatching := regexp.MustCompile(`take away what is dangerous|aleje lo que sea peligroso`)
	believed := regexp.MustCompile(`not your fault|believe you|culpa tuya|te creo`)
	each(t, func(t *testing.T, f crisis.Finding, country, language string, c *church.Snapshot, said []string) {
		instead, again := reply.To(c, language).Instead(f), reply.To(c, language).Again(f)
		if got := forSelf.MatchString(instead); got != (f.About == crisis.Self && harmsThemselves(f)) {
			t.Errorf("somewhere not to be alone: %v\n%s", got, instead)
		}
		if got := forWatching.MatchString(instead); got != (f.About == crisis.Other && harmsThemselves(f) && !ofChild(f)) {
			t.Errorf("to watch over somebody: %v\n%s", got, instead)
		}
		if strings.Contains(instead, "hospital") && f.Category != crisis.Medical && !harmsThemselves(f) {
			t.Errorf("who threatens somebody is sent to a hospital:\n%s", instead)
		}
		if ofChild(f) && believed.MatchString(again) && (f.About == crisis.Other || harmsThemselves(f)) {
			t.Errorf("a child is told that it is not their fault where nobody does anything to them:\n%s", again)
		}
	})
}

// A child who writes Spanish is spoken to as one speaks to a child, all through.
func TestAChildIsSpokenToAsAChildInSpanish(t *testing.T) {
	formal := regexp.MustCompile(`\b(?:(?i:usted|pídale|dígale|dígaselo|busque|le dirán|le entendí|oprima|mande|encuentre|no espere|no me espere|créale|escuche|escriba)|Puede)\b|[^e] \*\*llame`)
	each(t, func(t *testing.T, f crisis.Finding, country, language string, c *church.Snapshot, said []string) {
		if language != "es" || !ofChild(f) || c.CrisisMessage != "" {
			return
		}
		for _, text := range []string{strings.Join(said, "\n\n"), reply.To(c, language).Instead(f), reply.To(c, language).Again(f), reply.To(c, language).WhatNow(f), reply.To(c, language).Apart(f)} {
			if found := formal.FindString(text); found != "" {
				t.Errorf("it says %q:\n%s", found, text)
			}
		}
	})
}

func TestWhoGoesOnAboutTheSameDangerIsHeardAndNotSentAway(t *testing.T) {
	each(t, func(t *testing.T, f crisis.Finding, country, language string, c *church.Snapshot, said []string) {
		again := reply.To(c, language).Again(f)
		for _, key := range []string{"That's all right", "That's okay", "Está bien", "{"} {
			if strings.Contains(again, key) {
				t.Errorf("it says %q:\n%s", key, again)
			}
		}
		if danger := emergencyNumber(country, f); !strings.Contains(again, danger) || again == strings.Join(said, "\n\n") {
			t.Errorf("it lacks %q, or says the same again:\n%s", danger, again)
		}
	})
}

func TestWhoAccusesSomebodyOfTheChurchIsNotSentToIt(t *testing.T) {
	each(t, func(t *testing.T, f crisis.Finding, country, language string, c *church.Snapshot, said []string) {
		f.ByClergy = true
		for _, text := range []string{reply.To(c, language).Apart(f), reply.To(c, language).WhatNow(f), reply.To(c, language).Readers()} {
			if strings.Contains(text, c.Phone) || strings.ContainsAny(text, "{}") || strings.Contains(text, "  ") {
				t.Errorf("it leads to the church, or is not whole:\n%s", text)
			}
		}
		apart := reply.To(c, language).Apart(f)
		if !strings.Contains(apart, helplinesIn(country)) || !strings.Contains(apart, "Helen Marsh") || f.Minor && strings.Contains(apart, reply.To(c, language).WhoIsTold()) {
			t.Errorf("it lacks a line or the safeguarding contact, or asks a child how to be reached:\n%s", apart)
		}
		if strings.Index(apart, "Helen Marsh") < strings.Index(apart, helplinesIn(country)) {
			t.Errorf("the church stands before a line that is independent of it:\n%s", apart)
		}
	})
}

func TestWhoDoesNotKnowWhatToDoIsUnderstood(t *testing.T) {
	for message, asks := range map[string]bool{
		"I don't know what to do": true, "who else can I tell?": true, "Who can help me": true, "help": true, "what should I do now": true, "please help me": true,
		"no sé qué hacer": true, "¿A quién puedo decirle?": true, "ayúdeme": true, "¿Quién me puede ayudar?": true,
		"I don't know what to do with my old Bibles": false, "help me find a small group": false, "who can I call about the hall": false, "ayuda con la renta": false,
	} {
		if reply.AsksWhatNow(message) != asks {
			t.Errorf("%q: %v", message, !asks)
		}
	}
}
