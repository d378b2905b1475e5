package retrieval

// AwaitReadings waits until nothing is being read that is to be cached.
func (s *Searcher) AwaitReadings() {
	for range mostReadings {
		s.cache.readings <- struct{}{}
	}
	for range mostReadings {
		<-s.cache.readings
	}
}

// AgeTexts makes all curated texts that are cached as old as they may be before they are read again.
func (s *Searcher) AgeTexts() {
	s.cache.lenses.mu.Lock()
	defer s.cache.lenses.mu.Unlock()
	for _, lens := range s.cache.lenses.lenses {
		if texts := lens.texts.Load(); texts != nil {
			aged := *texts
			aged.readAt = aged.readAt.Add(-textsFreshFor)
			lens.texts.Store(&aged)
		}
	}
}
