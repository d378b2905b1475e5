// Where the button stands: in the corner that is to be seen, and on nothing that can be pressed.

/** What can be pressed, or says what it is for. */
const controls = "a[href],button,input,select,textarea,summary,label,iframe,[role=button],[onclick]";

/** By how many pixels it is tried further up. */
const step = 8;

/** How near it may come to a control, in pixels: fingers are not exact. */
const gap = 6;

/**
 * How far the corner that is to be seen is from the corner that "fixed" means, which on a page wider than the screen, and on one that
 * somebody has zoomed into, lies outside. While somebody types, a keyboard covers the bottom, and what they write comes first.
 * @param {DOMRect} corner the right bottom one that "fixed" means
 * @param {boolean} left
 */
export function offset(corner, left) {
  const seen = window.visualViewport;
  if (!seen) return { x: 0, y: 0, scale: 1 };
  const typing = document.activeElement?.matches("input,textarea,select,[contenteditable]");
  const x = left ? seen.offsetLeft : seen.offsetLeft + seen.width - corner.left;
  const y = typing ? 0 : seen.offsetTop + seen.height - corner.top;
  return { x: Math.round(x), y: Math.round(y), scale: seen.scale };
}

/**
 * How many pixels the button has to go up to lie on no control of the page; 0 where none of the lower half is free.
 * @param {Element} host
 * @param {DOMRect} box where it would stand
 */
export function free(host, box) {
  for (let up = 0; up < innerHeight / 2; up += step) if (!taken(host, box, up)) return up;
  return 0;
}

/** @param {Element} host @param {DOMRect} box @param {number} up */
function taken(host, box, up) {
  for (const x of [box.left - gap, box.left + box.width / 2, box.right + gap])
    for (const y of [box.top - gap, box.top + box.height / 2, box.bottom + gap])
      for (const element of document.elementsFromPoint(x, y - up)) {
        const control = element !== host && element.closest(controls);
        if (control && small(control) && stays(control)) return true;
      }
  return false;
}

/** A map or a video that fills the page is nothing to be pressed in one place. @param {Element} control */
function small(control) {
  const box = control.getBoundingClientRect();
  return box.width * box.height < (innerWidth * innerHeight) / 2;
}

/** Whether no scrolling brings a control out from below: it is fixed, or the page is at its end. @param {Element} control */
function stays(control) {
  const page = document.scrollingElement;
  if (page && page.scrollTop + page.clientHeight >= page.scrollHeight - 1) return true;
  for (let e = /** @type {Element | null} */ (control); e; e = e.parentElement) if (/fixed|sticky/.test(getComputedStyle(e).position)) return true;
  return false;
}
