package stack

import (
	"context"
	"errors"
	"io"
)

// Compiler returns a C compiler.
func Compiler(ctx context.Context, progress io.Writer) (string, error) {
	if p := findProgram("gcc"); p != "" {
		return p, nil
	}
	return "", errors.New("no gcc")
}
