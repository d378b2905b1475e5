package main

import (
	"context"
	"errors"
	"strings"

	"narthex/admin/siteimport/draft"
	"narthex/chat/model"
)

// longestProposals is enough for what a model proposes for a page, in tokens.
const longestProposals = 2000

// pageModel returns what reads a page of a church's website for facts, nil without a model that understands it: the offline one
// would find nothing.
func (s *server) pageModel() draft.Model {
	if s.config.APIKey == "" {
		return nil
	}
	return func(ctx context.Context, task, page string) (string, error) {
		var exact float32
		var said strings.Builder
		var finish model.Finish
		request := model.Request{
			Class: model.ClassFast, MaxTokens: longestProposals, Temperature: &exact,
			Messages: []model.Message{{Role: model.RoleSystem, Content: task}, {Role: model.RoleUser, Content: page}},
		}
		for chunk, err := range s.model.Stream(ctx, request) {
			if err != nil {
				return "", err
			}
			said.WriteString(chunk.Text)
			finish = chunk.Finish
		}
		if finish != model.FinishStop {
			return "", errors.New("the model did not end its answer")
		}
		return said.String(), nil
	}
}
