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
// mail goes out again. The window is one round trip to Postgres. All mails of a row have the same Message-ID, by which most
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
// # What is too much
//
// Anybody can invent conversations in which somebody seems to be in danger. Of one client's address five crises an hour are
// told one by one, and the first urgent one of each conversation; of one church twenty, and the first of each address as long as
// there are fewer than sixty. Those that are not urgent take no room from those that are. What is beyond is told
// every ten minutes in one message that says how many there are; each stands in the dashboard by itself. See flood.go.
//
// # Words
//
// What is said stands in messages, one file a language, named by the language's code: another language is another file. A
// church without words in its language gets those of the default language.
//
// Read service.go and config.go (the parts and their settings), notice.go and message.go (what is to be told, and what of it
// a row says), flood.go and enqueue.go (rows and jobs), then deliver.go, store.go, route.go and result.go (one message on its
// way), job.go (River), rescue.go (what nobody works on any more); compose.go and wording.go say it, mail.go and sms.go are
// the two ways out. clean.go and scrub.go keep out what does no good. queue.go is for operators.
package notify
