package stack

import (
	"fmt"
	"os"
	"runtime"
	"strings"
)

// unicodeLocale names a locale whose letters are Unicode's, for PostgreSQL before 17.
func unicodeLocale() string {
	if runtime.GOOS == "darwin" {
		return "en_US.UTF-8"
	}
	return "C.UTF-8"
}

// serverAdvice adds to an error what somebody on this system can do about it.
func serverAdvice(err error) error {
	return fmt.Errorf("no private servers: %w; %s, or set DATABASE_URL and REDIS_URL", err, adviceFor(runtime.GOOS, osRelease(), serverHints))
}

// hints say what to install, by the ID of os-release or by the name of the operating system.
type hints map[string]string

var serverHints = hints{
	"debian": "check that the mirror can be reached (NARTHEX_DEV_MIRROR names another), or install postgresql, its pgvector package (0.8 or newer) and redis 8",
	"ubuntu": "install debian-archive-keyring and set NARTHEX_DEV_MIRROR to a Debian mirror, or install postgresql with postgresql-contrib, pgvector 0.8 and redis 8",
	"fedora": "run `dnf install postgresql-server postgresql-contrib pgvector` and install redis 8",
	"arch":   "run `pacman -S postgresql pgvector redis`, with redis at version 8 or newer",
	"alpine": "run `apk add postgresql17 postgresql17-contrib postgresql-pgvector redis`, with redis at version 8 or newer",
	"darwin": "run `brew install postgresql@17 pgvector redis`",
	"":       "install PostgreSQL 15 or newer with contrib and pgvector 0.8 or newer, and Redis 8 or newer",
}

// adviceFor picks the hint for a system: its own, that of the family it belongs to, or the general one.
func adviceFor(goos, osRelease string, h hints) string {
	if goos != "linux" {
		if hint, found := h[goos]; found {
			return hint
		}
		return h[""]
	}
	for family := range strings.FieldsSeq(osReleaseField(osRelease, "ID") + " " + osReleaseField(osRelease, "ID_LIKE")) {
		if hint, found := h[family]; found {
			return hint
		}
	}
	return h[""]
}

// osReleaseField returns a field of the content of os-release.
func osReleaseField(content, field string) string {
	for line := range strings.Lines(content) {
		if value, found := strings.CutPrefix(strings.TrimSpace(line), field+"="); found {
			return strings.Trim(value, `"'`)
		}
	}
	return ""
}

func osRelease() string {
	content, err := os.ReadFile("/etc/os-release")
	if err != nil {
		return ""
	}
	return string(content)
}
