package pdftext

import "math"

// matrix is an affine map as PDF writes it: x' = a·x + c·y + e, y' = b·x + d·y + f.
type matrix [6]float64

var identity = matrix{1, 0, 0, 1, 0, 0}

// then applies m first and n after it.
func (m matrix) then(n matrix) matrix {
	return matrix{
		m[0]*n[0] + m[1]*n[2], m[0]*n[1] + m[1]*n[3],
		m[2]*n[0] + m[3]*n[2], m[2]*n[1] + m[3]*n[3],
		m[4]*n[0] + m[5]*n[2] + n[4], m[4]*n[1] + m[5]*n[3] + n[5],
	}
}

func (m matrix) apply(x, y float64) (float64, float64) {
	return m[0]*x + m[2]*y + m[4], m[1]*x + m[3]*y + m[5]
}

// finite tells matrices that can be calculated with.
func (m matrix) finite() bool {
	for _, v := range m {
		if math.IsNaN(v) || math.Abs(v) > 1e9 {
			return false
		}
	}
	return true
}

// size is how long a unit upwards becomes: a font size in text space times this is one on the page.
func (m matrix) size() float64 { return math.Hypot(m[2], m[3]) }

// angle is the direction of writing, in quarter turns counter-clockwise.
func (m matrix) angle() int {
	quarter := int(math.Round(math.Atan2(m[1], m[0]) / (math.Pi / 2)))
	return (quarter%4 + 4) % 4
}
