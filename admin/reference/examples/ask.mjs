// node ask.mjs https://narthex.example grace-harbor 'What time is church on Sunday?'
const [base, slug, message] = process.argv.slice(2);
const church = await (await fetch(`${base}/api/churches/${slug}`)).json();
const sessionId = crypto.randomUUID(); // keep it: it is the right to this conversation
const clientMessageId = crypto.randomUUID(); // sent again, it gets the same answer
let turnId, lastEvent = "", answer = "", over = false;

// What one event means. Names that are not known are left alone: there may be more one day.
function take({ event, id, data }) {
  lastEvent = id;
  const said = JSON.parse(data);
  if (event === "start") [turnId, answer] = [said.turnId, ""]; // all follows, also after a resume
  if (event === "delta") answer += said.text;
  if (event === "reset") answer = "";
  if (event === "error") answer += `\n(${said.message})`;
  over = event === "done" || event === "error";
}

async function read(stream) {
  let text = "";
  for await (const piece of stream.pipeThrough(new TextDecoderStream())) {
    const blocks = (text + piece).split("\n\n");
    text = blocks.pop();
    for (const block of blocks) {
      const event = Object.fromEntries(block.split("\n").map((line) => line.split(/: (.*)/s)));
      if (event.data) take(event); // anything else keeps the connection alive
    }
  }
}

const ask = () => fetch(`${base}/api/chatbot/stream`, {
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify({ churchId: church.id, sessionId, clientMessageId, message }),
});
const resume = () => fetch(`${base}/api/chatbot/turns/${turnId}/stream?sessionId=${sessionId}&churchId=${church.id}`, {
  headers: { "Last-Event-ID": lastEvent },
});

for (let tries = 0; !over && tries < 8; tries++) {
  try {
    const response = await (turnId ? resume() : ask());
    if (response.status === 204) break; // nothing more is known of it
    if (!response.ok) {
      const problem = await response.json();
      const wait = response.headers.get("Retry-After");
      if (!wait) throw new Error(`${problem.code}: ${problem.detail}`);
      await new Promise((done) => setTimeout(done, wait * 1000));
      continue;
    }
    await read(response.body);
  } catch (error) {
    if (error.message.includes(": ")) throw error;
    await new Promise((done) => setTimeout(done, 250 * 2 ** tries)); // the network: once more
  }
}
console.log(answer);
