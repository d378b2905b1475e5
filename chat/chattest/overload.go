package chattest

import (
	"context"
	"runtime"
	"strconv"
	"testing"

	"github.com/google/uuid"
)

// Overload has as much at work on a server with Turns.Admitted = 1 as is admitted: questions whose passages are searched for until
// release. Their answers go on then.
func (s *Server) Overload(t testing.TB, churchID uuid.UUID) (answers []*Stream, release func()) {
	t.Helper()
	s.Exec(t, searchInTurn)
	hold, err := s.DB.Admin.Begin(t.Context())
	Must(t, err)
	release = func() { _ = hold.Rollback(context.Background()) }
	t.Cleanup(release)
	_, err = hold.Exec(t.Context(), `select pg_advisory_xact_lock(1)`)
	Must(t, err)
	for i := range runtime.GOMAXPROCS(0) {
		answers = append(answers, s.Stream(t, churchID, Question{Message: SearchedQuestion + strconv.Itoa(i) + "?"}))
	}
	Eventually(t, func() bool {
		return s.Count(t, `
			select count(*) from pg_locks
			where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`) == len(answers)
	})
	return answers, release
}

// SearchedQuestion is the beginning of one that no tier below the full model answers, and that has a letter for which Postgres is
// searched, whatever is held in memory.
const SearchedQuestion = "Which colour does the Blessing Room of Władysław have in the year 203"

// searchInTurn has a search wait for a lock. Nothing else does, so that of all that a node does for an answer this alone is slow.
const searchInTurn = `
	do $do$
	declare
		search constant regproc := 'search_church_knowledge';
		arguments constant text := 'uuid, vector, double precision, integer, text, text, text';
		result constant text := pg_get_function_result(search);
	begin
		execute format('alter function search_church_knowledge(%s) rename to search_at_once', arguments);
		execute format($create$
			create function search_church_knowledge(%s) returns %s language plpgsql as $$
			begin
				perform pg_advisory_xact_lock_shared(1);
				return query select * from search_at_once($1, $2, $3, $4, $5, $6, $7);
			end $$ $create$, arguments, result);
	end $do$`
