package offline

import (
	"cmp"
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"narthex/chat/model"
	"narthex/chat/model/offline/term"
	"narthex/chat/prompt"
	"narthex/chat/question"
)

// intent is a request that a tool fulfils, recognised by how people word it.
type intent struct {
	tool    string
	asked   *regexp.Regexp // in the folded message
	unless  *regexp.Regexp // questions about the same subject
	opening []term.Term    // what such a request says before it says anything
}

// The tools that are called.
const (
	praying  = "submit_prayer_request"
	callback = "request_callback"
	visiting = "plan_visit"
	leaving  = "leave_message"
)

// ownWords reports whether what the visitor says is what is passed on.
func (i *intent) ownWords() bool { return i.tool == praying || i.tool == leaving }

// infoQuestion opens a question that wants to be answered, not acted on.
var infoQuestion = regexp.MustCompile(`^\W*(?:what|when|where|who|which|how|is there|are there|do you|does|did|que|cuando|donde|quien|cual|como|hay|tienen)\b`)

var intents = []intent{
	{
		tool: praying,
		asked: regexp.MustCompile(`\bprayer request\b|\b(?:please|can|could|would|will) (?:you |someone |somebody |everyone |we )?(?:all |please )?(?:pray|keep .{1,60} in (?:your )?prayers?)\b|\bpray (?:for|with) (?:me|us|my|our|him|her|them)\b|` +
			`\b(?:need|want|like|ask|asking|appreciate|request)(?: for| to ask for)?(?: your| some| a)? prayers?\b|\bprayers? for (?:me|us|my|our|him|her|them)\b|\bin your prayers\b|` +
			`\bpeticion de oracion\b|\b(?:oren|ore|orar|oraciones|oracion|recen|rezar|recemos) por\b|\b(?:necesito|pido|quiero|quisiera)(?: una)?(?: de)?(?: sus)? oracion(?:es)?\b`),
		unless:  regexp.MustCompile(`\bprayer (?:meeting|group|service|team|chain|time)s?\b|\bhow do i (?:submit|send|make)\b|^\W*(?:when|where|who|what time|cuando|donde|quien)\b|\bdo you pray\b`),
		opening: []term.Term{"=pray", "request", "submit", "send", "ask", "someon", "somebody", "algui", "podri", "appreci", "peticion", "necesit", "pid", "pedir", "enviar", "pass", "add", "keep"},
	},
	{
		tool: callback,
		asked: regexp.MustCompile(`\b(?:call|phone|ring)(?: me| us)(?: back)?\b|\bcall ?back\b|\bgive (?:me|us) a (?:call|ring)\b|\bget a call\b|` +
			`\b(?:llamen?me|me (?:llamen?|pueden? llamar|podrian? llamar)|que (?:me|nos) llamen?|devolverme la llamada|una llamada)\b`),
		unless:  regexp.MustCompile(infoQuestion.String() + `|\b(?:will|would|does|do) (?:some(?:body|one)|any(?:body|one)|you|they)\b.*\bif\b`),
		opening: []term.Term{"=phone", "call", "callback", "back", "ring", "llam", "llamada", "request"},
	},
	{
		tool: visiting,
		asked: regexp.MustCompile(`\b(?:plan|schedule|arrange) (?:a|my|our|to) visit\b|\b(?:want|like|hope|hoping|plan|planning|going|love) to (?:visit|come|attend|stop by|join you)\b|\b(?:we|i)(?:'ll| will| are|'re| am|'m) (?:be )?(?:visiting|coming|attending)\b|` +
			`\b(?:quiero|quisiera|queremos|quisieramos|me gustaria|nos gustaria|pienso|pensamos|vamos a|voy a) (?:ir a |planear (?:una|mi) )?(?:visita\w*|ir|asistir|venir)\b|\bplanear (?:una|mi|nuestra) visita\b`),
		unless:  infoQuestion,
		opening: nil,
	},
	{
		tool:    leaving,
		asked:   regexp.MustCompile(`\b(?:leave|pass on|pass along|send|give|take) (?:a|my|this|the|him|her|them)(?: \w+)? ?(?:message|note)\b|\b(?:leave|take) a message\b|\bdejar(?:le)? (?:un )?(?:mensaje|recado)\b|\bdejar(?:le)? un mensaje\b|` + question.PassingOn),
		unless:  regexp.MustCompile(infoQuestion.String() + `|` + question.OfVisitor),
		opening: []term.Term{"leav", "messag", "note", "pass", "send", "give", "dej", "pas", "mand", "envi", "mensaj", "rec", "=office", "=pastor"},
	},
}

// act decides whether the visitor's message wants a tool called. It gives the call, or the question to ask first, or
// neither.
func (b *briefing) act(req model.Request) (*model.ToolCall, string) {
	wanted, since := b.wanted()
	if wanted == nil {
		return nil, ""
	}
	at := slices.IndexFunc(req.Tools, func(t model.Tool) bool { return t.Name == wanted.tool })
	if at < 0 {
		return nil, ""
	}
	d := detailsIn(b.heard(since), wanted, b.contents.Church)
	now := b.now()
	arguments := make(map[string]any)
	written := false
	for _, p := range parametersOf(req.Tools[at]) {
		isText := p.kind == slotPrayer || p.kind == slotMessage
		if isText && written && !p.required {
			continue // the visitor's words are given once
		}
		value := d.value(p, now, b.contents.Country)
		if value == nil && p.required {
			return nil, cmp.Or(b.askWhichDay(d.differs(p, now, b.contents.Country)), b.askFor(p, req.Tools))
		}
		if value != nil {
			arguments[p.name] = value
			written = written || isText
		}
	}
	calls := 0
	for _, message := range req.Messages {
		calls += len(message.ToolCalls)
	}
	encoded, err := json.Marshal(arguments)
	if err != nil {
		return nil, ""
	}
	return &model.ToolCall{ID: "offline_" + strconv.Itoa(calls+1), Name: wanted.tool, Arguments: string(encoded)}, ""
}

// mostAsked is how often a visitor is asked for the same: once plainly, and once more with how to write it. Then people are better at it.
const mostAsked = 2

// askFor asks for a parameter, unless what the visitor answers to that is not understood.
func (b *briefing) askFor(p parameter, tools []model.Tool) string {
	asked := 0
	for asked < len(b.messages) && askedIn(b.messages[asked].after) == p.kind {
		asked++
	}
	again, explained := b.own()["again."+string(p.kind)]
	switch {
	case asked >= mostAsked && offers(tools, leaving):
		return b.office() + " " + b.say("offer_message")
	case asked >= mostAsked:
		return b.office()
	case asked > 0 && explained:
		return again
	}
	if phrase, ok := b.own()["ask."+string(p.kind)]; ok {
		return phrase
	}
	return b.own().Text("ask_other", "label", strings.ReplaceAll(p.name, "_", " "))
}

func offers(tools []model.Tool, name string) bool {
	return slices.ContainsFunc(tools, func(t model.Tool) bool { return t.Name == name })
}

// report says what became of the calls whose results end the prompt; ok is false where it does not end so.
func (b *briefing) report(messages []model.Message) (text string, ok bool) {
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
		Error  json.RawMessage `json:"error"`
	}
	readable := json.Unmarshal([]byte(prompt.Unfenced(result)), &fields) == nil
	switch {
	case readable && string(fields.Error) == `"already_done"`: // by an earlier call
	case readable && string(fields.Error) == `"needs_yes"`: // the visitor is asked below the answer
		if tool == leaving && b.passedOn() > 0 {
			return b.say("passed_on_already")
		}
		return ""
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
	return b.say("done")
}

// saidOf reports whether the assistant has said a text before each of the visitor's newest messages, as often as it may be asked.
func (b *briefing) saidOf(key string) bool {
	if len(b.messages) < mostAsked {
		return false
	}
	for _, u := range b.messages[:mostAsked] {
		if !strings.Contains(u.after, b.say(key)) {
			return false
		}
	}
	return true
}

var invalidArguments = regexp.MustCompile(`(?i)valid|required|missing|must`)
