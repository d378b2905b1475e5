// A quick way out, for somebody who is looked over the shoulder: a neutral page in place of this one, so that the way back
// does not lead here.

import { isComposing } from "./inputmethod.js";

/** A page that says nothing about who was on it, and that few networks block. */
const neutral = "https://www.wikipedia.org/";

/** Escape pressed twice within so many milliseconds leaves. */
const twice = 600;

/** Leaves at once. Nothing is to be seen of the page while the other one loads. */
export function leave() {
  document.documentElement.hidden = true;
  document.title = "…";
  location.replace(neutral);
}

/**
 * Calls back when Escape is pressed twice. The first time may also close what is open.
 * @param {() => void} onLeave
 */
export function onEscapeTwice(onLeave) {
  let last = -Infinity;
  addEventListener("focus", () => (last = -Infinity)); // a panel that was closed and opened again is another beginning
  document.addEventListener(
    "keydown",
    (event) => {
      const { key, repeat, timeStamp } = event;
      if (repeat || isComposing(event)) return;
      const escape = key === "Escape";
      if (escape && timeStamp - last < twice) onLeave();
      last = escape ? timeStamp : -Infinity;
    },
    { capture: true }, // before what is open has closed itself
  );
}
