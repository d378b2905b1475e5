package intent

import (
	"regexp"
	"slices"

	"narthex/chat/model/offline/term"
)

// Intent is a request that a tool fulfils, recognised by how people word it.
type Intent struct {
	Tool       string
	Item       string // the parameter that names what is looked up first, "" for none
	Contact    bool   // how to reach the visitor is asked for, though the schema leaves open which way
	Withdraws  bool   // from what somebody is on
	Form       bool   // it fills a form of its own
	Quiet      bool   // nothing is asked for it when it is made
	Errand     bool   // people see to it
	ToSomebody bool   // of the church's people, by name

	asked   *regexp.Regexp // in the folded message
	unless  *regexp.Regexp // questions about the same subject
	opening []term.Term    // what such a request says before it says anything
	dated   bool           // without a day it is a question
}

// The tools that are called.
const (
	Praying  = "submit_prayer_request"
	Callback = "request_callback"
	Visiting = "plan_visit"

	// LeaveMessage passes on what a visitor says.
	LeaveMessage = "leave_message"
)

// The tools that are called for something that the church has on file: which event, group or role is looked up first.
const (
	Registering  = "register_for_event"
	Joining      = "join_small_group"
	Volunteering = "sign_up_to_volunteer"
	Subscribing  = "subscribe_to_newsletter"
)

// The tools for what people of a church see to. Where the plan has none of them, a message is left.
const (
	Appointing = "book_appointment"
	Hiring     = "request_facility_use"
	stating    = "request_giving_statement"
	baptizing  = "request_baptism"
	hospital   = "request_hospital_visit"
	home       = "request_home_visit"
	feeding    = "request_meal_support"
	helping    = "request_practical_help"
	Bereaved   = "report_bereavement"
)

// OwnWords reports whether what the visitor says is what is passed on.
func (i *Intent) OwnWords() bool { return i.Tool == Praying || i.Tool == LeaveMessage }

// Joins reports whether a wish is for something that people come to, belong to or help with.
func (i *Intent) Joins() bool { return i.Item != "" || i.Tool == Subscribing }

// Asks reports whether a folded message words it.
func (i *Intent) Asks(folded string) bool { return i.asked.MatchString(folded) }

// Opens reports whether a term is of what such a request says before it says anything.
func (i *Intent) Opens(t term.Term) bool { return slices.Contains(i.opening, t) }
