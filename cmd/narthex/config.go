package main

import (
	"cmp"
	"fmt"
	"log/slog"
	"math"
	"net/netip"
	"os"
	"strings"
	"time"

	"narthex/chat/model"
)

// Every setting is a flag and an environment variable; `narthex serve --help` lists them. Settings are grouped by what
// uses them, so that each command asks only for its own.

type databaseConfig struct {
	DatabaseURL string `name:"database-url" env:"DATABASE_URL" required:"" help:"Postgres, as the app's role narthex_app."`
}

type ownerConfig struct {
	DatabaseAdminURL string `name:"database-admin-url" env:"DATABASE_ADMIN_URL,DATABASE_URL" required:"" help:"Postgres, as the schema's owner."`
}

type modelConfig struct {
	APIKey         secret `name:"openai-api-key" env:"OPENAI_API_KEY" help:"Key of an OpenAI-compatible service; without one the offline model and embedder answer."`
	APIBase        string `name:"openai-base-url" env:"OPENAI_BASE_URL" default:"https://api.openai.com/v1" help:"Where that service is."`
	ChatModel      string `env:"NARTHEX_CHAT_MODEL" default:"gpt-4.1-mini" help:"Model for full answers."`
	FastModel      string `env:"NARTHEX_FAST_MODEL" default:"gpt-4.1-nano" help:"Small model that puts one passage into words."`
	FallbackModel  string `env:"NARTHEX_FALLBACK_MODEL" help:"Model to ask when the others fail; none by default."`
	EmbeddingModel string `env:"NARTHEX_EMBEDDING_MODEL" default:"text-embedding-3-small" help:"Model for embeddings of 1,536 dimensions."`
}

type logConfig struct {
	LogFormat string `enum:"auto,text,json" default:"auto" env:"NARTHEX_LOG_FORMAT" help:"auto, text or json; auto is text on a terminal."`
	Node      string `env:"NARTHEX_NODE_NAME" help:"What this node is called on each line of its log and in narthex_build_info; its host's name by default."`
	LogLevel  string `enum:"debug,info,warn,error" default:"info" env:"NARTHEX_LOG_LEVEL" help:"debug, info, warn or error."`
}

// logger returns the log: JSON, each line with its node and build, or text for a person at a terminal.
func (c logConfig) logger() *slog.Logger {
	var level slog.Level
	if err := level.UnmarshalText([]byte(c.LogLevel)); err != nil {
		level = slog.LevelInfo // kong has checked it
	}
	options := &slog.HandlerOptions{Level: level}
	if c.LogFormat == "text" || isTerminal(os.Stderr) && c.LogFormat != "json" {
		return slog.New(slog.NewTextHandler(os.Stderr, options))
	}
	return slog.New(slog.NewJSONHandler(os.Stderr, options)).With("node", c.node(), "build", thisBuild().revision)
}

// node is the name that the configuration gives this node, else its host's.
func (c logConfig) node() string {
	host, _ := os.Hostname()
	return cmp.Or(c.Node, host, unknown)
}

func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

type listenConfig struct {
	BaseURL        string         `env:"BASE_URL" default:"http://127.0.0.1:8080" help:"The address under which visitors reach the service."`
	ListenAddr     string         `env:"LISTEN_ADDR" default:"127.0.0.1:8080" help:"Where to listen."`
	MetricsAddr    string         `env:"METRICS_ADDR" help:"Where to serve metrics, profiles and health for operators alone. Without it metrics and profiles are nowhere, unless NARTHEX_PUBLIC_METRICS is set."`
	PublicMetrics  bool           `env:"NARTHEX_PUBLIC_METRICS" help:"Serve /metrics, and on /readyz what is unsafe about this deployment, to visitors too, on LISTEN_ADDR."`
	TryingOut      bool           `env:"NARTHEX_TRYING_OUT" help:"Say of what is unsafe about Postgres, Redis and the settings that it is so on purpose, in a deployment for trying the product out."`
	TrustedProxies []netip.Prefix `env:"NARTHEX_TRUSTED_PROXIES" help:"Networks whose X-Forwarded-For is believed, as CIDR."`
	AllowedOrigins []string       `env:"NARTHEX_ALLOWED_ORIGINS" help:"Sites whose pages may call the chat themselves, as host or https://host, with * for any part of it; none by default, and none needed for the widget, whose sites are the churches' to choose."`
	WidgetKey      secret         `env:"NARTHEX_WIDGET_KEY" help:"What the widget's short-lived tokens are signed with, 32 characters or more, the same on all nodes; by default a random key that the nodes share in Postgres."`
	LameDuck       time.Duration  `env:"NARTHEX_LAME_DUCK" default:"5s" help:"How long to go on as before after SIGTERM while /readyz says 503, so that load balancers send nobody here any more; a second signal ends it."`
	ShutdownLimit  time.Duration  `env:"NARTHEX_SHUTDOWN_LIMIT" default:"30s" help:"How long running answers may take to finish at a shutdown."`
}

type costConfig struct {
	DailyBudget float64  `name:"daily-budget-usd" env:"NARTHEX_DAILY_BUDGET_USD" default:"5" help:"What models may cost for a church in a day of its own, in US dollars, where the church has no budget of its own; 0 = no limit. Beyond it visitors get stored answers, and can leave a message."`
	ModelPrices []string `env:"NARTHEX_MODEL_PRICES" help:"What you pay for models, as model=prompt/cached/completion or, for embeddings, model=prompt, in US dollars for a million tokens; * stands for models without a price. Laid over the built-in prices, which are a starting point only."`
}

// maxDailyBudget is beyond what any church spends in a day, in US dollars: more is a slip of the hand.
const maxDailyBudget = 100_000

// budget is the usual budget of a church, in millionths of a US dollar.
func (c costConfig) budget() (int64, error) {
	if !(c.DailyBudget >= 0 && c.DailyBudget <= maxDailyBudget) { // also what is no number
		return 0, fmt.Errorf("NARTHEX_DAILY_BUDGET_USD must be from 0 to %d", maxDailyBudget)
	}
	return int64(math.Round(c.DailyBudget * 1e6)), nil
}

// prices are what models cost.
func (c costConfig) prices() (*model.Prices, error) {
	prices, err := model.NewPrices(c.ModelPrices...)
	if err != nil {
		return nil, fmt.Errorf("read NARTHEX_MODEL_PRICES: %w", err)
	}
	return prices, nil
}

type limitConfig struct {
	RateSession int           `env:"NARTHEX_RATE_SESSION" default:"20" help:"Messages a minute from one session; 0 = no limit."`
	RateAddress int           `env:"NARTHEX_RATE_ADDRESS" default:"240" help:"Messages a minute to one church from one address; 0 = no limit."`
	Connections int           `name:"connections-per-address" env:"NARTHEX_CONNECTIONS_PER_ADDRESS" help:"Connections open at once from one address that is no trusted proxy; 0 = a quarter of what the process may have open."`
	RateCrises  int           `env:"NARTHEX_RATE_CRISES" default:"30" help:"Messages a minute to one church from one address that are stored of those that tell of danger: all of them are answered, the others a second later; 0 = all are stored."`
	Admitted    int           `env:"NARTHEX_ADMITTED" default:"8" help:"Messages at work at once before a model is asked, for each processor, as long as they take no longer than usual: half as many when they do, up to 16 times as many if that slows nobody; and only a share of what is asked while goroutines wait long for a processor. Beyond it visitors are asked to come back in a moment; crises and stored facts are always answered. 0 = no limit."`
	TurnLimit   time.Duration `env:"NARTHEX_TURN_LIMIT" default:"2m" help:"Longest answer."`
	LookUpLimit time.Duration `env:"NARTHEX_LOOK_UP_LIMIT" default:"300ms" help:"How long Postgres may take for what was said before, and as long again for a church's passages: then a question is answered without them, and the answer says less."`
}

// check refuses limits within which nothing could be answered.
func (c limitConfig) check() error {
	for name, limit := range map[string]time.Duration{"NARTHEX_TURN_LIMIT": c.TurnLimit, "NARTHEX_LOOK_UP_LIMIT": c.LookUpLimit} {
		if limit <= 0 {
			return fmt.Errorf("%s must be longer than nothing, such as 2s; it is %s", name, limit)
		}
	}
	return nil
}

type safetyConfig struct {
	Moderation string `enum:"openai,off" default:"off" env:"NARTHEX_MODERATION" help:"openai shows visitors' messages to the moderation endpoint of the service at OPENAI_BASE_URL; off shows them to nobody."`
	SpoolDir   string `name:"spool-dir" env:"NARTHEX_SPOOL_DIR" help:"Directory on this machine's disk where reports of crises wait while Postgres is down; by default one in the user's cache that nodes on other databases do not use."`
}

type redisConfig struct {
	RedisURL string `env:"REDIS_URL" required:"" help:"Redis 8 or newer; a comma-separated list means a cluster."`
}

type notifyConfig struct {
	SMTPURL          secret `name:"smtp-url" env:"SMTP_URL" help:"The mail server: smtp://user:password@host:587 (STARTTLS) or smtps://host:465; smtp://host:25?tls=none without encryption. Without it notifications wait."`
	MailFrom         string `env:"MAIL_FROM" help:"The address that mails come from; the church's name stands before it."`
	FounderEmail     string `env:"FOUNDER_EMAIL" help:"Who is told when a church cannot be."`
	TwilioAccountSID string `name:"twilio-account-sid" env:"TWILIO_ACCOUNT_SID" help:"The account that sends text messages; without one none are sent."`
	TwilioAuthToken  secret `env:"TWILIO_AUTH_TOKEN" help:"Its token."`
	TwilioFrom       string `env:"TWILIO_FROM" help:"The number they come from, in E.164, or the SID of a messaging service."`
	TwilioAPIBase    string `name:"twilio-api-base" env:"TWILIO_API_BASE" default:"https://api.twilio.com" help:"Where Twilio is."`
}

type paymentsConfig struct {
	StripeSecretKey      secret `name:"stripe-secret-key" env:"STRIPE_SECRET_KEY" help:"Key of the Stripe account that churches pay through; without one nobody can sign up."`
	StripePublishableKey string `name:"stripe-publishable-key" env:"STRIPE_PUBLISHABLE_KEY" help:"The account's key for browsers."`
	StripeWebhookSecret  secret `name:"stripe-webhook-secret" env:"STRIPE_WEBHOOK_SECRET" help:"What Stripe signs events with; narthex billing sync prints it."`
	StripeAPIBase        string `name:"stripe-api-base" env:"STRIPE_API_BASE" default:"https://api.stripe.com" help:"Where Stripe is."`
	MarketingWebhook     secret `name:"marketing-webhook-url" env:"MARKETING_WEBHOOK_URL" help:"What is told of admins who wish to get news by mail, by POST. Without it their wish is only kept."`
	AllowSimulated       bool   `name:"allow-simulated-payments" env:"NARTHEX_ALLOW_SIMULATED_PAYMENTS" help:"Without STRIPE_SECRET_KEY, let anybody sign up with a payment provider that takes no money: for trying the product out."`
}

// operatorConfig is what /terms and /privacy say of whoever runs the service.
type operatorConfig struct {
	OperatorName    string `env:"NARTHEX_OPERATOR_NAME" help:"Who runs this service, as /terms and /privacy name them: the legal entity."`
	OperatorAddress string `env:"NARTHEX_OPERATOR_ADDRESS" help:"Their postal address, in one line."`
	OperatorEmail   string `env:"NARTHEX_OPERATOR_EMAIL" help:"Where to ask them something."`
	GoverningLaw    string `env:"NARTHEX_GOVERNING_LAW" help:"Whose law holds for churches, as in: the State of Maine."`
}

// secret is a setting that never prints.
type secret string

func (s secret) String() string   { return s.redacted() }
func (s secret) GoString() string { return s.redacted() }

// LogValue keeps the secret out of structured logs.
func (s secret) LogValue() slog.Value { return slog.StringValue(s.redacted()) }

func (s secret) redacted() string {
	if s == "" {
		return ""
	}
	return "(set)"
}

func (s secret) reveal() string { return strings.TrimSpace(string(s)) }
