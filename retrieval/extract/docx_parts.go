package extract

import (
	"archive/zip"
	"encoding/xml"
	"io"
	"path"
	"strings"
)

const maxRelationships = 64 << 10 // bytes of the part that says where others are

// docxParts are the parts of an archive by name.
type docxParts map[string]*zip.File

func partsOf(archive *zip.Reader) docxParts {
	parts := make(docxParts)
	for _, file := range archive.File[:min(len(archive.File), maxZipFiles)] {
		parts[strings.TrimPrefix(file.Name, "/")] = file
	}
	return parts
}

// document is the name of the part that holds a Word document, which programs call differently. It is empty where there is none.
func (p docxParts) document() string {
	if name := p.related("", "/officeDocument"); strings.HasPrefix(path.Base(name), "document") { // of a spreadsheet it is a workbook
		return name
	}
	if p["word/document.xml"] != nil {
		return "word/document.xml"
	}
	return ""
}

// related is the name of the part that another one, or the whole archive, is related to in a way: by the end of the relation's type. It is
// empty where there is none, or the archive does not say.
func (p docxParts) related(to, kind string) string {
	file := p[path.Join(path.Dir(to), "_rels", path.Base("/"+to)+".rels")]
	if to == "" {
		file = p["_rels/.rels"]
	}
	if file == nil {
		return ""
	}
	part, err := file.Open()
	if err != nil {
		return ""
	}
	defer part.Close()
	var said struct {
		Relationships []struct {
			Type   string `xml:"Type,attr"`
			Target string `xml:"Target,attr"`
		} `xml:"Relationship"`
	}
	if err := xml.NewDecoder(io.LimitReader(part, maxRelationships)).Decode(&said); err != nil {
		return ""
	}
	for _, one := range said.Relationships {
		if !strings.HasSuffix(one.Type, kind) {
			continue
		}
		name, absolute := strings.CutPrefix(one.Target, "/")
		if !absolute {
			name = path.Join(path.Dir(to), name)
		}
		if p[name] != nil {
			return name
		}
	}
	return ""
}
