package team

// refusal is why something is not done. Its text is team.fault.<code>.
type refusal struct {
	kind, code string
	field      string // that is at fault, by its name in JSON; "": none in particular
}

func (r *refusal) Error() string { return r.code }

var (
	errNotAllowed   = &refusal{kind: "forbidden", code: "not_allowed"}
	errGrant        = &refusal{kind: "forbidden", code: "more_than_yours", field: "roles"}
	errRoles        = &refusal{kind: "unprocessable", code: "roles", field: "roles"}
	errEmail        = &refusal{kind: "unprocessable", code: "email", field: "email"}
	errName         = &refusal{kind: "unprocessable", code: "name", field: "name"}
	errKnown        = &refusal{kind: "conflict", code: "known", field: "email"}
	errFull         = &refusal{kind: "conflict", code: "full"}
	errTooMany      = &refusal{kind: "rate_limited", code: "too_many"}
	errNobody       = &refusal{kind: "not_found", code: "nobody"}
	errLastAdmin    = &refusal{kind: "conflict", code: "last_admin"}
	errAlarms       = &refusal{kind: "conflict", code: "alarms"}
	errAccount      = &refusal{kind: "conflict", code: "account"}
	errChanged      = &refusal{kind: "conflict", code: "changed_meanwhile"}
	errSameAddress  = &refusal{kind: "unprocessable", code: "same_address", field: "email"}
	errNoAdmin      = &refusal{kind: "conflict", code: "no_admin", field: "email"}
	errNoSession    = &refusal{kind: "not_found", code: "no_session"}
	errUnreadable   = &refusal{kind: "invalid", code: "unreadable"}
	errAddressForge = &refusal{kind: "not_found", code: "address_forged"}
	errAddressGone  = &refusal{kind: "gone", code: "address_gone"}
)
