package tier

import (
	"context"
	"strings"

	"narthex/chat"
	"narthex/chat/church"
	"narthex/chat/model"
	"narthex/chat/prompt"
	"narthex/chat/safety"
	"narthex/chat/tools"
)

// desk is where one answer is worked on: what was added to the conversation with the model since its first request, and
// the tools as they are used for this turn.
type toolCalls struct {
	author  *Author
	turn    *chat.Turn
	session *tools.Session  // from the first call on
	added   []model.Message // results of tools, and what was said before them
	restate []model.Message // after a sentence that was not to be said
	rounds  int
	spoken  int      // bytes of the answer that are in added
	done    []string // what was done for the visitor, in words for them
}

func (a *Author) toolCallsFor(turn *chat.Turn) *toolCalls { return &toolCalls{author: a, turn: turn} }

// request is the next request to the model.
func (d *toolCalls) request(ctx context.Context, c *draft) model.Request {
	request, leftOut := c.g.request(ctx)
	c.leftOut = leftOut
	request.Messages = append(append(request.Messages, d.added...), d.restate...)
	if d.rounds < maxToolRounds {
		request.Tools = c.g.tools
	}
	return request
}

// work makes the calls that the model wants made, and shows the visitor that it does.
func (d *toolCalls) makeCalls(ctx context.Context, c *draft, calls []model.ToolCall) error {
	c.asides = true
	d.rounds++
	if d.session == nil {
		d.session = d.begin(ctx)
	}
	said := c.text.String()
	d.added = append(d.added, model.Message{Role: model.RoleAssistant, Content: said[min(d.spoken, len(said)):], ToolCalls: calls})
	d.restate = nil
	for _, call := range calls {
		result, err := d.call(ctx, c, call)
		if err != nil {
			return err
		}
		d.added = append(d.added, model.Message{Role: model.RoleTool, ToolCallID: call.ID, Content: prompt.ToolResult(call.Name, result.Content)})
	}
	d.spoken = c.text.Len()
	return nil
}

func (d *toolCalls) begin(ctx context.Context) *tools.Session {
	t := d.turn
	said, before := t.Exchanges(ctx)
	return d.author.Tools.Begin(tools.Turn{
		ID: t.ID, Session: t.Request.SessionID, Church: t.Church, Agent: t.Agent, Language: t.Language, Now: t.Received,
		Said: said, Before: before,
	})
}

func (d *toolCalls) call(ctx context.Context, c *draft, call model.ToolCall) (tools.Result, error) {
	defer d.turn.Stage("tool")()
	if err := c.announce(); err != nil {
		return tools.Result{}, err
	}
	known := d.offers(call.Name)
	status := chat.ToolStatus{Name: call.Name, Status: "running", Summary: d.author.Tools.Running(call.Name, d.turn.Language)}
	if known { // a name that the model made up is not shown
		if err := c.tell(chat.Event{Kind: chat.KindTool, Tool: &status}); err != nil {
			return tools.Result{}, err
		}
	}
	result := d.session.Call(ctx, tools.Call{ID: call.ID, Name: call.Name, Arguments: call.Arguments})
	c.learn(result)
	if result.Wrote && result.Summary != "" {
		d.done = append(d.done, result.Summary)
	}
	if !known {
		return result, nil
	}
	ended := chat.ToolStatus{Name: call.Name, Status: "done", Summary: result.Summary}
	if !result.OK {
		ended.Status = "failed"
	}
	return result, c.show(ended)
}

func (d *toolCalls) offers(name string) bool {
	for _, offered := range d.author.offered(d.turn).names {
		if offered == name {
			return true
		}
	}
	return false
}

// settleFor ends an answer whose model failed. A visitor for whom something was done is told so, whatever came after: they
// would ask again otherwise, or believe that nobody knows.
func (d *toolCalls) settleFor(c *draft, cause error) error {
	if len(d.done) == 0 {
		return c.brokenOff(cause)
	}
	hit, err := c.breakLine()
	if hit != nil {
		d.author.guarded(d.turn, hit)
		_, err = c.takeBack(hit)
	}
	if err != nil {
		return err
	}
	c.done.Finish = chat.FinishStop
	return c.sayInstead(strings.Join(d.done, " "))
}

// wind ends an answer whose model goes on calling tools although it is offered none.
func (d *toolCalls) endAfterCalls(c *draft) error {
	if len(d.done) > 0 || strings.TrimSpace(c.text.String()) == "" {
		return d.settleFor(c, errEmptyAnswer)
	}
	c.done.Finish = chat.FinishStop
	_, err := c.finish()
	return err
}

// rewrite has the model write a sentence anew in which it said what must not be said. It gives false when the answer ends
// here.
func (d *toolCalls) rewrite(c *draft, hit *safety.Hit) (again bool, err error) {
	kept, err := c.takeBack(hit)
	if err != nil {
		return false, err
	}
	if hit.Kind != safety.Forbidden || c.hits > maxRewrites {
		c.done.Finish = chat.FinishStop
		return false, c.sayInstead(chat.Phrase(d.turn.Language, insteadOf(hit)))
	}
	d.restate = nil
	if own := kept[min(d.spoken, len(kept)):]; strings.TrimSpace(own) != "" {
		d.restate = append(d.restate, model.Message{Role: model.RoleAssistant, Content: own})
	}
	rule := church.Rule{Topic: hit.Topic, Position: hit.Position}
	d.restate = append(d.restate, model.Message{Role: model.RoleSystem, Content: prompt.Restate(rule, hit.Term)})
	return true, nil
}

// sayInstead ends the answer with our own words. A doctrine that forbids even those gets an answer that ends before them.
func (c *draft) sayInstead(text string) error {
	if hit, err := c.write(text); hit != nil || err != nil {
		return err
	}
	_, err := c.finish()
	return err
}

// insteadOf is the key of what ends an answer in place of a sentence that cannot be said.
func insteadOf(hit *safety.Hit) string {
	switch {
	case hit.Kind == safety.Instructions:
		return "own_instructions"
	case hit.Topic == safety.ClaimTopic:
		return "what_i_am"
	}
	return "ask_pastor"
}
