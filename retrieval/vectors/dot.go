// Package vectors multiplies the vectors by which texts are compared.
package vectors

// Dot is the inner product of two vectors: their cosine, if both are of length one. It is 0 where they are not of the same dimension and
// cannot be compared. It has four sums, because each addition to a single one would wait for the addition before, which takes several
// times as long.
func Dot(a, b []float32) float32 {
	if len(a) != len(b) {
		return 0
	}
	var s0, s1, s2, s3 float32
	for len(a) >= 4 && len(b) >= 4 {
		s0 += a[0] * b[0]
		s1 += a[1] * b[1]
		s2 += a[2] * b[2]
		s3 += a[3] * b[3]
		a, b = a[4:], b[4:]
	}
	for i := range a {
		s0 += a[i] * b[i]
	}
	return s0 + s1 + s2 + s3
}
