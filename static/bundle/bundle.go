// Package bundle makes of the modules that are written what browsers are sent: it reads static/assets and writes static/bundled.
// The server is built with what it wrote, and without it. `go generate ./static` runs it, and so does cmd/dev before it builds the
// server. Whether what is written is what the modules make is tested (package bundletest).
package bundle

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// classicScript ends the names of scripts that other people's pages load, which may not load them as modules.
const classicScript = ".classic.js"

// Modules makes each module into one small file with everything that it imports: a page that names one module has all of
// its code after one round trip, however finely the code is divided. Modules are found by their relative addresses, as
// browsers find them.
func Modules(files fs.FS) (map[string][]byte, error) {
	modules, err := names(files)
	if err != nil {
		return nil, err
	}
	bundled := make(map[string][]byte, len(modules))
	for format, names := range byFormat(modules) {
		var entries []api.EntryPoint
		for _, name := range names {
			entries = append(entries, api.EntryPoint{InputPath: name, OutputPath: strings.TrimSuffix(name, ".js")})
		}
		result := api.Build(api.BuildOptions{
			EntryPointsAdvanced: entries, Outdir: "/", Bundle: true, Format: format, Target: api.ES2022,
			MinifyWhitespace: true, MinifyIdentifiers: true, MinifySyntax: true, LegalComments: api.LegalCommentsNone,
			Charset: api.CharsetUTF8, Plugins: []api.Plugin{readingFrom(files)},
		})
		if err := complaints(result.Errors); err != nil {
			return nil, err
		}
		for _, file := range result.OutputFiles {
			bundled[strings.TrimPrefix(file.Path, "/")] = file.Contents
		}
	}
	return bundled, nil
}

// names are those of all modules.
func names(files fs.FS) (modules []string, err error) {
	err = fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && path.Ext(name) == ".js" {
			modules = append(modules, name)
		}
		return err
	})
	return modules, err
}

func byFormat(modules []string) map[api.Format][]string {
	formats := make(map[api.Format][]string)
	for _, name := range modules {
		format := api.FormatESModule
		if strings.HasSuffix(name, classicScript) {
			format = api.FormatIIFE
		}
		formats[format] = append(formats[format], name)
	}
	return formats
}

// readingFrom has modules read from files, and from nowhere else.
func readingFrom(files fs.FS) api.Plugin {
	const namespace = "assets"
	return api.Plugin{Name: namespace, Setup: func(build api.PluginBuild) {
		build.OnResolve(api.OnResolveOptions{Filter: ".*"}, func(args api.OnResolveArgs) (api.OnResolveResult, error) {
			name := args.Path
			if args.Kind != api.ResolveEntryPoint {
				if !strings.HasPrefix(name, "./") && !strings.HasPrefix(name, "../") {
					return api.OnResolveResult{}, fmt.Errorf("%q is no relative address", name)
				}
				name = path.Join(path.Dir(args.Importer), name)
			}
			return api.OnResolveResult{Path: name, Namespace: namespace}, nil
		})
		build.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: namespace}, func(args api.OnLoadArgs) (api.OnLoadResult, error) {
			content, err := fs.ReadFile(files, args.Path)
			text := string(content)
			return api.OnLoadResult{Contents: &text, Loader: api.LoaderJS}, err
		})
	}}
}

func complaints(messages []api.Message) error {
	var found []error
	for _, message := range messages {
		where := ""
		if at := message.Location; at != nil {
			where = fmt.Sprintf("%s:%d:%d: ", strings.TrimPrefix(at.File, "assets:"), at.Line, at.Column)
		}
		found = append(found, errors.New(where+message.Text))
	}
	return errors.Join(found...)
}
