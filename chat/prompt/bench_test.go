package prompt_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"

	"narthex/chat/church"
	"narthex/chat/prompt"
	"narthex/retrieval"
)

// typical is what a church that has filled in most fields is asked, with as much knowledge found as a turn looks at.
func typical() prompt.Input {
	in := input()
	c := in.Church
	c.Email, c.Website, c.Denomination = "office@harbor.example", "https://harbor.example", "Baptist"
	c.Expect = church.WhatToExpect{DressCode: "Come as you are.", Parking: "Behind the church.", Children: "A nursery is open.", FirstVisit: "Somebody greets you at the door."}
	for i := range 6 {
		c.Staff = append(c.Staff, church.StaffMember{Name: fmt.Sprintf("Person %d", i), Title: "Deacon", Bio: strings.Repeat("Has been here for long. ", 4)})
		c.Ministries = append(c.Ministries, church.Ministry{Name: fmt.Sprintf("Group %d", i), Description: strings.Repeat("Meets every week. ", 4)})
	}
	for i := range church.MaxProductEntries {
		c.ProductKnowledge = append(c.ProductKnowledge, church.ProductEntry{
			Question: fmt.Sprintf("What does feature %d do?", i), Answer: strings.Repeat("It helps people to find their way. ", 7),
		})
	}
	in.Passages = nil
	for i := range 8 {
		in.Passages = append(in.Passages, retrieval.Passage{
			ID: uuid.New(), Kind: "document", Title: fmt.Sprintf("Handbook %d", i), HeadingPath: []string{"Rooms", "The \"big\" hall"}, Page: i,
			Content: strings.Repeat("The hall can be rented for parties & weddings.\n", 16), Similarity: 0.4,
		})
	}
	return in
}

func BenchmarkSystemPrompt(b *testing.B) {
	in := typical()
	b.ReportAllocs()
	b.SetBytes(int64(len(prompt.System(in))))
	for b.Loop() {
		prompt.Build(in)
	}
}

// BenchmarkSystemPromptWithTools is the same turn at a church of the largest plan.
func BenchmarkSystemPromptWithTools(b *testing.B) {
	in := typical()
	in.Tools = true
	b.ReportAllocs()
	b.SetBytes(int64(len(prompt.System(in))))
	for b.Loop() {
		prompt.Build(in)
	}
}

// BenchmarkSystemPromptOverBudget writes the last blocks twice.
func BenchmarkSystemPromptOverBudget(b *testing.B) {
	in := typical()
	in.Budget = prompt.Build(in).Report.Total - 500
	b.ReportAllocs()
	for b.Loop() {
		prompt.Build(in)
	}
}

// BenchmarkSystemPromptOfNewPassages counts eight passages that no turn has met before.
func BenchmarkSystemPromptOfNewPassages(b *testing.B) {
	in := typical()
	b.ReportAllocs()
	for b.Loop() {
		for i := range in.Passages {
			in.Passages[i].ID = uuid.New()
		}
		prompt.Build(in)
	}
}

// BenchmarkSystemPromptOfANewSnapshot writes and counts what a church's first turn after a change writes.
func BenchmarkSystemPromptOfANewSnapshot(b *testing.B) {
	in := typical()
	b.ReportAllocs()
	for b.Loop() {
		changed := typical().Church
		changed.WeeklyAnnouncement = uuid.NewString()
		in.Church = changed
		prompt.Build(in)
	}
}

func BenchmarkVisitorPrompt(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		prompt.Visitor("Which lantern would polish the old piano that the gardeners left in the cloister?")
	}
}
