// What came with the link of a campaign and is wanted later, perhaps after a detour by mail or another provider.

/** The parameters that are kept, by which they are kept in the browser too. */
const kept = ["tradition", "ref"];

/** @type {Record<string, RegExp>} what each may look like; anything else is dropped */
const shapes = { tradition: /^[a-z0-9-]{1,64}$/, ref: /^outreach-[A-Za-z0-9_-]{1,128}$/ };

/** Keeps what the page's address brings. The latest counts. */
export function remember() {
  const asked = new URLSearchParams(location.search);
  for (const name of kept) {
    const value = asked.get(name);
    if (value && shapes[name].test(value)) attempt(() => localStorage.setItem(name, value));
  }
}

/**
 * @param {string} name
 * @returns {string} "" if nothing is kept
 */
export function remembered(name) {
  const value = attempt(() => localStorage.getItem(name)) ?? "";
  return shapes[name].test(value) ? value : "";
}

/** @param {string} name */
export function forget(name) {
  attempt(() => localStorage.removeItem(name));
}

/**
 * Storage may be switched off.
 * @template T
 * @param {() => T} use
 * @returns {T | undefined}
 */
function attempt(use) {
  try {
    return use();
  } catch {
    return undefined;
  }
}
