package wordvectors

import (
	"math"
	"slices"
	"testing"

	"narthex/chat/linear"
)

func find(t *testing.T, word string) *Word {
	t.Helper()
	w := Find(linear.HashOf(word))
	if w == nil {
		t.Fatalf("nothing is known of %q", word)
	}
	return w
}

func nearness(a, b *Word) (sum float64) {
	for i, x := range a.Vector {
		sum += float64(x) * float64(b.Vector[i]) * Scale * Scale
	}
	return sum
}

func TestWordsThatAreUsedAlikeLieNear(t *testing.T) {
	for word, others := range map[string][2]string{ // the first lies nearer than the second
		"petrol": {"gasoline", "choir"},
		"rifle":  {"shotgun", "picnic"},
		"crying": {"screaming", "parking"},
		"novena": {"rosary", "diesel"},
	} {
		of := find(t, word)
		if near, far := nearness(of, find(t, others[0])), nearness(of, find(t, others[1])); near < far+0.2 {
			t.Errorf("%q: %q lies at %.2f, %q at %.2f", word, others[0], near, others[1], far)
		}
		if length := nearness(of, of); math.Abs(length-1) > 0.05 {
			t.Errorf("%q has the length %.2f", word, length)
		}
	}
	if petrol := find(t, "petrol"); petrol.Group() != find(t, "kerosene").Group() || petrol.Group() == find(t, "choir").Group() {
		t.Error("petrol and kerosene are in one group, a choir in another")
	}
	if find(t, "rope").Field() == find(t, "choir").Field() {
		t.Error("a rope is in the field of choirs")
	}
}

func TestASpanishWordIsKnownByWhatItMeans(t *testing.T) {
	for spanish, english := range map[string]string{"pistola": "gun", "suicido": "suicide", "llorando": "crying", "iglesia": "church"} {
		if find(t, spanish) != find(t, english) {
			t.Errorf("%q is not known as %q", spanish, english)
		}
	}
}

func TestNothingIsKnownOfWhatIsNoWord(t *testing.T) {
	for _, word := range []string{"", "zzxqj", "Petrol", "pet rol"} {
		if Find(linear.HashOf(word)) != nil {
			t.Errorf("something is known of %q", word)
		}
	}
}

func TestADamagedFileIsNotRead(t *testing.T) {
	for name, damage := range map[string]func([]byte) []byte{
		"cut off":              func(file []byte) []byte { return file[:len(file)-1] },
		"without a header":     func(file []byte) []byte { return file[:headerBytes-1] },
		"more words than said": func(file []byte) []byte { file[0]++; return file },
		"in no order":          func(file []byte) []byte { file[headerBytes+3] = 0xff; return file },
		"a row that is none":   func(file []byte) []byte { file[headerBytes+4], file[headerBytes+5] = 0xff, 0xff; return file },
	} {
		if _, err := read(damage(slices.Clone(file))); err == nil {
			t.Errorf("a file is read that is %s", name)
		}
	}
}

func BenchmarkFind(b *testing.B) {
	hashes := []uint32{linear.HashOf("petrol"), linear.HashOf("zzxqj"), linear.HashOf("iglesia")}
	Find(hashes[0])
	b.ReportAllocs()
	for b.Loop() {
		for _, hash := range hashes {
			Find(hash)
		}
	}
}
