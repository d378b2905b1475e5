// The widget's loader: what runs on other people's pages. It puts up a button, and opens the panel, which is a page of
// ours in an iframe (panel.js), when somebody wants it. Nothing of the conversation passes through here.
//
//   <script src="…/widget.js" data-church="grace-harbor" async></script>
//
// Attributes of the script, or without "data-" of a <narthex-widget> element that a page writes itself:
//   data-church     whose chat it is; needed
//   data-position   "end" (default), "start", "left" or "right"; start and end follow the page's direction
//   data-bottom     pixels from the bottom edge, 20 by default
//   data-label      words beside the button's picture; none by default
//   data-theme      "host" (default: as light or dark as the page is), "auto" (as the visitor prefers), "light", "dark"
//   data-language   of the button and the panel; the browser's by default
//   data-agent      care, coordinator, discipleship or stewardship; the general one by default
//
// For the page's scripts there is window.narthex (see Api below), and for its links the attribute data-narthex-open, with
// a church's slug or nothing in it, and data-narthex-message with words for the box.
//
// The page may be anything: it may reset every style with !important, have other people's polyfills, forbid inline styles,
// or be replaced under our feet. So all styles are in a closed shadow tree, whose !important rules win over the page's; the
// element stands in the top layer, where no z-index reaches; and whatever fails here fails without a sound but one line
// on the console.

import { Widget, widgets } from "./element.js";
import { quietly, script } from "./parts.js";

const tag = "narthex-widget";

/** The script's settings, which become the element's. */
const attributes = ["church", "position", "bottom", "label", "theme", "language", "agent"];

/** Those by which a script's element stands where another's would. */
const place = attributes.slice(0, 3);

/** @param {string} [church] */
function find(church) {
  return church ? widgets.find((widget) => widget.church === church) : widgets[0];
}

/** What the page's own scripts may use. A church is named by its slug; without one the first on the page is meant. */
const Api = {
  /** @param {string | { church?: string, message?: string }} [wanted] */
  open(wanted) {
    const { church = "", message = "" } = typeof wanted === "string" ? { church: wanted } : wanted || {};
    quietly(() => find(church)?.open({ message }));
  },
  /** @param {string} [church] */
  close(church) {
    quietly(() => find(church)?.close());
  },
  /** @param {string} [church] */
  toggle(church) {
    quietly(() => find(church)?.toggle());
  },
  /** @param {string} [church] */
  isOpen(church) {
    return find(church)?.isOpen ?? false;
  },
};

/** @param {MouseEvent} event */
function followLink(event) {
  const target = event.target instanceof Element ? event.target.closest("[data-narthex-open]") : null;
  if (!target || event.defaultPrevented) return;
  const widget = find(target.getAttribute("data-narthex-open") || "");
  if (!widget?.isShown) return; // a link goes where it leads
  event.preventDefault();
  widget.open({ message: target.getAttribute("data-narthex-message") || "" });
}

/**
 * Whether another script has put the same there already: the snippet stands on the page twice, or the page has replaced its body and
 * run it again. One in its place that is set otherwise goes, because the page has changed.
 * @param {Element} element
 */
function stands(element) {
  for (const other of [...document.documentElement.children]) {
    /** @param {string} name */
    const same = (name) => other.getAttribute(name) === element.getAttribute(name);
    if (other.localName !== tag || !place.every(same)) continue;
    if (attributes.every(same)) return true;
    other.remove();
  }
  return false;
}

quietly(() => {
  if (!customElements.get(tag)) {
    customElements.define(tag, Widget);
    document.addEventListener("click", (event) => quietly(() => followLink(event)));
    // A page's own variable of this name stays as it is; an element with this id is none.
    if (!Object.prototype.hasOwnProperty.call(window, "narthex")) Object.assign(window, { narthex: Api });
  }
  if (!script?.dataset.church) return;
  const element = document.createElement(tag);
  for (const name of attributes) {
    const value = script.dataset[name];
    if (value) element.setAttribute(name, value);
  }
  if (!stands(element)) document.documentElement.append(element); // outside the body, which some pages replace
});
