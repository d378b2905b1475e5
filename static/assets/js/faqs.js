// The list of FAQs.
import { changeAdded } from "./added.js";
import { hasUnsaved } from "./unsaved.js";

// A FAQ that was created is shown by itself, with what else asks the same: not over what was typed in it since it was sent.
const added = /** @type {HTMLFormElement | null} */ (document.querySelector("[data-new]"));
added?.addEventListener("saved", (event) => {
  const { id, version, url } = /** @type {CustomEvent<{ id: string, version: string, url: string }>} */ (event).detail;
  if (!hasUnsaved(added)) return location.assign(`${url}?new`);
  const [method, address] = /** @type {string} */ (added.dataset.save).split(" ");
  if (method === "POST") changeAdded(added, address, { id, version });
});
