package stack

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// aptSource is one place that apt takes packages from: one URI with one suite.
type aptSource struct {
	uri        string
	suite      string
	components []string
	signedBy   string // a keyring's path, a fingerprint or a whole key; empty means apt's default
}

// line is the source in apt's one-line style, with the keyring that vouches for Debian.
func (s aptSource) line(keyring string) string {
	return fmt.Sprintf("deb [signed-by=%s] %s %s %s", keyring, s.uri, s.suite, strings.Join(s.components, " "))
}

// readAptSources returns the sources of an apt configuration folder, usually /etc/apt, in the order apt reads them.
func readAptSources(dir string) ([]aptSource, error) {
	paths := []string{filepath.Join(dir, "sources.list")}
	parts, err := filepath.Glob(filepath.Join(dir, "sources.list.d", "*"))
	if err != nil {
		return nil, err
	}
	var sources []aptSource
	for _, path := range append(paths, parts...) {
		parse := parseOneLineSources
		switch filepath.Ext(path) {
		case ".list":
		case ".sources":
			parse = parseDeb822Sources
		default:
			continue // apt ignores other files
		}
		content, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("read apt's sources: %w", err)
		}
		sources = append(sources, parse(string(content))...)
	}
	return sources, nil
}

// parseOneLineSources reads the format "deb [option=value …] uri suite component …".
func parseOneLineSources(content string) []aptSource {
	var sources []aptSource
	for line := range strings.Lines(content) {
		line, _, _ = strings.Cut(line, "#")
		line = strings.Join(strings.Fields(line), " ")
		kind, rest, _ := strings.Cut(line, " ")
		if kind != "deb" {
			continue // deb-src, or not an entry
		}
		var source aptSource
		if options, found := strings.CutPrefix(rest, "["); found {
			var list string
			list, rest, _ = strings.Cut(options, "]")
			for option := range strings.FieldsSeq(list) {
				if keyring, found := strings.CutPrefix(option, "signed-by="); found {
					source.signedBy = keyring
				}
			}
		}
		fields := strings.Fields(rest)
		if len(fields) < 2 {
			continue
		}
		source.uri, source.suite, source.components = fields[0], fields[1], fields[2:]
		sources = append(sources, source)
	}
	return sources
}

// parseDeb822Sources reads the format of stanzas with one "Field: value" a line.
func parseDeb822Sources(content string) []aptSource {
	var sources []aptSource
	fields := map[string]string{}
	flush := func() {
		sources = append(sources, stanzaSources(fields)...)
		clear(fields)
	}
	last := ""
	for line := range strings.Lines(content) {
		trimmed := strings.TrimSpace(line)
		switch {
		case trimmed == "":
			flush()
		case strings.HasPrefix(trimmed, "#"):
		case line[0] == ' ' || line[0] == '\t':
			fields[last] += "\n" + trimmed // goes on from the line above
		default:
			name, value, _ := strings.Cut(trimmed, ":")
			last = strings.ToLower(name)
			fields[last] = strings.TrimSpace(value)
		}
	}
	flush()
	return sources
}

func stanzaSources(fields map[string]string) []aptSource {
	disabled := []string{"no", "false", "without", "off", "disable"} // what apt takes for no
	if slices.Contains(disabled, strings.ToLower(fields["enabled"])) || !slices.Contains(strings.Fields(fields["types"]), "deb") {
		return nil
	}
	var sources []aptSource
	for uri := range strings.FieldsSeq(fields["uris"]) {
		for suite := range strings.FieldsSeq(fields["suites"]) {
			sources = append(sources, aptSource{
				uri:        uri,
				suite:      suite,
				components: strings.Fields(fields["components"]),
				signedBy:   strings.TrimSpace(fields["signed-by"]),
			})
		}
	}
	return sources
}

// debianSources keeps the sources that carry Debian itself: a suite of Debian's with its main component, vouched for by
// Debian's keyring. Other archives often name their suites after Debian's.
func debianSources(sources []aptSource) []aptSource {
	var kept []aptSource
	for _, source := range sources {
		foreignKey := source.signedBy != "" && !strings.HasPrefix(filepath.Base(source.signedBy), "debian-archive-")
		scheme, _, _ := strings.Cut(source.uri, ":")
		fetchable := slices.Contains([]string{"http", "https", "file", "mirror", "mirror+http", "mirror+https", "mirror+file"}, scheme)
		if foreignKey || !fetchable || !debianSuite(source.suite) || !slices.Contains(source.components, "main") {
			continue
		}
		source.components = []string{"main"}
		kept = append(kept, source)
	}
	return kept
}

// debianCodenames are Debian's releases from 10 to 15.
var debianCodenames = []string{"buster", "bullseye", "bookworm", "trixie", "forky", "duke"}

// debianSuite knows Debian's releases and their aliases, with the suffixes of updates.
func debianSuite(suite string) bool {
	name := releaseOf(suite)
	aliases := []string{"sid", "oldoldstable", "oldstable", "stable", "testing", "unstable"}
	return slices.Contains(debianCodenames, name) || slices.Contains(aliases, name)
}

// releaseOf returns the release that a suite belongs to.
func releaseOf(suite string) string {
	name, _, _ := strings.Cut(suite, "/") // "buster/updates" was a security suite
	for _, suffix := range []string{"-updates", "-security", "-proposed-updates", "-backports"} {
		name = strings.TrimSuffix(name, suffix)
	}
	return name
}

// ownSources keeps what belongs to the Debian release that this system is: without the system's pins, apt would take
// packages of any newer release it finds. An alias is taken at its word.
func ownSources(system []aptSource, codename string) []aptSource {
	return slices.DeleteFunc(debianSources(system), func(source aptSource) bool {
		name := releaseOf(source.suite)
		other := slices.Contains(debianCodenames, name) && name != codename
		return other || strings.HasSuffix(source.suite, "-backports") || strings.HasSuffix(source.suite, "-proposed-updates")
	})
}

// release is the Debian whose PostgreSQL and Redis are new enough.
const release = "trixie"

// errNoMirror says that nothing on this machine tells where Debian's packages are.
var errNoMirror = errors.New("apt's sources name no Debian mirror, and NARTHEX_DEV_MIRROR is not set")

// releaseSources returns where to get [release]: from the mirrors that this machine takes its own Debian from, or from
// the mirror that somebody asked for.
func releaseSources(system []aptSource, mirror string) ([]aptSource, error) {
	if mirror != "" {
		return []aptSource{{uri: mirror, suite: release, components: []string{"main"}}}, nil
	}
	var archive, security string
	for _, source := range debianSources(system) {
		if isSecuritySuite(source.suite) {
			security = cmp.Or(security, source.uri)
		} else {
			archive = cmp.Or(archive, source.uri)
		}
	}
	if archive == "" {
		return nil, errNoMirror
	}
	sources := []aptSource{{uri: archive, suite: release, components: []string{"main"}}}
	if security != "" {
		sources = append(sources, aptSource{uri: security, suite: release + "-security", components: []string{"main"}})
	}
	return sources, nil
}

func isSecuritySuite(suite string) bool {
	return strings.HasSuffix(suite, "-security") || strings.HasSuffix(suite, "/updates")
}
