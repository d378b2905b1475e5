package extract_test

import (
	"errors"
	"strings"
	"testing"

	"narthex/retrieval/extract"
)

func TestWordFilesAreKnownByWhatIsInThem(t *testing.T) {
	t.Parallel()
	const ole = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
	utf16 := func(text string) string { return strings.Join(strings.Split(text, ""), "\x00") + "\x00" }
	body := [2]string{"word/document2.xml", `<w:document xmlns:w="w"><w:body><w:p><w:pPr><w:pStyle w:val="H"/></w:pPr><w:r><w:t>Welcome</w:t></w:r></w:p></w:body></w:document>`}
	related := func(target string) [2]string {
		return [2]string{"_rels/.rels", `<Relationships><Relationship Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="` + target + `"/></Relationships>`}
	}
	styles := [][2]string{
		{"word/_rels/document2.xml.rels", `<Relationships><Relationship Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles2.xml"/></Relationships>`},
		{"word/styles2.xml", `<w:styles xmlns:w="w"><w:style w:styleId="H"><w:name w:val="heading 1"/></w:style></w:styles>`},
	}
	for name, test := range map[string]struct {
		content []byte
		want    error
	}{
		"with a password":                   {[]byte(ole + strings.Repeat("\x00", 2000) + utf16("EncryptedPackage")), extract.ErrEncrypted},
		"of before 2007":                    {[]byte(ole + strings.Repeat("\x00", 2000) + utf16("WordDocument")), extract.ErrUnsupported},
		"with a document of another name":   {zipFile(t, append(styles, related("word/document2.xml"), body)...), nil},
		"with an absolute name of it":       {zipFile(t, append(styles, related("/word/document2.xml"), body)...), nil},
		"with slashes before all its names": {zipFile(t, [2]string{"/word/styles.xml", styles[1][1]}, [2]string{"/word/document.xml", body[1]}), nil},
		"a spreadsheet":                     {zipFile(t, related("xl/workbook.xml"), [2]string{"xl/workbook.xml", "<workbook/>"}), extract.ErrUnsupported},
	} {
		mediaType, err := extract.Sniff("a.docx", "", test.content)
		if !errors.Is(err, test.want) || err == nil && mediaType != extract.TypeDOCX {
			t.Errorf("%s: %s, %v", name, mediaType, err)
		} else if err == nil {
			if got := outline(extracted(t, mediaType, test.content)); got != "# Welcome\n" {
				t.Errorf("%s: %q", name, got)
			}
		}
	}
}
