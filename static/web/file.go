package web

import (
	"fmt"
	"net/http"
)

// File is a text that is served like an asset, at an address and for a time of the handler's own choosing.
type File struct{ asset *asset }

// NewFile makes a file whose name says its kind, as with assets.
func NewFile(name string, content []byte) (*File, error) {
	made, err := newAsset(name, content)
	if err != nil {
		return nil, err
	}
	return &File{made}, nil
}

// File is an asset by its name, for example "css/narthex.css".
func (a *Assets) File(name string) (*File, error) {
	file, ok := a.files[name]
	if !ok {
		return nil, fmt.Errorf("no asset %s", name)
	}
	return &File{file}, nil
}

// Content is the file's text, which must not be changed.
func (f *File) Content() []byte { return f.asset.plain }

// Version differs between files of different content.
func (f *File) Version() string { return f.asset.etag }

// Serve answers GET and HEAD with the file. cacheControl says for how long it may be kept.
func (f *File) Serve(w http.ResponseWriter, r *http.Request, cacheControl string) error {
	return f.asset.serve(w, r, cacheControl)
}
