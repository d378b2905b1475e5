package pages_test

import (
	"fmt"
	"testing"
)

// stream has everything that the format allows: all line ends, comments, several lines of data, a field without a
// colon, fields that mean nothing, no name, no data, and characters of one to four bytes. The last event is cut.
const stream = "\uFEFF: hello\n" +
	"event: delta\nid: t:1\ndata: {\"text\":\"añ🙏\"}\n\n" +
	"event:delta\r\nid:t:2\r\ndata:one\r\ndata: two\r\ndata\r\n\r\n" +
	"data: nameless\rretry: 5\rodd: x\r\r" +
	": keep-alive\n\n" +
	"event: empty\n\n" +
	"id: bad\x00id\nevent: done\ndata:  padded\n\n" +
	"event: cut\ndata: never seen\n"

const streamEvents = `[{"event":"delta","id":"t:1","data":"{\"text\":\"añ🙏\"}"},` +
	`{"event":"delta","id":"t:2","data":"one\ntwo\n"},` +
	`{"event":"message","id":"t:2","data":"nameless"},` +
	`{"event":"done","id":"t:2","data":" padded"}]`

func TestEventsAreReadHoweverTheBytesAreCut(t *testing.T) {
	_, page, _ := openChat(t, desktop)
	// Cuts the bytes in two at every place, in three at every pair of places near each other, and into single bytes.
	wrong := eval[string](page, fmt.Sprintf(`import(%s).then(async ({ readEvents }) => {
		const bytes = new TextEncoder().encode(%s);
		const want = %s;
		const read = async (pieces) => {
			const body = new ReadableStream({
				start(controller) {
					for (const piece of pieces) controller.enqueue(piece);
					controller.close();
				},
			});
			const events = [];
			for await (const event of readEvents(body)) events.push(event);
			return JSON.stringify(events);
		};
		const attempts = [[bytes], Array.from(bytes, (_, i) => bytes.subarray(i, i + 1))];
		for (let i = 0; i <= bytes.length; i++) {
			for (let j = i; j <= Math.min(i + 3, bytes.length); j++) {
				attempts.push([bytes.subarray(0, i), bytes.subarray(i, j), bytes.subarray(j)]);
			}
		}
		for (const pieces of attempts) {
			const got = await read(pieces);
			if (got !== want) return "cut at " + pieces.map((piece) => piece.length) + ": " + got;
		}
		return attempts.length > 500 ? "" : "only " + attempts.length + " attempts";
	})`, quote(moduleURL(t, "sse.js")), quote(stream), quote(streamEvents)))
	if wrong != "" {
		t.Error(wrong)
	}
}

func TestReadingEventsIsBoundedAndLetsGo(t *testing.T) {
	_, page, _ := openChat(t, desktop)
	got := eval[string](page, fmt.Sprintf(`import(%s).then(async ({ readEvents }) => {
		const endless = (text) => {
			const stream = { cancelled: false };
			stream.body = new ReadableStream({
				pull: (controller) => controller.enqueue(new TextEncoder().encode(text)),
				cancel: () => { stream.cancelled = true; },
			});
			return stream;
		};
		const long = endless("x".repeat(100_000));
		const refused = await readEvents(long.body).next().then(() => "no", (error) => error.name);
		const left = endless("data: x\n\n");
		for await (const event of readEvents(left.body)) break;
		return [refused, long.cancelled, left.cancelled].join(" ");
	})`, quote(moduleURL(t, "sse.js"))))
	if got != "RangeError true true" {
		t.Errorf("got %q", got)
	}
}
