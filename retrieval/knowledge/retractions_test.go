package knowledge_test

import (
	"testing"

	"github.com/riverqueue/river/rivertype"

	"narthex/migrations/pgtest"
	"narthex/retrieval/knowledge"
	"narthex/retrieval/retrievaltest"
)

func TestOldRetractionsAreForgottenInBatchesAndYoungOnesKept(t *testing.T) {
	b := newLibraryBench(t)
	ours, theirs := retrievaltest.NewChurch(t, b.db), retrievaltest.NewChurch(t, b.db)
	retract := func(args ...any) {
		t.Helper()
		if _, err := b.db.Admin.Exec(t.Context(), `
			insert into knowledge_retractions (organization_id, version, content_id, retracted_at)
			select $1, n, gen_random_uuid(), now() - $2::interval from generate_series($3::bigint, $4::bigint) n`, args...); err != nil {
			t.Fatal(err)
		}
	}
	retract(ours, "8 days", 1, 12_000) // more than two batches
	retract(theirs, "169 hours", 1, 3)
	retract(ours, "167 hours", 20_000, 20_004)
	retract(theirs, "1 minute", 20_000, 20_001)
	_, events := startWorkers(t, b, knowledge.PeriodicJobs()...)
	if job := waitForJob(t, events, "forget_retractions"); job.State != rivertype.JobStateCompleted {
		t.Fatalf("the job ended as %s: %v", job.State, job.Errors)
	}
	for church, want := range map[any]int{ours: 5, theirs: 2} {
		var left int
		if err := b.db.Admin.QueryRow(t.Context(), `select count(*) from knowledge_retractions where organization_id = $1`, church).Scan(&left); err != nil || left != want {
			t.Errorf("%d retractions are left, want %d (%v)", left, want, err)
		}
	}
	if again, err := b.library.ForgetRetractions(t.Context()); again != 0 || err != nil {
		t.Errorf("once more: %d, %v", again, err)
	}
}

// The app's role sees no retraction but those of the church it is confined to, and deletes none but by the function.
func TestRetractionsOfOtherChurchesCannotBeDeletedOtherwise(t *testing.T) {
	db := pgtest.New(t)
	church := retrievaltest.NewChurch(t, db)
	if _, err := db.Admin.Exec(t.Context(), `insert into knowledge_retractions (organization_id, version, content_id, retracted_at) values ($1, 1, gen_random_uuid(), now() - interval '1 year')`, church); err != nil {
		t.Fatal(err)
	}
	if tag, err := db.Pool.Exec(t.Context(), `delete from knowledge_retractions`); err != nil || tag.RowsAffected() != 0 {
		t.Errorf("%d deleted, %v", tag.RowsAffected(), err)
	}
}
