// Package catalog lists all tools.
package catalog

import (
	"slices"

	"narthex/chat/tools/churchinfo"
	"narthex/chat/tools/events"
	"narthex/chat/tools/groups"
	"narthex/chat/tools/intake"
	"narthex/chat/tools/newsletter"
	"narthex/chat/tools/passages"
)

// All are the tools, family by family, in the order in which a model is told of them.
var All = slices.Concat(
	churchinfo.FirstContactTools, // service times, directions, first visit, staff, ministries, childcare
	intake.ContactTools,          // contact data, visit, prayer, callback, message, pastor
	intake.CareTools,             // hospital, home, bereavement, practical help, meals
	intake.FormationTools,        // baptism, membership, mentor
	intake.OfficeTools,           // rooms, giving statement
	passages.Tools,               // passages of the Bible, by reference and for comfort
	passages.PlanTools,           // reading plans
	intake.AppointmentTools,      // the pastor's hours, appointments
	events.Tools,                 // what is on, registration, calendar file
	newsletter.Tools,             // subscription
	churchinfo.SermonTools,       // what is preached on
	groups.Tools,                 // support groups, small groups, joining one
	groups.VolunteerTools,        // roles that need helpers, signing up
	churchinfo.GivingTools,       // ways to give, gifts that repeat
)
