// The reading of a website: its bar moves while the server reads, and the page is shown anew at the end. A decision about what was found
// takes along what is written elsewhere on the page.
import { fieldsOf, isUnsaved } from "./unsaved.js";

const at = /** @type {HTMLElement | null} */ (document.querySelector("[data-site-import][data-status=working]"));
/** How often it is looked at, milliseconds. */
const interval = 1000;

/** @param {HTMLElement} shown */
async function follow(shown) {
  try {
    const response = await fetch(`/api/admin/site-imports/${shown.dataset.siteImport}`, { headers: { Accept: "application/json" } });
    const { status, done, most, reading } = response.ok ? await response.json() : {};
    if (status && status !== shown.dataset.status) return location.reload();
    if (done !== undefined) tell(shown, done, most, reading);
  } catch {
    // asked again
  }
  setTimeout(() => follow(shown), interval);
}

/** @param {HTMLElement} shown @param {number} done @param {number} most @param {string} reading */
function tell(shown, done, most, reading) {
  const bar = shown.querySelector("progress");
  if (bar) bar.value = done;
  const pages = /** @type {HTMLElement | null} */ (shown.querySelector("[data-pages]"));
  if (pages) pages.textContent = (pages.dataset.pages ?? "").replace("{done}", `${done}`).replace("{most}", `${most}`);
  const now = /** @type {HTMLElement | null} */ (shown.querySelector("[data-reading]"));
  if (now && reading) now.textContent = `${now.dataset.reading} ${reading}`;
}
if (at) setTimeout(() => follow(at), interval);

/** Each group of drafts is a form of its own, and one of them is all that a browser sends. @type {NodeListOf<HTMLFormElement>} */
const groups = document.querySelectorAll("form[action$='/decide']");
for (const form of groups) {
  form.addEventListener("formdata", ({ formData }) => {
    const written = [...groups].filter((other) => other !== form).flatMap(fieldsOf).filter(isUnsaved);
    for (const { name, value } of written) formData.append(name, value); // which no two groups call the same: it names the draft
  });
}
