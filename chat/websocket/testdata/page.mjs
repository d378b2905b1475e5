// A page without documents: it asks at one server, leaves in the middle of the answer and goes on at the next, with the client of our pages and
// over WebSockets alone. It prints each event, and before it goes on it waits for a line.

import { createInterface } from "node:readline";
import { Client } from "./client.js";

globalThis.fetch = () => {
  console.error("a request was made, which is to be the socket's");
  process.exit(1);
};

const { request, visits } = JSON.parse(process.argv[2]);
const orders = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const place = { turnId: "", seq: 0 };
for (const { base, until } of visits) {
  const client = new Client({ churchId: request.churchId, base });
  for await (const { type, data } of client.answer(request, place, { signal: new AbortController().signal })) {
    if (type === "waiting") continue;
    console.log(JSON.stringify({ name: type, data, id: place.eventId ?? `${place.turnId}:${place.seq}` }));
    if (until && data.text?.includes(until)) break;
  }
  client.close();
  await orders.next();
}
process.exit(0);
