package retrieval

// AwaitReadings waits until nothing is being read that is to be held.
func (s *Searcher) AwaitReadings() {
	for range mostReadings {
		s.held.readings <- struct{}{}
	}
	for range mostReadings {
		<-s.held.readings
	}
}
