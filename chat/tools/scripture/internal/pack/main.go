// Command pack makes the text files of package scripture out of a Bible in the SWORD project's import format, which
// mod2imp writes from an installed module (text/SOURCES.md says which). It needs no network and gives the same bytes
// for the same input:
//
//	mod2imp engWEB2015eb | go run ./chat/tools/scripture/internal/pack -edition web -o chat/tools/scripture/text/web.zip
//
// The file is a zip archive with one entry per book, named after its USFM code, in the order of the source. An entry
// has one verse a line, "chapter:verse text"; its comment has the number of the last verse of every chapter, so that a
// reader knows what exists without unpacking anything.
package main

import (
	"archive/zip"
	"compress/flate"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
)

func main() {
	edition := flag.String("edition", "", "which edition's peculiarities to mend: web or rv1909")
	out := flag.String("o", "", "the file to write")
	flag.Parse()
	if err := run(os.Stdin, *edition, *out); err != nil {
		fmt.Fprintln(os.Stderr, "pack:", err)
		os.Exit(1)
	}
}

func run(source io.Reader, edition, out string) error {
	books, err := read(source)
	if err != nil {
		return err
	}
	mend, known := editions[edition]
	if !known {
		return fmt.Errorf("the edition %q is not known", edition)
	}
	if err := mend(books); err != nil {
		return fmt.Errorf("mending %s: %w", edition, err)
	}
	file, err := os.Create(out)
	if err != nil {
		return err
	}
	if err := write(file, books); err != nil {
		_ = file.Close()
		return err
	}
	return file.Close()
}

func write(out io.Writer, books []*book) error {
	archive := zip.NewWriter(out)
	archive.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) {
		return flate.NewWriter(w, flate.BestCompression)
	})
	for _, b := range books {
		entry, err := archive.CreateHeader(&zip.FileHeader{Name: b.code, Comment: b.lastVerses(), Method: zip.Deflate})
		if err != nil {
			return err
		}
		for _, v := range b.verses {
			if _, err := fmt.Fprintf(entry, "%d:%d %s\n", v.chapter, v.number, v.text); err != nil {
				return err
			}
		}
	}
	return archive.Close()
}

// lastVerses is the number of the last verse of each chapter, from the first chapter on.
func (b *book) lastVerses() string {
	var last []string
	for i, v := range b.verses {
		if i+1 == len(b.verses) || b.verses[i+1].chapter != v.chapter {
			last = append(last, fmt.Sprint(v.number))
		}
	}
	return strings.Join(last, " ")
}
