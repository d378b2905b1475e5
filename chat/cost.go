package chat

import (
	"narthex/chat/model"
)

// Cost adds up what a turn costs. It is right at any moment, because a turn may end in the middle of a word: of a request
// under way, and of one that ended without saying what it used, the tokens are estimated. A request that was refused, or
// reached nobody, is billed by no service that we know, and counts nothing.
type Cost struct {
	Prices  *model.Prices
	settled model.Cost
	counted int64 // of it, millionths of a US dollar that the church's day knows of
	now     underWay
}

// underWay is a request to a model whose tokens are not known yet.
type underWay struct {
	model        string // "" until it has said something
	prompt, said int    // bytes
}

// Begin notes that a model is about to be asked.
func (s *Cost) Begin(request *model.Request) {
	s.now = underWay{prompt: request.Bytes()}
	request.Unanswered = s.unanswered
}

// unanswered counts the prompt of a request under way for a model that has it and will not say anything. Another may.
func (s *Cost) unanswered(name string) {
	s.add(name, model.Usage{PromptTokens: model.EstimateTokens(s.now.prompt)})
}

// Hear notes a piece of its answer.
func (s *Cost) Hear(chunk *model.Chunk) {
	if s.now.said += len(chunk.Text); s.now.model == "" {
		s.now.model = chunk.Model
	}
	for _, call := range chunk.ToolCalls {
		s.now.said += len(call.Name) + len(call.Arguments)
	}
	if chunk.Usage != nil {
		s.add(chunk.Model, *chunk.Usage)
		s.now = underWay{}
	}
}

// End notes that the model says nothing more, or is not listened to any more.
func (s *Cost) End() {
	s.settled += s.estimate()
	s.now = underWay{}
}

// add counts a request of which all is known.
func (s *Cost) add(name string, usage model.Usage) { s.settled += s.Prices.Of(name).Cost(usage) }

// AddText counts a request for which no service says what it used: that for an embedding, or for moderation.
func (s *Cost) AddText(name, text string) {
	s.add(name, model.Usage{PromptTokens: model.EstimateTokens(len(text))})
}

func (s *Cost) estimate() model.Cost {
	if s.now.model == "" {
		return 0
	}
	return s.Prices.Of(s.now.model).Cost(model.Usage{
		PromptTokens: model.EstimateTokens(s.now.prompt), CompletionTokens: model.EstimateTokens(s.now.said),
	})
}

// Micros is all that the turn has cost so far, in millionths of a US dollar.
func (s *Cost) Micros() int64 { return (s.settled + s.estimate()).Micros() }

// Uncounted is what the church's day does not know of yet, and will from now on.
func (s *Cost) Uncounted() int64 {
	all := s.Micros()
	defer func() { s.counted = max(s.counted, all) }()
	return max(all-s.counted, 0)
}
