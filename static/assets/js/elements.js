// Making elements.

/**
 * @param {string} tag
 * @param {string} [className]
 * @param {string} [words] its text
 * @returns {HTMLElement}
 */
export function element(tag, className = "", words = "") {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (words) made.textContent = words;
  return made;
}

/**
 * @param {string} className
 * @param {string} words
 * @param {() => void} onClick
 */
export function button(className, words, onClick) {
  const made = /** @type {HTMLButtonElement} */ (element("button", className, words));
  made.type = "button";
  made.addEventListener("click", onClick);
  return made;
}

const svg = "http://www.w3.org/2000/svg";

/**
 * A button that shows a picture and is read as words.
 * @param {string} path the picture's, in a square of 24
 * @param {string} words
 * @param {() => void} onClick
 */
export function iconButton(path, words, onClick) {
  const made = button("icon-button icon-button--small", "", onClick);
  const picture = document.createElementNS(svg, "svg");
  const line = document.createElementNS(svg, "path");
  picture.setAttribute("viewBox", "0 0 24 24");
  picture.setAttribute("aria-hidden", "true");
  line.setAttribute("d", path);
  picture.append(line);
  made.append(picture, element("span", "visually-hidden", words));
  made.title = words;
  return made;
}

/**
 * @param {ParentNode} parent
 * @param {string} selector
 * @returns {HTMLElement}
 */
export function find(parent, selector) {
  const found = parent.querySelector(selector);
  if (!(found instanceof HTMLElement)) throw new Error(`the page lacks ${selector}`);
  return found;
}
