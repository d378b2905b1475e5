// Package chunk cuts the text of a document into passages, each small enough to be one answer's source.
package chunk
