// Package extract reads the text of documents: PDF, Word (.docx), HTML, Markdown and plain text.
//
// Files from outside go through Isolated (isolated.go), which has each of them read in a process of its own (serve.go) that
// can be killed. Document (extract.go) is what reads them there; every format has a file of its own, and all of them gather
// blocks (text.go).
package extract
