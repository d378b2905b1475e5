package accounts

// Redirects are the addresses that the identity provider is asked to lead to, and so has to have on its list of allowed ones, where its
// site's address is another than baseURL. Each is its own pattern there: the question mark stands for any one character, and the rest
// for itself, parameters included. One that is missing makes the provider lead to its site instead, and a mailed link to nowhere.
func Redirects(baseURL string) []string {
	return []string{baseURL + signUpCallback, baseURL + oauthCallback, baseURL + recoveryCallback}
}
