// What the loader's parts are made with.

import { styles } from "./style.js";

/** The script that we are, as the page has put it there. */
export const script = /** @type {HTMLScriptElement | null} */ (document.currentScript);

/** The origin of the service. */
export const base = script ? new URL(script.src, location.href).origin : "";

/** What goes wrong here is no concern of the page's. @param {() => unknown} act */
export function quietly(act) {
  try {
    act();
  } catch (error) {
    console.debug("[Narthex]", error);
  }
}

/** The page comes first. @param {() => void} act */
export function whenIdle(act) {
  const later = () => ("requestIdleCallback" in window ? requestIdleCallback(act, { timeout: 2000 }) : setTimeout(act, 200));
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", later, { once: true });
  else later();
}

/** @param {string} church @param {unknown} error */
export function hint(church, error) {
  console.warn(
    `[Narthex] The chat of "${church}" is not shown on ${location.origin}. If this site is the church's, add it to the allowed sites in the ` +
      `church's dashboard; otherwise check data-church and the script's address. (${error})`,
  );
}

/**
 * @param {string} name
 * @param {Record<string, string>} [given]
 * @param {string} [words]
 * @returns {any}
 */
export function make(name, given = {}, words = "") {
  const made = document.createElement(name);
  for (const key of Object.keys(given)) made.setAttribute(key, given[key]);
  if (words) made.textContent = words;
  return made;
}

/** @param {string} name @param {string} line */
export function picture(name, line) {
  const svg = "http://www.w3.org/2000/svg";
  const made = document.createElementNS(svg, "svg");
  const path = document.createElementNS(svg, "path");
  made.setAttribute("viewBox", "0 0 24 24");
  made.setAttribute("class", name);
  made.setAttribute("aria-hidden", "true");
  path.setAttribute("d", line);
  made.append(path);
  return made;
}

/** A constructed sheet needs no permission of the page's policy, a style element would. @param {ShadowRoot} shadow */
export function adopt(shadow) {
  try {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    shadow.adoptedStyleSheets = [sheet];
  } catch {
    shadow.append(make("style", {}, styles)); // browsers from before 2023
  }
}
