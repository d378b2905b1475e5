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

// AgeTexts makes all curated texts that are held as old as they may be before they are read again.
func (s *Searcher) AgeTexts() {
	s.held.texts.mu.Lock()
	defer s.held.texts.mu.Unlock()
	for _, lens := range s.held.texts.lenses {
		if texts := lens.texts.Load(); texts != nil {
			aged := *texts
			aged.readAt = aged.readAt.Add(-textsFreshFor)
			lens.texts.Store(&aged)
		}
	}
}
