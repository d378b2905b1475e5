// A mailed link works once, and mail scanners open links, run what is there, and leave. So it is used when a person is seen to be
// there: at the first touch, key or movement, or by the button.

const form = /** @type {HTMLFormElement | null} */ (document.querySelector("[data-confirm]"));
if (form && !document.querySelector('[role="alert"]')) waitForSomebody(form);

/** @param {HTMLFormElement} form */
function waitForSomebody(form) {
  const signs = ["pointerdown", "pointermove", "keydown", "touchstart", "wheel", "focusin"];
  const done = new AbortController();
  /** @param {Event} event */
  const seen = (event) => {
    if (!event.isTrusted) return; // made by a script
    done.abort();
    confirm(form);
  };
  for (const sign of signs) addEventListener(sign, seen, { signal: done.signal, passive: true, capture: true });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!done.signal.aborted) {
      done.abort();
      confirm(form);
    }
  });
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

export {};
