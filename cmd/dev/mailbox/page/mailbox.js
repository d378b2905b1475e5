// Shows what has arrived, and follows it live. Everything that came from outside is set as text; a mail's HTML is shown in a
// frame that can do nothing.

/**
 * @typedef {{id: string, kind: "mail"|"sms", receivedAt: string, from: string, to: string[], subject?: string, text: string,
 *   html?: string, headers?: Record<string, string[]>, messageId?: string, raw?: string}} Message
 */

const $ = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @type {Message[]} */
let messages = [];
let chosen = "";
let view = "html";

/** @param {string} tag @param {string} text @param {string} [className] */
function element(tag, text, className = "") {
  const made = document.createElement(tag);
  made.textContent = text;
  made.className = className;
  return made;
}

async function load() {
  const answer = await fetch("/api/messages");
  messages = (await answer.json()).messages;
  const mails = messages.filter((m) => m.kind === "mail").length;
  const texts = messages.length - mails;
  $("state").textContent = `${mails} ${mails === 1 ? "mail" : "mails"}, ${texts} ${texts === 1 ? "text message" : "text messages"}, live`;
  document.title = messages.length ? `Mailbox (${messages.length})` : "Mailbox";
  showList();
  showMessage();
}

function showList() {
  $("empty").hidden = messages.length > 0;
  $("list").replaceChildren(...messages.map((m) => {
    const button = document.createElement("button");
    button.type = "button";
    button.setAttribute("aria-current", String(m.id === chosen));
    button.append(
      element("span", m.kind === "mail" ? "MAIL" : "SMS", "kind"),
      element("span", m.to.join(", "), "to"),
      element("time", new Date(m.receivedAt).toLocaleTimeString(), "when"),
    );
    if (m.subject) button.append(element("span", m.subject, "subject"));
    button.append(element("span", m.text.replace(/\s+/g, " ").slice(0, 160), m.subject ? "preview" : "subject"));
    button.addEventListener("click", () => choose(m.id));
    const item = document.createElement("li");
    if (/URGENT/.test(m.subject ?? m.text)) item.className = "urgent";
    item.append(button);
    return item;
  }));
}

/** @param {string} id */
function choose(id) {
  chosen = id;
  location.hash = id;
  shown = "";
  showList();
  showMessage();
}

/** What stands in the body: it is not loaded again when another message arrives. */
let shown = "";

function showMessage() {
  const m = messages.find((each) => each.id === chosen);
  $("message").hidden = !m;
  if (!m) return;
  $("subject").textContent = m.subject || (m.kind === "sms" ? "Text message" : "(no subject)");
  const facts = [["From", m.from], ["To", m.to.join(", ")], ["Reply to", m.headers?.["Reply-To"]?.join(", ") ?? ""], ["Arrived", new Date(m.receivedAt).toLocaleString()]];
  $("facts").replaceChildren(...facts.filter(([, value]) => value).flatMap(([name, value]) => [element("dt", name), element("dd", value)]));
  const has = { html: Boolean(m.html), text: true, headers: m.kind === "mail", raw: m.kind === "mail" };
  const current = has[/** @type {keyof typeof has} */ (view)] ? view : "text";
  for (const button of $("views").querySelectorAll("button")) {
    const name = /** @type {keyof typeof has} */ (button.dataset.view);
    button.hidden = !has[name];
    button.setAttribute("aria-pressed", String(name === current));
  }
  if (shown === `${m.id} ${current}`) return;
  shown = `${m.id} ${current}`;
  void showBody(m, current);
}

/** @param {Message} m @param {string} current */
async function showBody(m, current) {
  if (current === "html") {
    const frame = document.createElement("iframe");
    frame.setAttribute("sandbox", "allow-popups");
    frame.title = "The mail's HTML";
    frame.src = `/messages/${m.id}/html`;
    $("body").replaceChildren(frame);
    return;
  }
  let text = m.text;
  if (current === "headers") {
    text = Object.entries(m.headers ?? {}).sort().flatMap(([name, values]) => values.map((value) => `${name}: ${value}`)).join("\n");
  } else if (current === "raw") {
    const answer = await fetch(`/api/messages/${m.id}`);
    if (!answer.ok) return;
    text = (await answer.json()).raw ?? "";
  }
  if (shown === `${m.id} ${current}`) $("body").replaceChildren(element("pre", text));
}

for (const button of $("views").querySelectorAll("button")) {
  button.addEventListener("click", () => {
    view = button.dataset.view ?? "text";
    showMessage();
  });
}
$("back").addEventListener("click", () => choose(""));
$("clear").addEventListener("click", () => void fetch("/api/messages", { method: "DELETE" }));
window.addEventListener("hashchange", () => {
  if (location.hash.slice(1) !== chosen) choose(location.hash.slice(1));
});

chosen = location.hash.slice(1);
const events = new EventSource("/api/events");
events.addEventListener("changed", () => void load());
events.addEventListener("error", () => { $("state").textContent = "Not connected; trying again…"; });
