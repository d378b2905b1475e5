package chunk

// What the tests look at besides the package's doors.
var (
	Sentences = sentences
	WordCount = wordCount
)
