package main

import (
	"context"
	"fmt"
	"os"
	"text/tabwriter"

	"narthex/admin/acknowledge"
)

// crisesCommand is for operators: it shows which church is to be called, and never what anybody said.
type crisesCommand struct {
	List crisesListCommand `cmd:"" help:"List urgent crises of the last seven days that nobody has acknowledged, newest first."`
}

type crisesListCommand struct {
	databaseConfig `embed:""`
	Limit          int `default:"100" help:"At most so many, the newest."`
}

// Run is called by kong.
func (c *crisesListCommand) Run(ctx context.Context) error {
	pool, err := openDatabase(ctx, c.DatabaseURL)
	if err != nil {
		return err
	}
	defer pool.Close()
	waiting, err := acknowledge.ListWaiting(ctx, pool, c.Limit)
	if err != nil {
		return err
	}
	table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "CHURCH\tPHONE\tSINCE\tTOLD\tSECOND CONTACT TOLD\tREQUEST")
	for _, w := range waiting {
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\n", w.Church, w.Phone, moment(&w.Since), moment(w.ToldAt), moment(w.SecondToldAt), w.Request)
	}
	return table.Flush()
}
