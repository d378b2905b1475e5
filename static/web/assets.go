package web

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"maps"
	"mime"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/klauspost/compress/gzip"
)

// assetsPath begins the address of every asset; a version and the file's name follow.
const assetsPath = "/assets/"

// AssetsPattern is the route of Assets.Serve.
const AssetsPattern = assetsPath + "*"

// contentTypes are the kinds of assets there may be. The system's own table is not asked: it differs between systems.
var contentTypes = map[string]string{
	".css": "text/css; charset=utf-8",
	".js":  "text/javascript; charset=utf-8",
	".svg": "image/svg+xml",
	".png": "image/png",
	".ico": "image/x-icon",
	".txt": "text/plain; charset=utf-8", // licences of what is not ours
}

// Assets serves the style sheets, modules and pictures. Their addresses carry a version made from the content of all of
// them: it stands in the path, before the file's own name, and a browser may keep what it has for ever. A module comes with
// everything that it imports (see package bundle), and so does a style sheet.
type Assets struct {
	version string
	files   map[string]*asset
}

type asset struct {
	contentType, etag string
	plain             []byte
	gzipped           func() []byte // made when somebody first asks for it; gives nil where it would not be smaller
}

// NewAssets reads every file of every folder.
func NewAssets(folders ...fs.FS) (*Assets, error) {
	a := &Assets{files: make(map[string]*asset)}
	contents, err := readAssets(folders)
	if err != nil {
		return nil, fmt.Errorf("load assets: %w", err)
	}
	version := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(contents)) {
		loaded, err := newAsset(name, contents[name])
		if err != nil {
			return nil, fmt.Errorf("load assets: %w", err)
		}
		a.files[name] = loaded
		fmt.Fprintf(version, "%s %s\n", name, loaded.etag)
	}
	a.version = hex.EncodeToString(version.Sum(nil))[:12]
	return a, nil
}

// readAssets gives the content of each file as it is served.
func readAssets(folders []fs.FS) (map[string][]byte, error) {
	contents := make(map[string][]byte)
	for _, files := range folders {
		err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			contents[name], err = fs.ReadFile(files, name)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return contents, joinSheets(contents)
}

func newAsset(name string, content []byte) (*asset, error) {
	contentType, ok := contentTypes[path.Ext(name)]
	if !ok {
		return nil, fmt.Errorf("%s: no content type for files of this name", name)
	}
	sum := sha256.Sum256(content)
	return &asset{
		contentType: contentType, etag: hex.EncodeToString(sum[:8]), plain: content,
		gzipped: sync.OnceValue(func() []byte { return packed(content) }),
	}, nil
}

// packed is content in as few bytes as gzip needs, nil where that is hardly less. It takes milliseconds.
func packed(content []byte) []byte {
	var packed bytes.Buffer
	zip, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		panic(err) // only for an unknown level
	}
	_, _ = zip.Write(content) // a buffer takes everything
	_ = zip.Close()
	if packed.Len() < len(content)*9/10 {
		return packed.Bytes()
	}
	return nil
}

// URL is the address of an asset, for example of "css/narthex.css".
func (a *Assets) URL(name string) (string, error) {
	if _, ok := a.files[name]; !ok {
		return "", fmt.Errorf("no asset %s", name)
	}
	return assetsPath + a.version + "/" + name, nil
}

// Serve answers GET and HEAD of AssetsPattern. During a rolling restart a page of one version may ask a server of the
// other: it gets the file as it is there, but must not keep it.
func (a *Assets) Serve(w http.ResponseWriter, r *http.Request) error {
	version, name, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, assetsPath), "/")
	file, ok := a.files[name]
	if !ok {
		return ErrNotFound
	}
	keep := "no-cache"
	if version == a.version {
		keep = "public, max-age=31536000, immutable"
	}
	return file.serve(w, r, keep)
}

// serve answers with the file, compressed where the client takes that, or says that the client has it already.
func (file *asset) serve(w http.ResponseWriter, r *http.Request, cacheControl string) error {
	header := w.Header()
	header.Add("Vary", "Accept-Encoding")
	header.Set("Cache-Control", cacheControl)
	body, etag := file.plain, `"`+file.etag+`"`
	if acceptsGzip(r) {
		if packed := file.gzipped(); packed != nil {
			body, etag = packed, `"`+file.etag+`-gzip"`
			header.Set("Content-Encoding", "gzip")
		}
	}
	header.Set("ETag", etag)
	if matches(r.Header.Get("If-None-Match"), etag) {
		header.Del("Content-Encoding")
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	header.Set("Content-Type", file.contentType)
	header.Set("Content-Length", strconv.Itoa(len(body)))
	_, err := w.Write(body)
	return err
}

func acceptsGzip(r *http.Request) bool {
	for option := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		coding, parameters, err := mime.ParseMediaType(strings.TrimSpace(option))
		if err != nil || (coding != "gzip" && coding != "*") {
			continue
		}
		quality, err := strconv.ParseFloat(parameters["q"], 64)
		return err != nil || quality > 0
	}
	return false
}

// matches reports whether an If-None-Match header names etag. The comparison is the weak one: a proxy may have weakened
// the tag.
func matches(header, etag string) bool {
	for candidate := range strings.SplitSeq(header, ",") {
		candidate = strings.TrimPrefix(strings.TrimSpace(candidate), "W/")
		if candidate == etag || candidate == "*" {
			return true
		}
	}
	return false
}
