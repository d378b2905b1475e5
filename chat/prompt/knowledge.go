package prompt

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"strconv"

	"github.com/google/uuid"

	"narthex/chat/church"
	"narthex/chat/helplines"
	"narthex/retrieval"
)

var (
	theologyIntroText  = newConstant("Background for this tradition. Use it within what this church teaches; it says nothing of how this church does things.\n")
	knowledgeIntroText = newConstant("What this church has written down. It comes before anything you know in general; where it differs from the church facts, the facts hold. Where you use a document, name its title. The ids are for citing in records, and are not shown.\n")
)

const (
	faqIntro     = "Prefer this answer where it fits the question; where it does not, leave it aside.\n"
	productIntro = "For questions about this assistant and its service. Where an answer speaks of something that no tool of yours does, do not offer it.\n"
)

func isTheology(in *Input, passage *retrieval.Passage) bool {
	return passage.Kind == retrieval.KindTheology
}

// isKnowledge leaves out the FAQ that has a block of its own.
func isKnowledge(in *Input, passage *retrieval.Passage) bool {
	return passage.Kind != retrieval.KindTheology && (in.FAQ == nil || passage.ID != in.FAQ.ID)
}

// writePassage writes a text that depends on the passage alone: not on how near it is to this question.
func writePassage(out *bytes.Buffer, passage *retrieval.Passage) {
	openFence(out, "passage")
	identify(out, passage.ID)
	attribute(out, "title", passage.Title)
	attribute(out, "kind", passage.Kind)
	if len(passage.HeadingPath) > 0 {
		beginAttribute(out, "section")
		for i, heading := range passage.HeadingPath {
			if i > 0 {
				out.WriteString(" › ")
			}
			escape(out, oneLine(heading), &inAttribute)
		}
		out.WriteByte('"')
	}
	if passage.Page > 0 {
		beginAttribute(out, "page")
		out.Write(strconv.AppendInt(out.AvailableBuffer(), int64(passage.Page), 10))
		out.WriteByte('"')
	}
	closeFence(out, "passage", passage.Content)
}

// identify writes an id in its usual form, without making a string of it first.
func identify(out *bytes.Buffer, id uuid.UUID) {
	beginAttribute(out, "id")
	for i, group := range [...][]byte{id[:4], id[4:6], id[6:8], id[8:10], id[10:]} {
		if i > 0 {
			out.WriteByte('-')
		}
		out.Write(hex.AppendEncode(out.AvailableBuffer(), group))
	}
	out.WriteByte('"')
}

func writeFAQ(out *bytes.Buffer, in *Input) {
	if in.FAQ == nil {
		return
	}
	out.WriteString(faqIntro)
	openFence(out, "faq")
	identify(out, in.FAQ.ID)
	attribute(out, "question", in.FAQ.Question)
	closeFence(out, "faq", in.FAQ.Answer)
}

func writeProduct(out *bytes.Buffer, in *Input) {
	writeProductEntries(out, in, len(in.Church.ProductKnowledge))
}

func writeProductEntries(out *bytes.Buffer, in *Input, count int) {
	if count == 0 {
		return
	}
	out.WriteString(productIntro)
	for i := range count {
		writeProductEntry(out, in, i)
	}
}

func writeProductEntry(out *bytes.Buffer, in *Input, i int) {
	entry := &in.Church.ProductKnowledge[i]
	fmt.Fprintf(out, "Q: %s\nA: %s\n", plain(entry.Question), plain(productAnswer(in, entry)))
}

// productAnswer is the platform's, but for what is no visitor's concern: prices, which a church reads where they are kept, and
// the crisis lines of other countries than the church's. Of a message that cannot be about the assistant it is the first sentence: the
// block comes behind what was found for the message, so no model service keeps it, and it was a quarter of what a message cost.
func productAnswer(in *Input, entry *church.ProductEntry) string {
	switch {
	case entry.Topic == "crisis":
		return "Please reach a person now: " + nearestHelp(helplines.In(in.Church.Address.Country)) + ". I also alert the church when I recognize a crisis, but I am not an emergency service, and there may be nobody reading at that moment."
	case entry.Topic == "pricing":
		return "Visitors pay nothing to chat. What a church pays for its plan stands on the page /pricing."
	case in.About:
		return entry.Answer
	default:
		return firstSentence(entry.Answer)
	}
}
