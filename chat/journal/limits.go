package journal

// Decided reports how the journal's rate limits decided, for the metric that other limiters share: how many limits were checked, and whether
// all allowed it. 0 for a message that was refused for another reason.
func (o Outcome) Decided(question Acceptance) (allowed bool, limits int) {
	switch {
	case o.Wait > 0 || o.Unstored:
		return false, 1
	case o.Known, o.Forgotten, o.Full, o.Watch && question.Answer != nil:
		return true, 0
	}
	all := []int{question.PerSession, question.PerAddress}
	if question.Crisis { // the other limits do not hold for somebody in danger
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
