package settings

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"strings"
)

// version says what somebody was shown of a record: a digest of what each field held, or each part of it. It covers no field that they
// were not shown. It is written path=digest,path=digest.
type version map[string]string

// digest is a short name of a value. 64 bits are enough to tell the few values apart that a field ever has.
func digest(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // strings, numbers, lists and maps always marshal
	}
	sum := sha256.Sum256(text)
	return base64.RawURLEncoding.EncodeToString(sum[:8])
}

// versionOf is the version of the fields as they are held.
func versionOf(rec record, held values) version {
	v := version{}
	for _, f := range rec {
		for path, part := range f.parts(held[f.name]) {
			v[path] = digest(part)
		}
	}
	return v
}

func (v version) in(rec record) string {
	parts := make([]string, 0, len(v))
	for _, f := range rec {
		for _, path := range f.paths() {
			if of, ok := v[path]; ok {
				parts = append(parts, path+"="+of)
			}
		}
	}
	return strings.Join(parts, ",")
}

// parseVersion reads a version. What is no version of the record names nothing, and so fits nothing.
func parseVersion(rec record, text string) version {
	v := version{}
	for entry := range strings.SplitSeq(text, ",") {
		path, of, _ := strings.Cut(entry, "=")
		name, _, _ := strings.Cut(path, ".")
		if _, known := rec.of(name); known {
			v[path] = of
		}
	}
	return v
}
