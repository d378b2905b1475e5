// A caller who types. The server stands for the telephone service; this page speaks and listens.

/** @typedef {{is: "greeting" | "text" | "language" | "notice" | "transfer" | "cut" | "ended", text?: string, language?: string, last?: boolean}} Told */

/** Milliseconds in which a word is spoken. */
const pace = 350;

const find = /** @param {string} id */ (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const dial = /** @type {HTMLFormElement} */ (find("dial"));
const say = /** @type {HTMLFormElement} */ (find("say"));
const text = /** @type {HTMLInputElement} */ (find("text"));
const said = find("said");

/** @type {WebSocket | null} */
let socket = null;

/** What is being read out: what was said already, and the words that wait. @type {{item: HTMLElement, heard: string, waiting: string[], last: boolean, greets: boolean, timer: number} | null} */
let speech = null;

/** @param {string} kind @param {string} words @param {string} [language] */
function write(kind, words, language) {
  const item = document.createElement("p");
  item.className = kind;
  item.textContent = words;
  if (language) item.lang = language;
  said.append(item);
  said.scrollTop = said.scrollHeight;
  return item;
}

// Where lines break anew, on a phone that is turned, the last that was said stays in sight.
new ResizeObserver(() => {
  said.scrollTop = said.scrollHeight;
}).observe(said);

/** @param {string} state */
function become(state) {
  find("state").textContent = state;
}

/** @param {string} words @param {boolean} last @param {string} [language] */
function speak(words, last, language) {
  if (!speech) speech = { item: write("us", "", language), heard: "", waiting: [], last: false, greets: false, timer: setInterval(tick, pace) };
  speech.waiting.push(...(words.match(/\S+\s*|\s+/g) ?? []));
  speech.last ||= last;
  tick();
}

function tick() {
  if (!speech) return;
  const word = speech.waiting.shift();
  if (word !== undefined) {
    speech.heard += word;
    speech.item.textContent = speech.heard;
    said.scrollTop = said.scrollHeight;
  } else if (speech.last) {
    quiet();
  }
}

/** Nothing more is read out; what was not said yet is struck out. */
function quiet() {
  if (!speech) return "";
  clearInterval(speech.timer);
  const { heard, waiting, item } = speech;
  if (waiting.length > 0) {
    const unsaid = document.createElement("span");
    unsaid.className = "unsaid";
    unsaid.textContent = waiting.join("");
    item.append(unsaid);
  }
  speech = null;
  return heard;
}

/** @param {object} message */
function send(message) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

function interrupt() {
  if (speech) send({ do: "interrupt", text: quiet() });
}

/** @param {Told} told */
function hear(told) {
  switch (told.is) {
    case "greeting":
      become("On the line");
      quiet();
      speak(told.text ?? "", true, told.language);
      if (speech) speech.greets = true;
      break;
    case "text":
      if (speech?.last && !speech.greets) finish(); // what follows the greeting is read out behind it
      speak(told.text ?? "", told.last ?? false, told.language);
      break;
    case "language":
      write("note", `The call goes on in ${told.language}.`);
      break;
    case "transfer":
      finish();
      write("note", `The caller is put through to ${told.text}.`);
      break;
    case "cut":
      quiet();
      become("Cut off");
      write("note", "The line was lost. The telephone service asks what comes next.");
      break;
    case "notice":
      write("note", told.text ?? "");
      break;
    case "ended":
      finish();
      write("note", "The call has ended.");
  }
}

/** Says at once what waits: something else is to be said. */
function finish() {
  if (!speech) return;
  speech.heard += speech.waiting.join("");
  speech.item.textContent = speech.heard;
  speech.waiting = [];
  quiet();
}

/** @param {boolean} on */
function onTheLine(on) {
  for (const control of document.querySelectorAll("#line button, #line input")) /** @type {HTMLButtonElement} */ (control).disabled = !on;
  /** @type {HTMLButtonElement} */ (find("call")).disabled = on;
}

dial.addEventListener("submit", (event) => {
  event.preventDefault();
  if (socket) return;
  const numbers = new FormData(dial);
  said.replaceChildren();
  find("line").hidden = false;
  onTheLine(true);
  become("Calling");
  const opened = (socket = new WebSocket("/call"));
  opened.addEventListener("open", () => send({ do: "call", to: numbers.get("to"), from: numbers.get("from") }));
  opened.addEventListener("message", (message) => hear(JSON.parse(message.data)));
  opened.addEventListener("close", () => {
    quiet();
    socket = null;
    onTheLine(false);
    become("No call");
    find("call").focus();
  });
  text.focus();
});

say.addEventListener("submit", (event) => {
  event.preventDefault();
  const words = text.value.trim();
  if (!words) return;
  interrupt();
  write("caller", words);
  send({ do: "say", text: words });
  text.value = "";
});

find("keys").addEventListener("click", (event) => {
  const key = /** @type {HTMLElement} */ (event.target).dataset.key;
  if (!key) return;
  interrupt();
  write("caller", `Key ${key}`);
  send({ do: "press", text: key });
});

find("interrupt").addEventListener("click", interrupt);
find("drop").addEventListener("click", () => send({ do: "drop" }));
find("hangup").addEventListener("click", () => {
  quiet();
  send({ do: "hangup" });
});
