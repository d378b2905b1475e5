package prompt

import (
	"bytes"
	"cmp"
	"fmt"

	"narthex/chat/helplines"
)

// writeLines names the crisis lines of the church's country: those of others would only be in the way of somebody in danger.
// Answers must be free to repeat them, so they are no instruction (see Instructions).
func writeLines(out *bytes.Buffer, in *Input) {
	lines := helplines.In(in.Church.Address.Country)
	out.WriteString("\nCrisis lines of this church's country:\n")
	fmt.Fprintf(out, "- Emergency: %s\n", emergency(lines, "the local emergency number"))
	if lines.Crisis != "" {
		fmt.Fprintf(out, "- Somebody to talk to, day and night: %s\n", toReach(lines))
	}
	for _, l := range []struct {
		purpose string
		helplines.Line
	}{
		{"Violence at home", lines.Abuse},
		{"Survivors of sexual abuse, long ago too, run by no church", lines.Survivors},
		{"Children and teenagers", lines.Child},
		{"Adults who fear for a child", lines.AboutChildren},
	} {
		if l.Number != "" {
			fmt.Fprintf(out, "- %s: %s, %s%s\n", l.purpose, l.Name, l.Number, unlessAtNight(l.Line))
		}
	}
	if lines.Directory {
		fmt.Fprintf(out, "- A line to talk to: %s\n", helplines.Directory)
	}
	if !lines.Directory || lines.Danger != "" {
		fmt.Fprintf(out, "- Visitors who say that they are in another country: the local emergency number there, and %s\n", helplines.Directory)
	}
}

func toReach(lines helplines.Lines) string {
	if lines.Text {
		return "call or text " + lines.Crisis
	}
	return "call " + lines.Crisis
}

// nearestHelp is whom to call, in half a sentence.
func nearestHelp(lines helplines.Lines) string {
	talk := "find a line to talk to at " + helplines.Directory
	if lines.Crisis != "" {
		talk = toReach(lines)
	}
	return talk + ", and in an emergency call " + emergency(lines, "your local emergency number")
}

// emergency names the emergency number, and that of the ambulances where it is another.
func emergency(lines helplines.Lines, unknown string) string {
	if lines.Ambulance != lines.Danger {
		return lines.Danger + " (for an ambulance " + lines.Ambulance + ")"
	}
	return cmp.Or(lines.Danger, unknown)
}

func unlessAtNight(line helplines.Line) string {
	if line.Hours {
		return " (not at night)"
	}
	return ""
}
