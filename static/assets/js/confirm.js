// A mailed link works once, and mail scanners open links, run what is there, and leave. So it is used when a person is seen to be
// there: at the first touch, key or movement, or by the button. One that confirms an address is used by itself, too, once the page
// was in sight for a moment: whoever opens it and only looks is to be signed in. The other kind, of a forgotten password, is not.
import { atFirstSign } from "./person.js";

const moment = 2500; // milliseconds

const form = /** @type {HTMLFormElement | null} */ (document.querySelector("[data-confirm]"));
if (form && !document.querySelector('[role="alert"]')) waitForSomebody(form);

/** @param {HTMLFormElement} form */
function waitForSomebody(form) {
  const waiting = new AbortController();
  atFirstSign(() => confirm(form), waiting);
  const once = () => {
    if (waiting.signal.aborted) return;
    waiting.abort();
    confirm(form);
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    once();
  });
  if (new FormData(form).get("type") === "email") onceInSightFor(moment, once, waiting.signal);
}

/**
 * Calls back once the page was visible for so long in all.
 * @param {number} left milliseconds
 * @param {() => void} then
 * @param {AbortSignal} signal ends the wait
 */
function onceInSightFor(left, then, signal) {
  let timer = 0;
  let since = NaN; // when the page came into sight; NaN: it is not
  const look = () => {
    clearTimeout(timer);
    if (since >= 0) left -= performance.now() - since;
    since = NaN;
    if (signal.aborted || document.visibilityState !== "visible") return;
    since = performance.now();
    timer = setTimeout(then, left);
  };
  document.addEventListener("visibilitychange", look, { signal });
  signal.addEventListener("abort", look);
  look();
}

/** @param {HTMLFormElement} form */
async function confirm(form) {
  const button = /** @type {HTMLButtonElement} */ (form.querySelector("button"));
  const working = /** @type {HTMLElement} */ (form.querySelector("[data-working]"));
  button.disabled = true;
  working.hidden = false;
  try {
    const response = await fetch(form.action, {
      method: "POST",
      headers: { Accept: "application/json" },
      body: new URLSearchParams(/** @type {any} */ (new FormData(form))),
    });
    const { next, failure } = await response.json();
    if (next) return location.replace(next);
    if (failure) { // of the link: it is not tried again for the page that says so
      const at = new URL(location.href);
      at.searchParams.set("failure", failure);
      return location.replace(at);
    }
  } catch {
    // the network: the form itself says more
  }
  form.submit(); // the link was not looked at
}
