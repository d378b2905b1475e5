// Command narthex is the server and what its operators need around it.
//
//	narthex serve          answer visitors
//	narthex migrate        bring the database to the newest schema
//	narthex seed           load the reference data, and the demonstration churches if wanted
//	narthex ingest         give a church a document to answer from
//	narthex reembed        convert churches' knowledge and the blog's articles to the embedder now configured
//	narthex evaluate       ask a church questions and hold the answers to what is expected, without effect
//	narthex notifications  see what became of notifications, and retry them
//	narthex crises         see which churches have not said yet that they have a crisis
//	narthex apikey         make, list and revoke the keys of a church's own programs
//	narthex provision      set up a church's assistant again that could not be set up when it paid
//	narthex voice          give a church its telephone number
//	narthex articles       import, export, publish and archive the articles of the blog
//	narthex billing        set up what is sold at the payment provider; compare what is paid with what we know
//
// Reading order: config.go (every setting), run.go (how the server is put together and taken down), routes.go (what it
// serves), open.go (Postgres, Redis, the models and the embedder from the settings), then a file for each of the other commands.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	_ "time/tzdata" // churches' time zones, on machines without their own

	"github.com/alecthomas/kong"
)

type commandLine struct {
	Serve         serveCommand         `cmd:"" help:"Answer visitors until SIGTERM."`
	Migrate       migrateCommand       `cmd:"" help:"Bring the database to the newest schema."`
	Seed          seedCommand          `cmd:"" help:"Load the reference data; with --demo the demonstration churches and the directory too."`
	Ingest        ingestCommand        `cmd:"" help:"Give a church a document to answer from, and wait until it does."`
	Reembed       reembedCommand       `cmd:"" help:"Convert knowledge and articles to the embedder now configured."`
	Evaluate      evaluateCommand      `cmd:"" help:"Ask a church a file of questions, without effect on anybody, and hold the answers to what is expected of them. Ends with 0 when all are right, 2 when some are not, 1 when they could not be asked."`
	Notifications notificationsCommand `cmd:"" help:"See what became of notifications to churches, and retry them."`
	Crises        crisesCommand        `cmd:"" help:"See which churches have not said yet that they have a crisis."`
	APIKey        apiKeyCommand        `cmd:"" name:"apikey" help:"Make, list and revoke the keys with which a church's programs use the OpenAI-compatible API."`
	Billing       billingCommand       `cmd:"" help:"Set up what is sold at the payment provider, and compare what is paid with what is known here."`
	Articles      articlesCommand      `cmd:"" help:"Import, export, publish and archive the articles of the blog."`
	Provision     provisionCommand     `cmd:"" help:"Repeat what may have failed alone when a church was set up: its chat assistant."`
	Voice         voiceCommand         `cmd:"" help:"Give churches their telephone numbers."`
	Extract       extractCommand       `cmd:"" hidden:"" help:"Turn a document into text; the server runs this in a process of its own."`
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	var line commandLine
	parser := kong.Parse(&line,
		kong.Name("narthex"),
		kong.Description("A church's front door: answers visitors from what the church has stored, in its own voice."),
		kong.UsageOnError(),
		kong.BindTo(ctx, (*context.Context)(nil)),
	)
	parser.FatalIfErrorf(parser.Run())
}
