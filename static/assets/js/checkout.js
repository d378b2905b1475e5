// The checkout: it sends what the form kept, and shows the payment provider's own form.
import { find } from "./elements.js";

/**
 * @typedef {object} Session what the server answers
 * @property {string} [clientSecret] for the provider's form
 * @property {string} [publishableKey]
 * @property {string} [url] where to pay instead
 *
 * @typedef {object} CheckoutForm
 * @property {(where: HTMLElement) => void} mount
 * @property {() => void} destroy
 *
 * @typedef {object} Provider
 * @property {(options: { clientSecret: string }) => Promise<CheckoutForm>} createEmbeddedCheckoutPage
 */

/** What the server says against a checkout, in the visitor's language. */
class Refusal extends Error {
  /** @param {string | undefined} text @param {number} status of the answer */
  constructor(text, status) {
    super(text);
    this.status = status;
  }
}

const status = find(document, "[data-status]");
const failed = find(document, "[data-failed]");
/** @type {{ script: string, openURL: string, texts: Record<string, string> }} */
const page = JSON.parse(document.querySelector("[data-checkout-data]")?.textContent ?? "{}");
/** @type {CheckoutForm | undefined} the provider allows one */
let shown;

function kept() {
  try {
    return JSON.parse(sessionStorage.getItem("cwa_onboard_data") ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} address @returns {Promise<void>} */
const load = (address) =>
  new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = address;
    script.onload = () => resolve();
    script.onerror = () => reject(new Error("the payment provider's script did not load"));
    document.head.append(script);
  });

/** @param {object} data @returns {Promise<Session>} */
async function open(data) {
  const response = await fetch(page.openURL, {
    method: "POST",
    headers: { "Content-Type": "application/json", "Accept-Language": document.documentElement.lang },
    body: JSON.stringify(data),
  });
  if (!response.ok) throw new Refusal((await response.json().catch(() => ({}))).detail, response.status); // or what something on the way says
  return response.json();
}

/** @param {string} text @param {boolean} again whether it may go otherwise when it is tried again */
function fail(text, again) {
  status.textContent = "";
  find(failed, "[data-again]").hidden = !again;
  find(failed, "[data-problem]").textContent = text || page.texts.failed;
  failed.hidden = false;
}

/**
 * Has the way back lead to the form with the price that was chosen, for the church that is claimed.
 * @param {{ interval?: string, claimed?: string }} data
 */
function backTo({ interval, claimed }) {
  const back = find(failed, "[data-back]");
  const address = new URL(/** @type {HTMLAnchorElement} */ (back).href);
  if (interval) address.searchParams.set("interval", interval);
  if (claimed) address.searchParams.set("church", claimed);
  back.setAttribute("href", address.pathname + address.search);
}

async function show() {
  const data = kept();
  if (!data) {
    find(document, "[data-expired]").hidden = false;
    return;
  }
  failed.hidden = true;
  backTo(data);
  status.textContent = page.texts.opening;
  try {
    const session = await open(data);
    if (session.url) return location.replace(session.url); // "Back" there leads to the form, not to a page that opens it once more
    if (!("Stripe" in window)) await load(page.script);
    const provider = /** @type {{ Stripe: (key: string) => Provider }} */ (/** @type {unknown} */ (window)).Stripe(session.publishableKey ?? "");
    remove();
    shown = await provider.createEmbeddedCheckoutPage({ clientSecret: session.clientSecret ?? "" });
    shown.mount(find(document, "[data-checkout]"));
    status.textContent = "";
  } catch (error) {
    const refusal = error instanceof Refusal ? error : undefined;
    fail(refusal?.message ?? "", refusal?.status !== 409); // what else is thrown is for programmers, and in English
  }
}

function remove() {
  shown?.destroy();
  shown = undefined;
}

/** What is under way: a form that is asked for meanwhile comes after it. */
let showing = Promise.resolve();
const begin = () => {
  showing = showing.then(show);
};

find(failed, "[data-again]").addEventListener("click", begin);
// A page that comes back from the browser's memory has a form that has been used.
window.addEventListener("pagehide", remove);
window.addEventListener("pageshow", (event) => {
  if (event.persisted) begin();
});
begin();
