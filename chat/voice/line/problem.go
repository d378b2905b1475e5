package line

// Problem is why a number is not answered. It implements web.Problem.
type Problem struct {
	kind, code, public string
	cause              error
}

// What can be wrong with a called number.
var (
	ErrNumber      = &Problem{kind: "invalid", code: "invalid_number", public: "called must be a telephone number in E.164, such as +12075550142."}
	ErrUnknown     = &Problem{kind: "not_found", code: "unknown_number", public: "No church has this number."}
	ErrClosed      = &Problem{kind: "not_found", code: "line_closed", public: "The calls of this church are not answered here."}
	ErrUnavailable = &Problem{kind: "unavailable", code: "temporarily_unavailable", public: "This cannot be looked up right now. Please try again in a moment."}
)

// Because returns the problem with its cause, which goes to the log alone.
func (p *Problem) Because(cause error) *Problem {
	with := *p
	with.cause = cause
	return &with
}

func (p *Problem) Error() string {
	if p.cause != nil {
		return p.code + ": " + p.cause.Error()
	}
	return p.code
}

// Is makes a problem with a cause the same as without.
func (p *Problem) Is(other error) bool {
	theirs, ok := other.(*Problem)
	return ok && theirs.code == p.code
}

func (p *Problem) Unwrap() error  { return p.cause }
func (p *Problem) Kind() string   { return p.kind }
func (p *Problem) Code() string   { return p.code }
func (p *Problem) Public() string { return p.public }
