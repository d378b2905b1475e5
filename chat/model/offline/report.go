package offline

import (
	"cmp"
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"narthex/chat/model"
	"narthex/chat/model/offline/intent"
	"narthex/chat/model/offline/slots"
	"narthex/chat/prompt"
)

// report says what became of the calls whose results end the prompt; ok is false where it does not end so.
func (b *briefing) report(messages []model.Message) (text string, ok bool) {
	if _, known := slots.Found(messages); known {
		return "", false // what was looked up for a call is no answer
	}
	names := make(map[string]string)
	for _, message := range messages {
		for _, call := range message.ToolCalls {
			names[call.ID] = call.Name
		}
	}
	var parts []string
	for i := len(messages) - 1; i >= 0 && messages[i].Role == model.RoleTool; i-- {
		parts = append([]string{b.reportOne(names[messages[i].ToolCallID], messages[i].Content)}, parts...)
	}
	return strings.Join(slices.Compact(parts), " "), len(parts) > 0
}

func (b *briefing) reportOne(tool, result string) string {
	var fields struct {
		OK     *bool           `json:"ok"`
		Status string          `json:"status"`
		Event  string          `json:"event"`
		Title  string          `json:"title"`
		Error  json.RawMessage `json:"error"`
	}
	readable := json.Unmarshal([]byte(prompt.Unfenced(result)), &fields) == nil
	switch {
	case readable && string(fields.Error) == `"already_done"`: // by an earlier call
	case readable && string(fields.Error) == `"needs_yes"`: // the visitor is asked below the answer
		if tool == intent.LeaveMessage && slots.PassedOn(&b.History) > 0 {
			return b.say("passed_on_already")
		}
		return ""
	case readable && string(fields.Error) == `"full"`:
		return b.say("no_place") + " " + b.say("offer_message")
	case readable && len(fields.Error) > 0 && string(fields.Error) != "null" && string(fields.Error) != `""`:
		if invalidArguments.Match(fields.Error) && !b.saidOf("need_more") {
			return b.say("need_more")
		}
		return b.say("not_done") + " " + b.office()
	case readable && (fields.OK != nil && !*fields.OK || fields.Status == "failed" || fields.Status == "error"):
		return b.say("not_done") + " " + b.office()
	}
	if key := "passed_on." + tool; b.own()[key] != "" {
		return b.say(key)
	}
	switch event := cmp.Or(fields.Event, fields.Title); {
	case fields.Status == "already registered": // by whoever it was: nothing was changed
		return b.say("already_registered") + " " + b.say("offer_message")
	case strings.HasPrefix(fields.Status, "not registered") && event != "":
		return b.own().Text("just_come", "thing", event)
	case isDone(fields.Status), fields.Status == "" && fields.OK != nil && *fields.OK:
		return b.say("done")
	}
	return b.say("not_done") + " " + b.office() // nothing that is known to have been done
}

// isDone reports whether a status of a tool is of something that was done.
func isDone(status string) bool {
	return slices.Contains([]string{"registered", "subscribed", "the leader was told"}, status) || strings.HasPrefix(status, "passed on to ")
}

// saidOf reports whether the assistant has said a text before each of the visitor's newest messages, as often as it may be asked.
func (b *briefing) saidOf(key string) bool {
	if len(b.Messages) < mostAsked {
		return false
	}
	for _, u := range b.Messages[:mostAsked] {
		if !strings.Contains(u.After, b.say(key)) {
			return false
		}
	}
	return true
}

var invalidArguments = regexp.MustCompile(`(?i)valid|required|missing|must`)
