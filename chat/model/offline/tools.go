package offline

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"narthex/chat/model"
	"narthex/chat/model/offline/party"
	"narthex/chat/prompt"
	"narthex/chat/words"
)

// intent is a request that a tool fulfils, recognised by how people word it.
type intent struct {
	tool    string
	asked   *regexp.Regexp // in the folded message
	unless  *regexp.Regexp // questions about the same subject
	opening []term         // what such a request says before it says anything
}

// callback is the tool by which somebody is called, on any day that they name in whatever way.
const callback = "request_callback"

// infoQuestion opens a question that wants to be answered, not acted on.
var infoQuestion = regexp.MustCompile(`^\W*(?:what|when|where|who|which|how|is there|are there|do you|does|did|que|cuando|donde|quien|cual|como|hay|tienen)\b`)

var intents = []intent{
	{
		tool: "submit_prayer_request",
		asked: regexp.MustCompile(`\bprayer request\b|\b(?:please|can|could|would|will) (?:you |someone |somebody |everyone |we )?(?:all |please )?(?:pray|keep .{1,60} in (?:your )?prayers?)\b|\bpray (?:for|with) (?:me|us|my|our|him|her|them)\b|` +
			`\b(?:need|want|like|ask|asking|appreciate|request)(?: for| to ask for)?(?: your| some| a)? prayers?\b|\bprayers? for (?:me|us|my|our|him|her|them)\b|\bin your prayers\b|` +
			`\bpeticion de oracion\b|\b(?:oren|ore|orar|oraciones|oracion|recen|rezar|recemos) por\b|\b(?:necesito|pido|quiero|quisiera)(?: una)?(?: de)?(?: sus)? oracion(?:es)?\b`),
		unless:  regexp.MustCompile(`\bprayer (?:meeting|group|service|team|chain|time)s?\b|\bhow do i (?:submit|send|make)\b|^\W*(?:when|where|who|what time|cuando|donde|quien)\b|\bdo you pray\b`),
		opening: []term{"=pray", "request", "submit", "send", "ask", "someon", "somebody", "algui", "podri", "appreci", "peticion", "necesit", "pid", "pedir", "enviar", "pass", "add", "keep"},
	},
	{
		tool: callback,
		asked: regexp.MustCompile(`\b(?:call|phone|ring)(?: me| us)(?: back)?\b|\bcall ?back\b|\bgive (?:me|us) a (?:call|ring)\b|\bget a call\b|` +
			`\b(?:llamen?me|me (?:llamen?|pueden? llamar|podrian? llamar)|que (?:me|nos) llamen?|devolverme la llamada|una llamada)\b`),
		unless:  regexp.MustCompile(infoQuestion.String() + `|\b(?:will|would|does|do) (?:some(?:body|one)|any(?:body|one)|you|they)\b.*\bif\b`),
		opening: []term{"=phone", "call", "callback", "back", "ring", "llam", "llamada", "request"},
	},
	{
		tool: "plan_visit",
		asked: regexp.MustCompile(`\b(?:plan|schedule|arrange) (?:a|my|our|to) visit\b|\b(?:want|like|hope|hoping|plan|planning|going|love) to (?:visit|come|attend|stop by|join you)\b|\b(?:we|i)(?:'ll| will| are|'re| am|'m) (?:be )?(?:visiting|coming|attending)\b|` +
			`\b(?:quiero|quisiera|queremos|quisieramos|me gustaria|nos gustaria|pienso|pensamos|vamos a|voy a) (?:ir a |planear (?:una|mi) )?(?:visita\w*|ir|asistir|venir)\b|\bplanear (?:una|mi|nuestra) visita\b`),
		unless:  infoQuestion,
		opening: nil,
	},
	{
		tool:    "leave_message",
		asked:   regexp.MustCompile(`\b(?:leave|pass on|pass along|send|give|take) (?:a|my|this|the|him|her|them)(?: \w+)? ?(?:message|note)\b|\b(?:leave|take) a message\b|\bdejar(?:le)? (?:un )?(?:mensaje|recado)\b|\bdejar(?:le)? un mensaje\b`),
		unless:  infoQuestion,
		opening: []term{"leav", "messag", "note", "pass", "send", "dejar", "mensaj", "recad", "=office"},
	},
}

var (
	agreeing = regexp.MustCompile(`^\W*(?:yes|yeah|yep|sure|ok|okay|please|please do|go ahead|that would be (?:great|nice|good)|si|claro|por favor|dale|adelante|esta bien)\b`)
	// refusing is no answer to anything: "no, just me" is one.
	refusing  = regexp.MustCompile(`^\W*(?:no,? (?:thanks|thank you|gracias)|never ?mind|not now|forget it|dejalo|olvidelo)\b`)
	declining = regexp.MustCompile(`^\W*(?:no|nope|never ?mind|not now|forget it|no gracias|dejalo|olvidelo)\b`)
)

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
	said := slices.Clone(b.messages[:since+1])
	slices.Reverse(said)
	d := detailsIn(said, wanted, b.contents.Church)
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
			return nil, b.askFor(p, req.Tools)
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

// wanted finds the request that the newest message makes, or goes on with: a request since which the assistant has only
// asked for details, or its own offer. since is how many earlier messages belong to it.
func (b *briefing) wanted() (found *intent, since int) {
	if direct := intentOf(b.question); direct != nil {
		return direct, 0
	}
	folded := words.Fold(b.question)
	if len(b.messages) < 2 {
		return nil, 0
	}
	before := b.messages[0].after
	counted := askedIn(before) == slotCount && !refusing.MatchString(folded) && party.Only(b.question) // "no, just me" declines nothing, and "como 4" asks nothing
	if declining.MatchString(folded) && !counted {
		return nil, 0
	}
	said := texts.In(words.Language(before, b.language))
	if agreeing.MatchString(folded) && strings.Contains(before, said.Text("offer_message")) {
		return intentNamed("leave_message"), 1
	}
	if askedIn(before) == "" && !strings.Contains(before, said.Text("need_more")) || infoQuestion.MatchString(folded) && !counted {
		return nil, 0
	}
	for i, u := range b.messages[1:min(len(b.messages), 7)] {
		if pending := intentOf(u.text); pending != nil {
			return pending, i + 1
		}
	}
	return nil, 0
}

// askedIn is what the assistant asked for in what it said, or "".
func askedIn(said string) slotKind {
	own := texts.In(words.Language(said, english))
	for _, group := range [...]string{"ask.", "again."} {
		for kind, phrase := range own.Group(group) {
			if strings.Contains(said, phrase) {
				return slotKind(kind)
			}
		}
	}
	if before, _, _ := strings.Cut(own.Text("ask_other"), "{label}"); strings.Contains(said, before) {
		return slotOther
	}
	return ""
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
	case asked >= mostAsked && offers(tools, "leave_message"):
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

func intentOf(message string) *intent {
	folded := words.Fold(message)
	for i := range intents {
		if intents[i].asked.MatchString(folded) && (intents[i].unless == nil || !intents[i].unless.MatchString(folded)) {
			return &intents[i]
		}
	}
	return nil
}

func intentNamed(tool string) *intent {
	return &intents[slices.IndexFunc(intents, func(i intent) bool { return i.tool == tool })]
}

// text gives what the visitor wants passed on: the first message that says more than that they want something passed on.
func (i *intent) text(said []utterance) string {
	for n, u := range said {
		if asked := askedIn(u.after); n > 0 && asked != "" && asked != slotPrayer && asked != slotMessage {
			continue // a name or a number
		}
		for _, t := range termsOf(u.text, words.Language(u.text, english)) {
			if !slices.Contains(i.opening, t) && !weakWords[t] {
				return u.text
			}
		}
	}
	return ""
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
