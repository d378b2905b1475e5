// Package notify tells the people of a church what a visitor wants: by mail, and by text message when it is urgent. Who
// makes news calls [Service.Notify] in the transaction that stores it; from then on the news is neither lost nor, as far
// as SMTP allows, sent twice.
//
// # How a message goes out
//
// Notify writes one row of notifications for each message, and one River job for each row. The row decides; the job only
// says that there is something to do. Whoever works on a row takes it with a lease of ten seconds, which is renewed while
// the message is being sent, and notes in the end what became of it. A node that is killed takes no lease with it: within
// [Timing.Lease] and [Timing.Rescue] of its death (13 s) another node, or the same one started anew, sends what it had
// begun. River alone would give the job back when the longest job may be over, a quarter of an hour later, and a crisis
// must not wait so long.
//
// # What can happen twice
//
// A process that dies after the mail server has said 250 and before that is noted leaves a row that looks unsent, so the
// mail goes out again. The window is one round trip to Postgres. So does one that the mail server had whole and said nothing to for
// [Timing.Answer], three times at most. All mails of a row have the same Message-ID, by which most
// mail stores drop the second. A database that is away at that moment is waited for, and a node remembers what it could
// not note. For text messages Twilio is asked whether it has the message already whenever an attempt ended without an
// answer.
//
// # Whom it goes to
//
// The addresses are looked up when a message is sent, not before: an admin who corrects one also mends what waits. Without
// any address crises go to the founder at once; other news waits, looked at every hour, and the founder is told of it
// once a day.
//
// # Until somebody has it
//
// A crisis says what is known when it is sent: whom it is about, what was said before and since, what was answered, who else
// was told. In its mail and its text message stands a signed link by which somebody says that they have it; package
// acknowledge is the page. With the first message of an urgent crisis one to the second contact is queued, held back for
// [Timing.Acknowledge]; when it is due it is skipped if somebody has the crisis by then. The second contact is the church's
// backup contact (church_admin_identities), else its admin, if that is somebody else, else the founder, who is told why. A
// crisis that is not urgent is an ordinary mail.
//
// An urgent crisis may be held back for a moment, until somebody who looks whether it is one releases it or lowers it to an
// ordinary mail; when the moment is over it goes out by itself. See hold.go.
//
// # Whether it arrives
//
// An admin may have a test sent to the church's contacts. It takes the way of all others, is marked as a test, and neither waits
// for an address nor goes to the founder. See contacttest.go.
//
// # What is too much
//
// Anybody can invent conversations in which somebody seems to be in danger. Of one client's address five crises an hour are
// told one by one, and the first urgent one of each conversation; of one church twenty, and the first of each address as long as
// there are fewer than sixty. Those that are not urgent take no room from those that are. What is beyond is told every ten
// minutes in one message that says how many there are, with a link to all of them; the urgent ones and the others apart, and by
// text message and to the second contact the urgent ones alone. See flood.go.
//
// # Who is accused
//
// Once a visitor accuses somebody who serves at the church, nothing of that conversation goes to the church's own addresses. See
// safeguarding.go.
//
// # Mails of the platform
//
// Mails about a subscription, or about no church at all, come from the platform: [Service.Mail]. platform.go is the table of their
// kinds, maillink.go makes their links when they are sent, so that nothing stores one, and platformpage.go is what they say.
// A row of no church has no church_id, and no transaction that is confined to a church sees it (scope.go).
//
// # Words
//
// What is said stands in messages, one file a language, named by the language's code: another language is another file. A
// church without words in its language gets those of the default language.
//
// Read service.go and config.go (the parts and their settings), notice.go and message.go (what is to be told, and what of it
// a row says), flood.go and enqueue.go (rows and jobs), then deliver.go, store.go, route.go, safeguarding.go and result.go (one
// message on its way), job.go (River), rescue.go (what nobody works on any more); compose.go, crisis.go and
// wording.go say it, danger.go and link.go are what is known of a crisis and how it is acknowledged, mail.go (with wire.go) and
// sms.go are the two ways out. clean.go and scrub.go keep out what does no good. queue.go and retry.go are for operators.
package notify
