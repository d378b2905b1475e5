// The tool calls that a model asks for while it writes a draft.

package tier

import (
	"context"
	"slices"
	"strings"
	"time"

	"narthex/chat"
	"narthex/chat/church"
	"narthex/chat/model"
	"narthex/chat/prompt"
	"narthex/chat/tier/confirmed"
	"narthex/chat/tier/people"
	"narthex/chat/tools"
)

// callTools makes the calls that the model asks for, and adds them and their results to the next request.
func (d *draft) callTools(ctx context.Context, calls []model.ToolCall, emit emitFunc) error {
	d.rounds++
	if d.session == nil {
		d.session = d.beginSession(ctx)
	}
	text := d.text.String()
	d.toolMessages = append(d.toolMessages, model.Message{Role: model.RoleAssistant, Content: text[min(d.recorded, len(text)):], ToolCalls: calls})
	d.rewriteMessages = nil
	d.onlyAsks = true
	for _, call := range calls {
		result, err := d.callTool(ctx, call, emit)
		if err != nil {
			return err
		}
		d.onlyAsks = d.onlyAsks && result.Card != nil && !result.Card.Besides
		d.toolMessages = append(d.toolMessages, model.Message{Role: model.RoleTool, ToolCallID: call.ID, Content: prompt.ToolResult(call.Name, result.Content)})
	}
	d.recorded = d.text.Len()
	return nil
}

func (d *draft) beginSession(ctx context.Context) *tools.Session {
	t := d.turn
	said, before := t.Exchanges(ctx)
	passedTo := ""
	if t.Crisis {
		passedTo = people.PassedTo(ctx, t)
	}
	return d.author.Tools.Begin(tools.Turn{
		ID: t.ID, Session: t.Request.SessionID, Church: t.Church, Agent: t.Agent, Language: t.Language, Now: t.Request.Received,
		Spoken: t.Spoken(), Said: said, Before: before, PassedTo: passedTo, Origin: t.Origin(),
	})
}

// callTool makes one call, and shows the visitor that it runs and how it ended.
func (d *draft) callTool(ctx context.Context, call model.ToolCall, emit emitFunc) (tools.Result, error) {
	defer d.turn.Stage("tool")()
	if err := d.announce(emit); err != nil {
		return tools.Result{}, err
	}
	offered := slices.Contains(d.author.toolset(d.turn).names, call.Name)
	if offered { // a name that the model made up is not shown
		running := chat.ToolStatus{Name: call.Name, Status: "running", Summary: d.author.Tools.Running(call.Name, d.turn.Language)}
		if err := emit(chat.Event{Kind: chat.KindTool, Tool: &running}); err != nil {
			return tools.Result{}, err
		}
	}
	begun := time.Now()
	result := d.session.Call(ctx, tools.Call{ID: call.ID, Name: call.Name, Arguments: call.Arguments})
	called := chat.ToolCalled{OK: result.OK, Asked: result.Card != nil, Wrote: result.Wrote, Millis: time.Since(begun).Milliseconds()}
	if offered {
		called.Name = call.Name
	}
	d.turn.TraceTool(called)
	d.allowResult(&result)
	if result.Wrote && result.Summary != "" {
		d.actions = append(d.actions, result.Summary)
	}
	if result.Card != nil && !slices.Contains(d.questions, result.Card.Question) {
		d.questions = append(d.questions, result.Card.Question)
	}
	if !offered {
		return result, nil
	}
	ended := confirmed.StatusOf(call.Name, &result)
	if result.OK && d.turn.Request.Spoken {
		ended.Links = result.Links
	}
	return result, d.showTool(ended, emit)
}

// showTool tells the visitor what a tool has done, or that it could not.
func (d *draft) showTool(status chat.ToolStatus, emit emitFunc) error {
	status.Summary = d.guardSummary(status.Summary)
	d.toolsShown = append(d.toolsShown, status)
	return emit(chat.Event{Kind: chat.KindTool, Tool: &status})
}

// allowResult lets the answer lead to what a tool has given.
func (d *draft) allowResult(result *tools.Result) {
	if !result.OK {
		return
	}
	for _, link := range result.Links {
		d.pointers.Link(link)
	}
	d.pointers.Text(result.Content)
}

// endToolRounds ends an answer whose model goes on calling tools although it is offered none.
func (d *draft) endToolRounds(emit emitFunc) error {
	if len(d.actions)+len(d.questions) > 0 || strings.TrimSpace(d.text.String()) == "" {
		return d.endFailed(errEmptyAnswer, emit)
	}
	d.done.Finish = chat.FinishStop
	_, err := d.flush(emit)
	return err
}

// toolset is what an agent may call: as the model is told, and as the prompt is.
type toolset struct {
	tools []model.Tool
	names []string
}

type toolsetKey struct{ agent church.Agent }

// toolset returns the tools of a turn.
func (a *Author) toolset(turn *chat.Turn) *toolset {
	if a.Tools == nil {
		return &toolset{} // not kept: other authors have the same snapshots
	}
	return church.Derived(turn.Church, toolsetKey{turn.Agent}, func() *toolset {
		set := &toolset{}
		for _, t := range a.Tools.Offered(tools.Turn{Church: turn.Church, Agent: turn.Agent}) {
			set.tools = append(set.tools, model.Tool{Name: t.Name, Description: t.Description, Parameters: t.Parameters}.Encoded())
			set.names = append(set.names, t.Name)
		}
		return set
	})
}
