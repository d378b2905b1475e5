package chunk

// WordCount is what the tests look at besides the package's doors.
var WordCount = wordCount
