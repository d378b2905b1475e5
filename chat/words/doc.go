// Package words is how text is read: what makes two texts the same (Fold), what their words are (Split), which words only
// hold sentences together (SmallWord), and which language a text is in (Language). What is known of a language is one file
// in languages; another language is another file. The package imports nothing of ours.
package words
