package journal

// Decided is what the journal decided about a message's limits, for a count beside what others decide: each limit of one that was
// accepted, and the one that was reached. A message that was not accepted for another reason is tried again, or known.
func (o Outcome) Decided(question Acceptance) (allowed bool, limits int) {
	switch {
	case o.Wait > 0 || o.Unstored:
		return false, 1
	case o.Known, o.Forgotten, o.Full, o.Watch && question.Answer != nil:
		return true, 0
	}
	all := []int{question.PerSession, question.PerAddress}
	if question.Crisis { // the others hold back nobody who is in danger
		all = []int{question.CrisesPerAddress}
		if question.Address == "" {
			all = nil
		}
	}
	for _, perMinute := range all {
		if perMinute > 0 {
			limits++
		}
	}
	return true, limits
}
