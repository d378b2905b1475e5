package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/admin/notify"
	"narthex/chat/church"
	"narthex/chat/voice"
	"narthex/chat/voice/line"
	"narthex/chat/voice/number"
	"narthex/chat/voice/record"
	"narthex/chat/voice/relay"
	"narthex/chat/voice/switchboard"
	"narthex/static/web"
)

type voiceConfig struct {
	VoiceRegistry       string        `env:"NARTHEX_VOICE_REGISTRY" type:"path" help:"A JSON file that fixes telephone numbers to churches, number to slug, before what is assigned to them."`
	VoiceCalls          int           `env:"NARTHEX_VOICE_CALLS" default:"20" help:"Calls of a church at once; below 0 there is no limit."`
	VoiceCallerCalls    int           `env:"NARTHEX_VOICE_CALLER_CALLS" default:"2" help:"Calls at once from one number to a church; below 0 there is no limit."`
	VoiceCallLimit      time.Duration `env:"NARTHEX_VOICE_CALL_LIMIT" default:"30m" help:"How long a call may take."`
	VoiceDayLimit       time.Duration `env:"NARTHEX_VOICE_DAY_LIMIT" default:"10h" help:"How long the calls of a church may take together on one of its days; below 0 there is no limit."`
	VoiceCallerDayLimit time.Duration `env:"NARTHEX_VOICE_CALLER_DAY_LIMIT" default:"2h" help:"How long the calls from one number to a church may take together on one of its days; below 0 there is no limit."`

	VoiceMinute float64 `name:"voice-minute-usd" env:"NARTHEX_VOICE_MINUTE_USD" help:"What you pay the carrier for a minute of a call, in US dollars; part of what a call costs, and counted in the church's day."`

	VoicePersonas string `env:"NARTHEX_VOICE_PERSONAS" type:"path" help:"A JSON file that gives the voices of calls other names at the telephone service, by persona and language."`
	VoiceToken    secret `env:"NARTHEX_VOICE_TOKEN" help:"What a voice agent shows to ask GET /api/voice/config, 20 characters or more; without one it is told nothing."`
}

// minVoiceToken is the shortest token, in bytes: it is all that stands before what a church has configured.
const minVoiceToken = 20

// voiceRoutes adds what concerns the telephone: calls are taken where the telephone service's requests can be checked, by the token of
// its account.
func (s *server) voiceRoutes(ctx context.Context, r chi.Router, edge *web.Edge) error {
	registry, err := line.ReadRegistry(s.config.VoiceRegistry)
	if err != nil {
		return err
	}
	personas, err := line.ReadPersonas(s.config.VoicePersonas)
	if err != nil {
		return err
	}
	lines := line.NewFinder(s.pool, s.churches, registry, s.logger, s.registry)
	if account := s.config.TwilioAuthToken.reveal(); account != "" {
		tickets, err := openTickets(ctx, s.pool)
		if err != nil {
			return err
		}
		minute, err := s.config.minute()
		if err != nil {
			return err
		}
		board, kept := s.switchboard(), record.NewStore(s.pool, s.logger, s.registry)
		s.settler = &record.Settler{Store: kept, Minute: minute, OnLine: board.OnLine, Forget: s.chat.ForgetSaid, Charge: s.chargeCall}
		s.calls = relay.New(relay.Parts{
			Turns: s.chat, Closing: s.chat.Closing(), Church: s.churches.ByID, Tickets: tickets, Board: board, Record: kept, Answered: s.putIntoService, Texts: s.texts(),
		}, relay.Config{Length: s.config.VoiceCallLimit, PerChurch: s.config.VoiceCalls, PerCaller: s.config.VoiceCallerCalls, Registerer: s.registry, Logger: s.logger})
		voice.NewPhone(voice.PhoneParts{
			Lines: lines, Personas: personas, Relay: s.calls, Tickets: tickets, Token: account, BaseURL: s.config.BaseURL, Edge: edge, Logger: s.logger,
		}).Routes(r)
	}
	token := s.config.VoiceToken.reveal()
	if token == "" {
		return nil
	}
	if len(token) < minVoiceToken {
		return fmt.Errorf("NARTHEX_VOICE_TOKEN has %d characters, and needs %d", len(token), minVoiceToken)
	}
	voice.NewConfigs(lines, personas, token, edge, time.Now).Routes(r)
	return nil
}

// maxMinute is beyond what any carrier asks for a minute, in US dollars: more is a slip of the hand.
const maxMinute = 100

// minute is the carrier's price of one, in millionths of a US dollar.
func (c voiceConfig) minute() (int64, error) {
	if !(c.VoiceMinute >= 0 && c.VoiceMinute <= maxMinute) { // also what is no number
		return 0, fmt.Errorf("NARTHEX_VOICE_MINUTE_USD must be from 0 to %d", maxMinute)
	}
	return int64(math.Round(c.VoiceMinute * 1e6)), nil
}

// chargeCall counts in a church's day what the carrier asks for a call.
func (s *server) chargeCall(ctx context.Context, churchID uuid.UUID, micros int64) error {
	snapshot, err := s.churches.ByID(ctx, churchID)
	if err != nil {
		return err
	}
	s.chat.Charge(snapshot, micros)
	return nil
}

// texts sends text messages to callers; nil where there is no account that could.
func (s *server) texts() func(context.Context, relay.Text) error {
	if s.config.TwilioAccountSID == "" {
		return nil
	}
	return func(ctx context.Context, t relay.Text) error {
		err := church.InChurch(ctx, s.pool, t.Church, func(tx pgx.Tx) error {
			err := s.notices.TextCaller(ctx, tx, notify.CallerText{
				Key: t.Key, ChurchID: t.Church, Session: t.Session, Church: t.Name, To: t.To, Language: t.Language, Links: t.Links,
			})
			if err != nil {
				return err
			}
			return record.Add(ctx, tx, t.Church, t.Session, t.Line)
		})
		if errors.Is(err, notify.ErrTextsSpent) {
			return relay.ErrTextsSpent
		}
		return err
	}
}

// switchboard counts calls over all nodes.
func (s *server) switchboard() *switchboard.Board {
	return switchboard.New(s.redis, switchboard.Limits{
		PerChurch: s.config.VoiceCalls, PerCaller: s.config.VoiceCallerCalls, ChurchADay: s.config.VoiceDayLimit, CallerADay: s.config.VoiceCallerDayLimit,
	})
}

// openTickets returns the tickets of calls, which all nodes can read.
func openTickets(ctx context.Context, pool *pgxpool.Pool) (*relay.Tickets, error) {
	ctx, cancel := context.WithTimeout(ctx, connectTimeout)
	defer cancel()
	key, err := church.DeploymentKey(ctx, pool, "voice")
	if err != nil {
		return nil, err
	}
	return relay.NewTickets(key, time.Now)
}

// putIntoService is told of every call that was answered: after a line's trial it is open to all.
func (s *server) putIntoService(ctx context.Context, churchID uuid.UUID, caller string) {
	ctx, cancel := context.WithTimeout(ctx, connectTimeout)
	defer cancel()
	snapshot, err := s.churches.ByID(ctx, churchID)
	if err == nil && line.Trial(snapshot, caller) {
		_, err = line.Serve(ctx, s.pool, churchID, caller)
	}
	if err != nil {
		s.logger.ErrorContext(ctx, "a line whose trial was answered is not in service", "church", churchID, "error", err)
	}
}

// voiceCommand manages churches' telephone lines.
type voiceCommand struct {
	Assign voiceAssignCommand `cmd:"" help:"Give a church its number. The line is in service once a call from the trial's number was answered."`
}

type voiceAssignCommand struct {
	databaseConfig `embed:""`
	Church         string `required:"" help:"The church's slug."`
	Number         string `required:"" help:"Its number at the carrier, in E.164."`
	TrialFrom      string `help:"The number that the trial call comes from, in E.164. Until it was answered nobody else is."`
	WithoutTrial   bool   `help:"Put the line into service at once."`
}

// Run is called by kong.
func (c *voiceAssignCommand) Run(ctx context.Context) error {
	assigned, err := number.E164(c.Number, "")
	if err != nil {
		return fmt.Errorf("read --number %q: %w", c.Number, err)
	}
	trial := ""
	switch {
	case c.WithoutTrial == (c.TrialFrom != ""):
		return fmt.Errorf("give either --trial-from or --without-trial")
	case c.TrialFrom != "":
		if trial, err = number.E164(c.TrialFrom, ""); err != nil {
			return fmt.Errorf("read --trial-from %q: %w", c.TrialFrom, err)
		}
	}
	pool, err := openDatabase(ctx, c.DatabaseURL)
	if err != nil {
		return err
	}
	defer pool.Close()
	churchID, err := churchBySlug(ctx, pool, c.Church)
	if err != nil {
		return err
	}
	if err := line.Assign(ctx, pool, churchID, assigned, trial); err != nil {
		return err
	}
	snapshot, err := church.NewStore(pool, church.Config{}).ByID(ctx, churchID)
	if err != nil {
		return err
	}
	if snapshot.Voice.Status == church.VoiceActive {
		fmt.Printf("%s answers at %s.\n", snapshot.Name, assigned)
		return nil
	}
	fmt.Printf("%s has %s. Call it from %s: once that call was answered, the line is in service.\n", snapshot.Name, assigned, trial)
	return nil
}
