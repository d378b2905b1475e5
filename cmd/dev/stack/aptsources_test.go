package stack

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestReleaseSources(t *testing.T) {
	const own = "/usr/share/keyrings/debian-archive-keyring.gpg"
	both := []string{
		"deb [signed-by=KEY] http://mirror.example/debian trixie main",
		"deb [signed-by=KEY] http://mirror.example/debian-security trixie-security main",
	}
	tests := []struct {
		name   string
		files  map[string]string
		mirror string // NARTHEX_DEV_MIRROR
		want   []string
	}{
		{
			name: "stanzas of a Debian 12 image",
			files: map[string]string{"sources.list.d/debian.sources": `Types: deb
# http://snapshot.example/archive/debian/20250520T000000Z
URIs: http://mirror.example/debian
Suites: bookworm bookworm-updates
Components: main
Signed-By: ` + own + `

Types: deb
URIs: http://mirror.example/debian-security
Suites: bookworm-security
Components: main
Signed-By: ` + own + "\n"},
			want: both,
		},
		{
			name: "one-line entries with comments, options and more components",
			files: map[string]string{"sources.list": `
# deb http://old.example/debian bullseye main
deb-src http://src.example/debian bookworm main
deb [ arch=amd64 signed-by=` + own + ` ] http://mirror.example/debian bookworm main contrib # the archive
deb	http://tab.example/debian	bookworm	main
deb http://mirror.example/debian-security bookworm-security main
`},
			want: both,
		},
		{
			name: "the first mirror wins, sources.list first",
			files: map[string]string{
				"sources.list":                "deb http://mirror.example/debian stable main\n",
				"sources.list.d/later.list":   "deb http://later.example/debian stable main\ndeb http://mirror.example/debian-security stable-security main\n",
				"sources.list.d/off.list.bak": "deb http://bak.example/debian stable main\n",
			},
			want: both,
		},
		{
			name: "without security updates",
			files: map[string]string{
				"sources.list": "deb https://mirror.example/debian sid main\n",
			},
			want: []string{"deb [signed-by=KEY] https://mirror.example/debian trixie main"},
		},
		{
			name: "other archives that use Debian's names are no mirrors",
			files: map[string]string{
				"sources.list.d/node.list": "deb [signed-by=/etc/apt/keyrings/nodesource.gpg] https://node.example/node_20.x bookworm main\n",
				"sources.list.d/pg.list":   "deb http://pg.example/pub/repos/apt bookworm-pgdg main\n",
				"sources.list.d/dock.list": "deb http://dock.example/linux/debian bookworm stable\n",
				"sources.list.d/own.sources": `Types: deb
URIs: http://own.example/debian
Suites: bookworm
Components: main
Signed-By:
 -----BEGIN PGP PUBLIC KEY BLOCK-----
 .
 mQINBFwy
 -----END PGP PUBLIC KEY BLOCK-----
`,
				"sources.list.d/ubuntu.sources": "Types: deb\nURIs: http://ubuntu.example/ubuntu\nSuites: noble\nComponents: main\n",
			},
		},
		{
			name: "disabled stanzas, source packages and media that apt cannot fetch from are no mirrors",
			files: map[string]string{
				"sources.list":             "deb cdrom:[Debian_12]/ bookworm main\n",
				"sources.list.d/a.sources": "Enabled: no\nTypes: deb\nURIs: http://off.example/debian\nSuites: bookworm\nComponents: main\n",
				"sources.list.d/b.sources": "Types: deb-src\nURIs: http://src.example/debian\nSuites: bookworm\nComponents: main\n",
			},
		},
		{
			name: "several addresses, suites and continued lines in a stanza",
			files: map[string]string{"sources.list.d/debian.sources": `types: deb deb-src
uris: http://mirror.example/debian
 http://second.example/debian
suites:
 bookworm
 bookworm-backports
components: main non-free-firmware

Types: deb
URIs: http://mirror.example/debian-security
Suites: bookworm-security
Components: main`},
			want: both,
		},
		{
			name:   "a mirror named in the environment replaces the system's",
			files:  map[string]string{"sources.list": "deb http://other.example/debian bookworm main\n"},
			mirror: "http://mirror.example/debian",
			want:   both[:1],
		},
		{name: "no sources at all"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			for name, content := range test.files {
				path := filepath.Join(dir, name)
				if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			system, err := readAptSources(dir)
			if err != nil {
				t.Fatal(err)
			}
			sources, err := releaseSources(system, test.mirror)
			if err != nil && (err != errNoMirror || test.want != nil) {
				t.Fatal(err)
			}
			var got []string
			for _, source := range sources {
				got = append(got, source.line("KEY"))
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestOwnSourcesAreOfOneRelease(t *testing.T) {
	system := parseOneLineSources(`
deb http://mirror.example/debian bookworm main contrib
deb http://mirror.example/debian bookworm-updates main
deb http://mirror.example/debian bookworm-backports main
deb http://mirror.example/debian trixie main
deb http://mirror.example/debian stable main
deb http://mirror.example/debian-security bookworm-security main
`)
	var got []string
	for _, source := range ownSources(system, "bookworm") {
		got = append(got, source.suite)
	}
	if diff := cmp.Diff([]string{"bookworm", "bookworm-updates", "stable", "bookworm-security"}, got); diff != "" {
		t.Error(diff)
	}
}
