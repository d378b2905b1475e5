// What the pages of Training do beside saving: go on after a change, show answers side by side, links, and what comes of a test.
import { element } from "./elements.js";
import { markdownIn } from "./markdown.js";
import { showAnew } from "./unsaved.js";

/** @typedef {{ contact: string, channel: string, over: boolean, text: string }} Outcome what has become of a test on a channel */

/**
 * Has something done with what the server answers to the forms that a selector finds.
 * @param {string} selector
 * @param {(form: HTMLFormElement, answer: any) => void} then
 */
function whenSaved(selector, then) {
  for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll(selector))) {
    form.addEventListener("saved", (event) => then(form, /** @type {CustomEvent} */ (event).detail));
  }
}

whenSaved("form[data-goes-to]", (form, { version }) => {
  followTopic(form, version);
  const to = new URL(/** @type {string} */ (form.dataset.goesTo), location.href);
  showAnew(form, () => {
    if (to.pathname + to.search === location.pathname + location.search) {
      history.replaceState(null, "", to);
      location.reload();
    } else location.assign(to);
  });
});

/**
 * Has the forms of a position name it as it was saved: a new one is changed from then on, another topic is its topic.
 * @param {HTMLFormElement} form
 * @param {string} version
 */
function followTopic(form, version) {
  const topic = /** @type {HTMLInputElement | null} */ (form.querySelector("[name=topic]"));
  if (!topic) return;
  const was = topic.defaultValue.trim().split(/\s+/).join(" "); // as the server writes it
  for (const one of /** @type {NodeListOf<HTMLInputElement>} */ (form.parentElement?.querySelectorAll(":scope > form [name=was]") ?? [])) one.value = was;
  for (const one of /** @type {NodeListOf<HTMLInputElement>} */ (form.parentElement?.querySelectorAll(":scope > form:has([name=was]) [name=version]") ?? [])) one.value = version;
}

whenSaved("form[data-shows-link]", (form, { url }) => {
  const link = /** @type {HTMLAnchorElement} */ (form.querySelector("[data-link]"));
  link.href = link.textContent = url;
  link.hidden = false;
});

whenSaved("form[data-compares]", (form, answer) => {
  const shown = /** @type {HTMLElement} */ (form.querySelector("[data-answers]"));
  for (const which of ["now", "then"]) {
    const place = /** @type {HTMLElement} */ (shown.querySelector(`[data-${which}]`));
    place.replaceChildren();
    markdownIn(place)(answer[which].text);
  }
  shown.hidden = false;
});

/** How long, in milliseconds, between two looks at a test, and how often one looks. */
const every = 1_000;
const most = 60;

whenSaved("form[data-test]", (form, { tests }) => void watch(form, tests, most));

/**
 * Shows what comes of a test until nothing more does.
 * @param {HTMLFormElement} form
 * @param {Outcome[]} tests
 * @param {number} left how many looks
 */
async function watch(form, tests, left) {
  const own = tests.filter((one) => one.contact === form.dataset.test);
  const list = /** @type {HTMLElement} */ (form.querySelector("[data-outcomes]"));
  const texts = own.map((one) => one.text);
  if (texts.join("\n") !== [...list.children].map((one) => one.textContent).join("\n")) {
    list.replaceChildren(...texts.map((text) => element("li", "", text)));
  }
  if (left === 0 || own.every((one) => one.over)) return;
  await new Promise((resolve) => setTimeout(resolve, every));
  try {
    const response = await fetch("/api/admin/safety/test", { headers: { Accept: "application/json" } });
    if (response.ok) tests = (await response.json()).tests;
  } catch {
    // the next look may succeed
  }
  return watch(form, tests, left - 1);
}
