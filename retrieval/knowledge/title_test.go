package knowledge

import "testing"

func TestATitleIsMadeOfAFileNameThatAVisitorCanRead(t *testing.T) {
	for name, want := range map[string]string{
		"youth-safety_policy.pdf":              "Youth safety policy",
		"YOUTH_safety-policy_v2 (1) FINAL.pdf": "Youth safety policy",
		"YouthSafetyPolicy.docx":               "Youth Safety Policy",
		"WeddingGuide_FINAL_final2.pdf":        "Wedding Guide",
		"Copy of Membership Handbook.docx":     "Membership Handbook",
		"St Brigid's Funeral Guide v1.2.pdf":   "St Brigid's Funeral Guide",
		"membership%20handbook.pdf":            "Membership handbook",
		"bulletin_2026-05-12.html":             "Bulletin 2026-05-12",
		"bulletin.12.05.2026.html":             "Bulletin 12-05-2026",
		"GUIA-PARA-VISITANTES.md":              "Guia para visitantes",
		"guía para visitantes borrador.md":     "Guía para visitantes",
		"VBS-registration.pdf":                 "VBS registration",
		"Pastor Ruth's letter to Rockland.pdf": "Pastor Ruth's letter to Rockland",
		"what we believe (2026).pdf":           "What we believe (2026)",
		"final.pdf":                            "Final",
		"scan0012.pdf":                         "Scan0012",
		"...":                                  "...",
		"%00.txt":                              "%00.txt",
		"Minutes %00 2026-05-12.pdf":           "Minutes 2026-05-12",
	} {
		if got := titleFromFileName(name, nil); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

func TestADocumentWhoseNameSaysNothingIsCalledAsItCallsItself(t *testing.T) {
	for name, want := range map[string]string{
		"document1.md":    "How we baptize",
		"untitled.txt":    "How we baptize",
		"3f2a9c81b7d4.md": "How we baptize",
		"baptism.md":      "Baptism",
		"scan 0012.pdf":   "Scan 0012", // its text is not read yet
	} {
		if got := titleFromFileName(name, []byte("\n\n# How we baptize\n\nBy immersion.")); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
	if got := titleFromFileName("document1.txt", []byte("This first line is a sentence of a letter and goes on for much longer than any title would go on.")); got != "Document1" {
		t.Errorf("a long line became %q", got)
	}
}
