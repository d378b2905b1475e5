// The widget's panel: the chat page's conversation in a small frame, on a page that is not ours. loader.classic.js is the
// other side of what is said here across the frame's border. That page is the church's, but what runs on it may be
// anybody's: it is told when the panel is ready, wants to close or to be left, or has news, and never what was written. What it may say
// is that the panel was opened or closed, whether to look light or dark, and words for the box, which the visitor sends or
// does not.

import { Chat, bindAbout, touch } from "../js/room.js";
import { find } from "../js/elements.js";
import { isComposing } from "../js/inputmethod.js";

/**
 * What the server tells the panel, beside what it tells the chat page.
 * @typedef {object} PanelData
 * @property {string} host the origin of the page around the panel; empty: ours
 * @property {string} token
 * @property {number} life of the token from now on, milliseconds
 * @property {Record<string, string[]>} styles addresses of style sheets, by theme
 */

/** A token that ends within so many milliseconds is renewed before it is shown. */
const spare = 30_000;

/** A token counts for so long (in milliseconds) at the least when it comes from the loader. */
const minLife = 120_000;

/** How long (in milliseconds) the page may take to renew a token. */
const patience = 8_000;

const root = find(document, "[data-chat]");
/** @type {import("../js/room.js").PageData & PanelData} */
const data = JSON.parse(find(document, "#chat-data").textContent || "");
const host = data.host || location.origin;

/** @param {"ready" | "close" | "leave" | "news" | "renew"} what */
function tell(what) {
  parent.postMessage({ narthex: what }, host);
}

/** The token that requests carry. Only the loader can get another: the browser says for which page it asks. */
class Visitor {
  #token = data.token;
  #until = Date.now() + data.life; // this clock and the server's may differ
  /** @type {Promise<string> | undefined} */
  #renewing;
  /** @type {((token: string) => void) | undefined} */
  #renewed;

  /**
   * @param {boolean} [anew] whether the one given last was refused
   * @returns {Promise<string>}
   */
  show(anew) {
    if (!anew && Date.now() < this.#until - spare) return Promise.resolve(this.#token);
    this.#renewing ||= this.#renew().finally(() => (this.#renewing = undefined));
    return this.#renewing;
  }

  async #renew() {
    const answer = new Promise((resolve) => {
      this.#renewed = resolve;
      setTimeout(resolve, patience, "");
    });
    tell("renew");
    const token = await answer;
    if (token) {
      this.#token = token;
      this.#until = Date.now() + minLife;
    }
    return this.#token;
  }

  /** @param {string} token */
  take(token) {
    this.#renewed?.(token);
  }
}

const visitor = new Visitor();
const chat = new Chat(root, data, { visitor: (anew) => visitor.show(anew), onLeave: () => tell("leave") });
let shown = false;

/** @param {MessageEvent} event */
function hear({ origin, source, data: said }) {
  if (origin !== host || source !== parent) return;
  switch (said?.narthex) {
    case "opened":
      shown = true;
      if (said.message) chat.composer.fill(String(said.message));
      if (said.focus) takeFocus();
      break;
    case "closed":
      shown = false;
      break;
    case "leave":
      chat.leave();
      break;
    case "theme":
      wear(data.styles[said.theme]);
      break;
    case "token":
      visitor.take(String(said.token));
  }
}

/** On a touch screen the box would bring up the keyboard over what there is to read. */
function takeFocus() {
  if (!touch()) chat.composer.focus();
}

/** @param {string[]} [addresses] */
async function wear(addresses) {
  const worn = [...document.querySelectorAll("link[data-style]")];
  if (!addresses || String(addresses) === String(worn.map((link) => link.getAttribute("href")))) return;
  const links = addresses.map((address) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = address;
    link.dataset.style = "";
    return link;
  });
  const loaded = links.map((link) => new Promise((resolve) => link.addEventListener("load", resolve)));
  document.head.append(...links);
  await Promise.all(loaded);
  for (const link of worn) link.remove();
}

window.addEventListener("message", hear);
find(root, "[data-close]").addEventListener("click", () => tell("close"));
document.addEventListener(
  "keydown",
  (event) => {
    if (event.key !== "Escape" || isComposing(event) || document.querySelector("dialog[open], [data-about][open], .rating-form :focus")) return;
    tell("close");
  },
  { capture: true }, // before what is open has closed itself
);
// What would be read out is news to those who have closed the panel meanwhile.
new MutationObserver(() => {
  if (!shown) tell("news");
}).observe(find(root, "[data-announcer]"), { childList: true });
bindAbout(root);
root.dataset.ready = "";
tell("ready");
