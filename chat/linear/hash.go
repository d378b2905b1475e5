package linear

// FNV-1a, 32 bits.
const (
	HashStart uint32 = 2166136261
	HashPrime uint32 = 16777619
)

// HashOf is the hash of a word.
func HashOf(word string) uint32 {
	h := HashStart
	for i := range len(word) {
		h = (h ^ uint32(word[i])) * HashPrime
	}
	return h
}

// Mix is the hash of a feature: its kind, and what it is made of. Features of two kinds never mean the same.
func Mix(kind, a, b uint32) uint32 {
	h := kind*0x9e3779b1 ^ a*0x85ebca6b ^ (b*0xc2b2ae35)<<7 ^ (b*0xc2b2ae35)>>25
	h ^= h >> 15
	h *= 0x2c1b3c6d
	return h ^ h>>13
}

// Rows of so many letters of a word are features: they know a word again that is misspelled or takes another ending.
const (
	fewestLetters = 3
	mostLetters   = 5
)

// wordEdge stands for the beginning and the end of a word among its letters.
const wordEdge byte = '.'

// AppendLetters appends the rows of letters of a word, its beginning and end being letters too.
func AppendLetters(hashes []uint32, kind uint32, word []byte) []uint32 {
	n := len(word)
	for from := -1; from < n-1 && n > 0; from++ {
		h := HashStart
		for i := from; i < min(from+mostLetters, n+1); i++ {
			letter := wordEdge
			if 0 <= i && i < n {
				letter = word[i]
			}
			if h = (h ^ uint32(letter)) * HashPrime; i-from >= fewestLetters-1 {
				hashes = append(hashes, Mix(kind, h, 0))
			}
		}
	}
	return hashes
}
