package main

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/migrations/pgtest"
)

func TestTheSiteHasTheSnippetOnIt(t *testing.T) {
	recorder := httptest.NewRecorder()
	siteCommand{Church: "grace-harbor", Strict: true}.handler("http://127.0.0.1:8080").ServeHTTP(recorder, httptest.NewRequest(http.MethodGet, "/", nil))
	for _, want := range []string{
		`<script src="http://127.0.0.1:8080/widget.js" data-church="grace-harbor" async></script>`,
		`&lt;script src=&#34;http://127.0.0.1:8080/widget.js&#34; data-church=&#34;grace-harbor&#34; async&gt;`,
		`href="http://127.0.0.1:8080/chat/grace-harbor" data-narthex-open`,
	} {
		if !strings.Contains(recorder.Body.String(), want) {
			t.Errorf("the page lacks %s:\n%s", want, recorder.Body)
		}
	}
	if policy := recorder.Header().Get("Content-Security-Policy"); !strings.HasSuffix(policy, "script-src http://127.0.0.1:8080; frame-src http://127.0.0.1:8080") {
		t.Errorf("policy %q", policy)
	}
}

func TestTheSiteIsListedWhileItIsServed(t *testing.T) {
	db := pgtest.New(t)
	id := uuid.Must(uuid.NewV7())
	if _, err := db.Admin.Exec(t.Context(), `insert into churches (id, slug, name) values ($1, 'ours', 'Ours')`, id); err != nil {
		t.Fatal(err)
	}
	listed := func() (origins []string) {
		rows, err := db.Admin.Query(t.Context(), `select origin from widget_origins where church_id = $1`, id)
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		for rows.Next() {
			var origin string
			if err := rows.Scan(&origin); err != nil {
				t.Fatal(err)
			}
			origins = append(origins, origin)
		}
		return origins
	}
	forget, err := listSite(t.Context(), db.URL, "ours", "http://127.0.0.1:8090")
	if err != nil {
		t.Fatal(err)
	}
	if got := listed(); len(got) != 1 || got[0] != "http://127.0.0.1:8090" {
		t.Errorf("listed are %v", got)
	}
	forget()
	if got := listed(); len(got) != 0 {
		t.Errorf("left behind: %v", got)
	}
	if _, err := listSite(t.Context(), db.URL, "nobody", "http://127.0.0.1:8090"); err == nil {
		t.Error("listed with a church that there is not")
	}
}

func TestTheSiteIsServedUntilItIsStopped(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- serveSite(ctx, listener, siteCommand{Church: "ours"}.handler("http://narthex")) }()
	response, err := http.Get("http://" + listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if body, err := io.ReadAll(response.Body); err != nil || !strings.Contains(string(body), "data-church") {
		t.Errorf("%s, %v", body, err)
	}
	cancel()
	select {
	case err := <-done:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(deadline):
		t.Error("goes on after it was stopped")
	}
}
