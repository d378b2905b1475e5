package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"

	"github.com/redis/go-redis/v9"

	"narthex/chat/church"
	"narthex/chat/evaluate"
	"narthex/chat/evaluate/cases"
	"narthex/retrieval"
)

type evaluateCommand struct {
	databaseConfig `embed:""`
	redisConfig    `embed:""`
	modelConfig    `embed:""`
	safetyConfig   `embed:""`
	costConfig     `embed:""`
	Church         string `required:"" help:"The church's slug."`
	Cases          string `required:"" type:"existingfile" help:"Questions with what is expected of their answers, in YAML or JSON: a list of question, and if wanted agent, language, tier (0 to 4, or crisis), must_say, must_not_say, history."`
	Model          string `help:"The model for full answers instead of NARTHEX_CHAT_MODEL."`
	Format         string `enum:"text,json,csv" default:"text" help:"text says what is wrong and the sum; json and csv have every answer."`
}

// wrongAnswers ends the command with a status of its own.
type wrongAnswers int

func (n wrongAnswers) Error() string { return fmt.Sprintf("%d answers are not as expected", int(n)) }

// ExitCode is read by kong.
func (wrongAnswers) ExitCode() int { return 2 }

// Run is called by kong.
func (c *evaluateCommand) Run(ctx context.Context) error {
	content, err := os.ReadFile(c.Cases)
	if err != nil {
		return err
	}
	wanted, err := cases.Read(content)
	if err != nil {
		return fmt.Errorf("%s: %w", c.Cases, err)
	}
	if c.Model != "" {
		c.ChatModel = c.Model
	}
	judged, err := c.judge(ctx, wanted)
	if err != nil {
		return err
	}
	if err := c.write(os.Stdout, judged); err != nil {
		return err
	}
	if wrong := cases.Sum(judged).Wrong; wrong > 0 {
		return wrongAnswers(wrong)
	}
	return nil
}

// judge asks the questions of the church as it is.
func (c *evaluateCommand) judge(ctx context.Context, wanted []cases.Case) ([]cases.Judged, error) {
	logger := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError}))
	redis.SetLogger(&redisLog{logger: logger})
	pool, err := openDatabase(ctx, c.DatabaseURL)
	if err != nil {
		return nil, err
	}
	defer pool.Close()
	churchID, err := churchBySlug(ctx, pool, c.Church)
	if err != nil {
		return nil, err
	}
	memory, err := openRedis(c.RedisURL)
	if err != nil {
		return nil, err
	}
	defer memory.Close()
	embedder, err := c.openEmbedder(nil, logger)
	if err != nil {
		return nil, err
	}
	churches := church.NewStore(pool, church.Config{Embedder: embedder.Name(), Logger: logger})
	trials, closeModel, err := openTrials(ctx, trialParts{c.modelConfig, c.safetyConfig, c.costConfig, "", pool, memory, churches, retrieval.NewSearcher(pool, retrieval.SearcherConfig{}), logger})
	if err != nil {
		return nil, err
	}
	defer closeModel()
	judged := make([]cases.Judged, len(wanted))
	done := 0
	err = cases.Run(ctx, trials.Ask, evaluate.Question{ChurchID: churchID}, wanted, func(i int, r cases.Result) {
		judged[i] = cases.Judged{Case: wanted[i], Result: r}
		if done++; isTerminal(os.Stderr) {
			fmt.Fprintf(os.Stderr, "\r%d of %d  ", done, len(wanted))
		}
	})
	if isTerminal(os.Stderr) {
		fmt.Fprintln(os.Stderr)
	}
	if errors.Is(err, church.ErrNotFound) || errors.Is(err, church.ErrNotSubscribed) {
		err = fmt.Errorf("%s has no subscription, and so no assistant", c.Church)
	}
	return judged, err
}

// write writes the report.
func (c *evaluateCommand) write(w io.Writer, judged []cases.Judged) error {
	switch c.Format {
	case "json":
		out := json.NewEncoder(w)
		out.SetIndent("", "  ")
		return out.Encode(struct {
			Church  string         `json:"church"`
			Summary cases.Summary  `json:"summary"`
			Cases   []cases.Judged `json:"cases"`
		}{c.Church, cases.Sum(judged), judged})
	case "csv":
		return cases.WriteReportCSV(w, judged, func(m cases.Miss) (string, error) { return m.Say(), nil })
	}
	return cases.WriteText(w, judged)
}
