package helplines

import (
	"encoding/json"
	"net/url"
	"testing"
	"time"
)

func TestEveryNumberHasAPageAndADate(t *testing.T) {
	var known map[string]map[string]sourced
	if err := json.Unmarshal(file, &known); err != nil {
		t.Fatal(err)
	}
	for country, lines := range known {
		for kind, line := range lines {
			page, err := url.Parse(line.Source)
			if err != nil || page.Host == "" {
				t.Errorf("%s, %s: the source is %q", country, kind, line.Source)
			}
			date, layout := line.Dated, time.DateOnly
			if date == "" {
				date = line.Read
			}
			if len(date) == len("2006-01") {
				layout = "2006-01"
			}
			if _, err := time.Parse(layout, date); err != nil || line.Dated != "" && line.Read != "" {
				t.Errorf("%s, %s: dated %q, read %q", country, kind, line.Dated, line.Read)
			}
			if line.Number == "" || kind != "danger" && line.Name == "" {
				t.Errorf("%s, %s: %+v", country, kind, line)
			}
			switch kind {
			case "danger", "crisis", "abuse", "survivors", "child", "aboutChildren":
			default:
				t.Errorf("%s: nobody reads %s", country, kind)
			}
		}
	}
}

func TestACountryWithoutLinesOfItsOwnPointsToTheDirectory(t *testing.T) {
	for country, want := range map[string]Lines{
		"FR": {Danger: "112", Directory: true}, "BR": {Directory: true}, "": {Directory: true},
	} {
		if got := In(country); got != want {
			t.Errorf("%q: %+v", country, got)
		}
	}
	if In("PR") != In("US") {
		t.Error("Puerto Rico has other lines than the United States")
	}
}

// Canada's are those of its provinces.
func TestEveryCountryButCanadaHasALineAboutViolenceAtHome(t *testing.T) {
	for country, lines := range countries {
		if has := lines.Abuse.Number != ""; has != (country != "CA" && country != "EU") {
			t.Errorf("%s: %v", country, has)
		}
	}
}
