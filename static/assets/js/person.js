// Mail scanners open links, run what is there, and may make events by script. An event that the browser itself makes is a person's.

const signs = ["pointerdown", "pointermove", "keydown", "touchstart", "wheel"];

/**
 * Calls back, once, at the first touch, key or movement; a script can have the browser tell of a focus.
 * @param {() => void} seen
 * @param {AbortController} [waiting] ends the wait; it is aborted before the call
 */
export function atFirstSign(seen, waiting = new AbortController()) {
  /** @param {Event} event */
  const noticed = (event) => {
    if (!event.isTrusted) return; // made by a script
    waiting.abort();
    seen();
  };
  for (const sign of signs) addEventListener(sign, noticed, { signal: waiting.signal, passive: true, capture: true });
}
