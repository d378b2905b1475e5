package main

import (
	"context"
	"errors"
	"strings"

	"github.com/google/uuid"

	"narthex/admin/siteimport"
	"narthex/chat/model"
)

// longestProposals is enough for what a model proposes for a page, in tokens.
const longestProposals = 2000

// pageModel returns what reads a page of a church's website for facts, on the church's account, nil without a model that understands
// it: the offline one would find nothing.
func (s *server) pageModel() siteimport.Model {
	if s.config.APIKey == "" {
		return nil
	}
	return func(ctx context.Context, churchID uuid.UUID, task, page string) (string, error) {
		snapshot, err := s.churches.ByID(ctx, churchID)
		if err != nil {
			return "", err
		}
		cost, charge, ok := s.chat.Spending(snapshot)
		if !ok {
			return "", siteimport.ErrBudget
		}
		defer charge()
		defer cost.End()
		var exact float32
		var said strings.Builder
		var finish model.Finish
		request := model.Request{
			Class: model.ClassFast, MaxTokens: longestProposals, Temperature: &exact,
			Messages: []model.Message{{Role: model.RoleSystem, Content: task}, {Role: model.RoleUser, Content: page}},
		}
		cost.Begin(&request)
		for chunk, err := range s.model.Stream(ctx, request) {
			if err != nil {
				return "", err
			}
			cost.Hear(&chunk)
			said.WriteString(chunk.Text)
			finish = chunk.Finish
		}
		if finish != model.FinishStop {
			return "", errors.New("the model did not end its answer")
		}
		return said.String(), nil
	}
}
