package settings

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"strings"
)

// version says what somebody was shown of a record: a digest of what each field held. It covers no field that they were not shown.
// It is written field=digest,field=digest.
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
		v[f.name] = digest(held[f.name])
	}
	return v
}

func (v version) in(rec record) string {
	parts := make([]string, 0, len(v))
	for _, f := range rec {
		if of, ok := v[f.name]; ok {
			parts = append(parts, f.name+"="+of)
		}
	}
	return strings.Join(parts, ",")
}

// parseVersion reads a version. What is no version of the record names nothing, and so fits nothing.
func parseVersion(rec record, text string) version {
	v := version{}
	for entry := range strings.SplitSeq(text, ",") {
		name, of, _ := strings.Cut(entry, "=")
		if _, known := rec.of(name); known {
			v[name] = of
		}
	}
	return v
}
