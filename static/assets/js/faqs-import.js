// An import of FAQs: its bar moves while the server works on it, and the page is shown anew at the end.

const at = /** @type {HTMLElement | null} */ (document.querySelector("[data-import][data-status=working]"));
/** How often it is looked at, milliseconds. */
const interval = 1000;

/** @param {HTMLElement} shown */
async function follow(shown) {
  try {
    const response = await fetch(`/api/admin/faq-imports/${shown.dataset.import}`, { headers: { Accept: "application/json" } });
    const { status, done } = response.ok ? await response.json() : {};
    if (status && status !== shown.dataset.status) return location.reload();
    const bar = shown.querySelector("progress");
    if (bar && done !== undefined) bar.value = done;
  } catch {
    // asked again
  }
  setTimeout(() => follow(shown), interval);
}
if (at) setTimeout(() => follow(at), interval);

export {}; // a module of its own
