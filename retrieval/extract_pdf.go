package retrieval

func extractPDF(c *collector, content []byte) error { return ErrUnsupported }
