package onboarding

import "fmt"

// dollars is an amount as the pages write it. All prices are in US dollars, and say so in every language.
func dollars(cents int64) string { return fmt.Sprintf("$%d.%02d", cents/100, cents%100) }
