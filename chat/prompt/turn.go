package prompt

import "bytes"

var languageNames = map[string]string{"en": "English", "es": "Spanish"}

func writeLanguage(out *bytes.Buffer, in *Input) {
	if name, ok := languageNames[in.Language]; ok {
		// What is told by a few words may be mistaken, and only English and Spanish are told apart: the model sees better.
		out.WriteString("Answer in " + name + ". If the visitor plainly writes in another language, answer in that one instead.\n")
	} else {
		out.WriteString("Answer in the visitor's language.\n")
	}
	if in.Language == "es" {
		out.WriteString("Say «usted» unless the visitor says «tú».\n")
	}
}

// writeToday is the last line of all: it is another one every minute.
func writeToday(out *bytes.Buffer, in *Input) {
	out.WriteString("- Today: ")
	out.Write(in.Now.In(in.Church.Location).AppendFormat(out.AvailableBuffer(), "Monday, 2 January 2006, 15:04"))
	out.WriteByte('\n')
}

var (
	pastUnreadText = newConstant("The record of this conversation could not be read just now, so more may have been said than you are shown. Never act as if it had only begun, and do not guess at what a short message refers to: ask for it in one sentence. If it may be an answer about danger, ask directly whether they are safe.\n")
	unsearchedText = newConstant("The church's knowledge base could not be searched just now. What is not written above may well be on file: never say that the church has nothing about it, but that you cannot look it up at the moment, and how to ask the office.\n")
)

func pastUnreadOf(in *Input) *constant {
	if in.PastUnread {
		return pastUnreadText
	}
	return nil
}

// writePart gives what stored facts answer of the message, so that it is said as surely as if nothing else were asked.
func writePart(out *bytes.Buffer, in *Input) {
	if in.Part.Told == "" {
		return
	}
	out.WriteString("Stored facts answer a part of the message. Begin with them, as they stand, and then answer the rest:\n")
	openFence(out, "stored_facts")
	closeFence(out, "stored_facts", in.Part.Told)
}

func unsearchedOf(in *Input) *constant {
	if in.Unsearched {
		return unsearchedText
	}
	return nil
}
