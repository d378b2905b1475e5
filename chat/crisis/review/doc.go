// Package review is a second reader behind the crisis gate: the fast model, which understands what the gate can only score. It
// reads two kinds of messages, and is believed in one direction each:
//
//   - What the gate lets pass although it is in doubt ([crisis.Assessment].Doubtful): the reader may raise it to an unsure crisis, never to a
//     sure one. Its visitor waits for that, two seconds at most; nobody else waits.
//   - What the gate is sure of and may be a figure of speech ([MayLower]): the reader may lower the alarm of the church to an
//     ordinary mail. The visitor has the answer by then, which says the same whatever the reader says, and the alarm is stored:
//     it goes out as the gate judged it when nobody takes it back (package alarm).
//
// The reader fails open. A model that is down, slow or left alone after failures, an answer that is not exactly the JSON asked
// for, or one whose fields contradict each other leaves what the gate said.
//
// Whoever writes the message writes a part of the prompt. So the message goes as data, a JSON string in a user message of its own;
// and what a message must be like for an alarm to be lowered is decided here, in code: short, of plain letters, marks and emoji,
// with no word that tells anybody how to judge (instruction.go). A message that does keeps its alarm, and the model is not asked.
//
// Read reader.go (how it is asked and when not), question.go (what it is told), answer.go (what it may say) and lower.go with
// instruction.go (of which messages an alarm may be lowered).
package review
