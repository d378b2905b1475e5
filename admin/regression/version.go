package regression

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"narthex/chat/evaluate/cases"
)

// versionOf tells one case from another that asks or expects something else.
func versionOf(c cases.Case) string {
	encoded, err := json.Marshal(c)
	if err != nil {
		panic(err) // texts always marshal
	}
	sum := sha256.Sum256(encoded)
	return hex.EncodeToString(sum[:12])
}

// differs says that another case is stored than the admin was shown, or writes.
type differs struct{ stored kept }

func (*differs) Error() string { return "another case is stored" }
