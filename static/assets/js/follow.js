// A job that the server works on: its bar moves meanwhile, and the page is shown anew at the end. The element names the address at
// which the job's state is asked for.

const at = /** @type {HTMLElement | null} */ (document.querySelector("[data-follow][data-status=working]"));
/** How often it is looked at, milliseconds. */
const interval = 1000;

/** @param {HTMLElement} shown */
async function follow(shown) {
  try {
    const response = await fetch(/** @type {string} */ (shown.dataset.follow), { headers: { Accept: "application/json" } });
    if ([401, 403, 404].includes(response.status)) return location.reload(); // the page says what has ended
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
