package extract

import (
	"archive/zip"
	"bytes"
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// A DOCX file is a zip archive of XML parts, of which only three say anything here: the body, the names of the styles and
// the title. They are read as streams with the standard library: the libraries for the format build the whole document
// in memory, which is what a hostile file is waiting for, and offer writing, which nobody needs here.

const (
	maxZipFiles    = 5000
	maxPartBytes   = 64 << 20 // one part, unpacked
	maxXMLDepth    = 300
	maxTableCells  = 100
	ignoredOutline = 9 // an outline level of 9 means body text
)

func extractDOCX(c *collector, content []byte) error {
	archive, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return fmt.Errorf("open the archive: %w", err)
	}
	if len(archive.File) > maxZipFiles {
		return ErrTooLarge
	}
	parts := partsOf(archive)
	document := parts.document()
	if document == "" {
		return errors.New("the archive holds no Word document")
	}
	if parts["EncryptedPackage"] != nil || parts[document].Flags&1 != 0 {
		return ErrEncrypted
	}
	styles := docxStyles{}
	if err := readPart(parts[cmp.Or(parts.related(document, "/styles"), "word/styles.xml")], styles.read); err != nil {
		return err
	}
	if err := readPart(parts["docProps/core.xml"], func(d *xml.Decoder) error { return readCoreProperties(c, d) }); err != nil {
		return err
	}
	body := &docxBody{collector: c, styles: styles, page: 1}
	if err := readPart(parts[document], body.read); err != nil {
		return err
	}
	if body.breaks > 0 {
		c.Pages = body.page
	} else {
		for i := range c.Blocks {
			c.Blocks[i].Page = 0 // nothing in the file tells where pages end
		}
	}
	return nil
}

// readPart unpacks one part, as far as is allowed, and hands it on. A part that is missing is no error.
func readPart(file *zip.File, read func(*xml.Decoder) error) error {
	if file == nil {
		return nil
	}
	if file.UncompressedSize64 > maxPartBytes {
		return ErrTooLarge
	}
	part, err := file.Open()
	if err != nil {
		return fmt.Errorf("open %s: %w", file.Name, err)
	}
	defer part.Close()
	bounded := &boundedReader{r: part, left: maxPartBytes} // the archive's directory may lie about sizes
	decoder := xml.NewDecoder(bounded)
	decoder.Strict = true
	decoder.CharsetReader = func(string, io.Reader) (io.Reader, error) { return nil, errors.New("the part is not in UTF-8") }
	if err := read(decoder); err != nil && !errors.Is(err, io.EOF) {
		if bounded.left <= 0 {
			return ErrTooLarge
		}
		return fmt.Errorf("read %s: %w", file.Name, err)
	}
	return nil
}

type boundedReader struct {
	r    io.Reader
	left int64
}

func (b *boundedReader) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, ErrTooLarge
	}
	n, err := b.r.Read(p[:min(int64(len(p)), b.left)])
	b.left -= int64(n)
	return n, err
}

// docxStyles maps a style's id to the heading level it stands for.
type docxStyles map[string]int

func (s docxStyles) read(d *xml.Decoder) error {
	var id, name, basedOn string
	level := 0
	bases := map[string]string{}
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			s.inherit(bases)
			return nil
		}
		if err != nil {
			return err
		}
		switch t := token.(type) {
		case xml.StartElement:
			switch t.Name.Local {
			case "style":
				id, name, basedOn, level = attr(t, "styleId"), "", "", 0
			case "name":
				name = strings.ToLower(attr(t, "val"))
			case "basedOn":
				basedOn = attr(t, "val")
			case "outlineLvl":
				if n, err := strconv.Atoi(attr(t, "val")); err == nil && n >= 0 && n < ignoredOutline {
					level = n + 1
				}
			}
		case xml.EndElement:
			if t.Name.Local == "style" {
				if level == 0 {
					level = levelOfStyleName(name)
				}
				if level > 0 {
					s[id] = level
				} else if basedOn != "" {
					bases[id] = basedOn
				}
			}
		}
	}
}

// inherit gives styles the level of the style they are based on.
func (s docxStyles) inherit(bases map[string]string) {
	for range 10 { // a chain of styles is short; a longer one, or a circle, has no level
		for id, base := range bases {
			if level, ok := s[base]; ok {
				s[id] = level
				delete(bases, id)
			}
		}
	}
}

// levelOfStyleName knows the names that Word gives its heading styles, whatever language their ids are in.
func levelOfStyleName(name string) int {
	switch name {
	case "title":
		return 1
	case "subtitle":
		return 2
	}
	if number, ok := strings.CutPrefix(name, "heading "); ok {
		if n, err := strconv.Atoi(number); err == nil && n >= 1 && n <= 9 {
			return n
		}
	}
	return 0
}

func readCoreProperties(c *collector, d *xml.Decoder) error {
	for {
		token, err := d.Token()
		if err != nil {
			return err
		}
		if start, ok := token.(xml.StartElement); ok && (start.Name.Local == "title" || start.Name.Local == "language") {
			var text string
			if err := d.DecodeElement(&text, &start); err != nil {
				return err
			}
			if start.Name.Local == "title" {
				c.Title = text
			} else {
				c.Language = text
			}
		}
	}
}

func attr(element xml.StartElement, local string) string {
	for _, a := range element.Attr {
		if a.Name.Local == local {
			return a.Value
		}
	}
	return ""
}
