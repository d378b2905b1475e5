package stack

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// packageSet is a group of Debian packages that is unpacked into a folder of its own.
type packageSet struct {
	folder   string // below the folder for packages; changes whenever the contents should
	title    string
	sources  []string // lines as in apt's sources.list
	status   []byte   // what apt takes for installed
	packages []string
	omit     []string // names that are downloaded as dependencies of others but not needed
	// finish completes the unpacked tree, which stands in root now and is renamed to prefix afterwards.
	finish func(root, prefix string) error
}

// unpack returns the folder with the set's files, downloading and unpacking them first if need be. It works in a folder
// beside it that a later run goes on with, and that gets its name when it is complete.
func (h home) unpack(ctx context.Context, set packageSet, progress io.Writer) (prefix string, err error) {
	prefix = filepath.Join(h.packages, set.folder)
	if fileExists(prefix) {
		return prefix, nil
	}
	unlock, err := lock(ctx, h.packages, progress)
	if err != nil {
		return "", err
	}
	defer unlock()
	if fileExists(prefix) { // made by somebody else in the meantime
		return prefix, nil
	}
	work := prefix + ".part"
	if err := os.MkdirAll(work, 0o755); err != nil {
		return "", err
	}
	packages, err := newApt(ctx, filepath.Join(work, "apt"), set.sources, set.status)
	if err != nil {
		return "", fmt.Errorf("get %s: %w", set.title, err)
	}
	root := filepath.Join(work, "root")
	if err := set.fill(ctx, packages, root, progress); err != nil {
		return "", fmt.Errorf("get %s: %w", set.title, err)
	}
	if err := set.finish(root, prefix); err != nil {
		return "", fmt.Errorf("complete %s: %w", set.title, err)
	}
	if err := os.Rename(root, prefix); err != nil {
		return "", err
	}
	return prefix, os.RemoveAll(work)
}

// fill downloads and unpacks the packages. What a killed run left behind may be damaged in ways that apt does not see,
// so a failure is tried once more from nothing.
func (s packageSet) fill(ctx context.Context, packages apt, root string, progress io.Writer) error {
	leftovers, err := filepath.Glob(filepath.Join(packages.dir, "cache/archives/*.deb"))
	if err != nil {
		return err
	}
	partial, err := filepath.Glob(filepath.Join(packages.dir, "cache/archives/partial/*"))
	if err != nil {
		return err
	}
	resumed := len(leftovers)+len(partial) > 0
	if resumed {
		fmt.Fprintf(progress, "going on with an earlier download of %s\n", s.title)
	}
	err = s.fillOnce(ctx, packages, root, progress)
	if err == nil || ctx.Err() != nil || !resumed {
		return err
	}
	fmt.Fprintf(progress, "the earlier download is damaged (%v): starting afresh\n", err)
	if err := packages.forget(); err != nil {
		return err
	}
	return s.fillOnce(ctx, packages, root, progress)
}

func (s packageSet) fillOnce(ctx context.Context, packages apt, root string, progress io.Writer) error {
	debs, err := packages.download(ctx, s.packages, s.title, progress)
	if err != nil {
		return err
	}
	fmt.Fprintf(progress, "unpacking %s\n", s.title)
	if err := os.RemoveAll(root); err != nil {
		return err
	}
	if err := makeMergedRoot(root); err != nil {
		return err
	}
	for _, deb := range debs {
		if s.omits(deb) {
			continue
		}
		if err := extract(ctx, deb, root); err != nil {
			return fmt.Errorf("unpack %s: %w", filepath.Base(deb), err)
		}
	}
	return os.Chmod(root, 0o755) // tar gives it the mode of the packages' own top folder
}

// extract unpacks a package's files. `dpkg -x` would do, if it did not replace links to folders by folders.
func extract(ctx context.Context, deb, root string) error {
	var openSays, tarSays bytes.Buffer
	open := exec.CommandContext(ctx, "dpkg-deb", "--fsys-tarfile", deb)
	tar := exec.CommandContext(ctx, "tar", "-x", "--keep-directory-symlink", "--no-same-owner", "-C", root)
	open.Stderr, tar.Stderr = &openSays, &tarSays
	files, err := open.StdoutPipe()
	if err != nil {
		return err
	}
	tar.Stdin = files
	if err := open.Start(); err != nil {
		return err
	}
	tarErr := errors.Join(tar.Run(), files.Close()) // closed, or dpkg-deb would wait for a tar that has given up
	if openErr := open.Wait(); openErr != nil || tarErr != nil {
		return errors.New(lastOf(append(openSays.Bytes(), tarSays.Bytes()...)))
	}
	return nil
}

// makeMergedRoot makes an empty system folder as Debian lays it out: packages of older releases put files into lib that
// belong into usr/lib.
func makeMergedRoot(root string) error {
	for _, name := range []string{"bin", "lib", "lib64", "sbin"} {
		if _, err := makeDir(filepath.Join(root, "usr", name)); err != nil {
			return err
		}
		if err := os.Symlink(filepath.Join("usr", name), filepath.Join(root, name)); err != nil {
			return err
		}
	}
	return os.Chmod(filepath.Join(root, "usr"), 0o755)
}

func (s packageSet) omits(deb string) bool {
	name, _, _ := strings.Cut(filepath.Base(deb), "_")
	return slices.Contains(s.omit, name)
}

// presumed are packages that apt is told are installed already, so that it does not download them: what only
// installation scripts use, and LLVM and Perl, which the servers run without.
var presumed = []string{
	"adduser", "base-passwd", "debconf", "init-system-helpers", "libipc-run-perl", "libjson-perl", "libllvm19",
	"libperl5.40", "locales", "lsb-base", "netbase", "openssl", "passwd", "perl", "perl-base", "postgresql-client-common",
	"postgresql-common", "postgresql-common-dev", "procps", "sensible-utils", "ssl-cert", "sysvinit-utils", "tzdata", "ucf",
}

// presumedStatus is a dpkg status file that names the presumed packages and others, in a version newer than any.
func presumedStatus(architecture string, others ...string) []byte {
	var status strings.Builder
	for _, name := range slices.Concat(presumed, others) {
		fmt.Fprintf(&status, "Package: %s\nStatus: install ok installed\nArchitecture: %s\nMulti-Arch: allowed\nVersion: 99:0\nMaintainer: none\nDescription: presumed\n\n", name, architecture)
	}
	return []byte(status.String())
}

// unpackedServers returns PostgreSQL and Redis from Debian's packages.
func (h home) unpackedServers(ctx context.Context, progress io.Writer) (programs, error) {
	const major = 17
	found := func(prefix string) programs {
		return programs{
			postgresBin:   filepath.Join(prefix, "usr/lib/postgresql/17/bin"),
			postgresMajor: major,
			redisBin:      filepath.Join(prefix, "usr/bin"),
		}
	}
	const folder = "servers-" + release + "-1"
	if prefix := filepath.Join(h.packages, folder); fileExists(prefix) {
		return found(prefix), openServers(prefix) // without asking apt anything
	}
	lines, architecture, err := releaseLines(ctx)
	if err != nil {
		return programs{}, serverAdvice(err)
	}
	if !fileExists("/usr/share/zoneinfo/Europe/Dublin") {
		fmt.Fprintln(progress, "this machine has no time zone data: PostgreSQL will know UTC alone until the package tzdata is installed")
	}
	prefix, err := h.unpack(ctx, packageSet{
		folder:   folder,
		title:    "PostgreSQL 17, pgvector and Redis 8",
		sources:  lines,
		status:   presumedStatus(architecture),
		packages: []string{"postgresql-17-pgvector", "postgresql-17-http", "redis-server"},
		finish:   wrapServers,
	}, progress)
	if err != nil {
		return programs{}, serverAdvice(err)
	}
	return found(prefix), nil
}

// releaseLines returns the sources of [release] and this machine's architecture.
func releaseLines(ctx context.Context) (lines []string, architecture string, err error) {
	if findProgram("apt-get") == "" || findProgram("dpkg") == "" {
		return nil, "", errNoApt
	}
	keyring, err := debianKeyring()
	if err != nil {
		return nil, "", err
	}
	system, err := readAptSources("/etc/apt")
	if err != nil {
		return nil, "", err
	}
	sources, err := releaseSources(system, os.Getenv("NARTHEX_DEV_MIRROR"))
	if err != nil {
		return nil, "", err
	}
	for _, source := range sources {
		lines = append(lines, source.line(keyring))
	}
	out, err := exec.CommandContext(ctx, "dpkg", "--print-architecture").Output()
	if err != nil {
		return nil, "", fmt.Errorf("ask dpkg for the architecture: %w", err)
	}
	return lines, strings.TrimSpace(string(out)), nil
}

// debianKeyring returns the file with the keys that Debian signs its releases with.
func debianKeyring() (string, error) {
	for _, path := range []string{
		"/usr/share/keyrings/debian-archive-keyring.pgp",
		"/usr/share/keyrings/debian-archive-keyring.gpg",
	} {
		if fileExists(path) {
			return path, nil
		}
	}
	return "", errors.New("the package debian-archive-keyring, by which apt recognises Debian's packages, is not installed")
}
