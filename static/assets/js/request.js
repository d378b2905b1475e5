// One request to the server, and its answer or why there is none.

import { ConnectionError, ProblemError } from "./errors.js";

/** How long (in milliseconds) the server may take to do a small thing, such as to note what a visitor thinks of an answer. */
const callLimit = 15_000;

/**
 * Makes a request; a refusal is thrown.
 * @param {URL} address
 * @param {RequestInit} request
 */
export async function fetchOrFail(address, request) {
  /** @type {Response} */
  let response;
  try {
    response = await fetch(address, { credentials: "omit", cache: "no-store", ...request });
  } catch (error) {
    throw new ConnectionError(String(error));
  }
  if (response.ok) return response;
  const isJSON = /^application\/(problem\+)?json/.test(response.headers.get("Content-Type") || "");
  // A proxy's half-sent page says no less than its status.
  const { code, detail } = isJSON ? await response.json().catch(() => ({})) : {};
  if (!isJSON) await response.body?.cancel();
  const { status } = response;
  throw new ProblemError({
    code,
    detail,
    retryable: status === 409 || status === 429 || status >= 500,
    passing: status === 409 || status === 429 || status > 500,
    retryAfter: Number(response.headers.get("Retry-After")) || 0,
  });
}

/**
 * Has the server do a small thing, and gives what it says to that, if anything.
 * @param {URL} address
 * @param {RequestInit} request
 * @param {EventTarget} interrupts says "drop" when the connection is as good as lost
 */
export async function callOrFail(address, request, interrupts) {
  const call = new AbortController();
  const drop = () => call.abort();
  const timer = setTimeout(drop, callLimit);
  interrupts.addEventListener("drop", drop);
  try {
    const response = await fetchOrFail(address, { ...request, signal: call.signal, keepalive: true }); // also when the visitor closes the page now
    return response.status === 204 ? undefined : await response.json();
  } finally {
    clearTimeout(timer);
    interrupts.removeEventListener("drop", drop);
  }
}
