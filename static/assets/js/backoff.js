// How long to wait before the next try.

const first = 500;
const longest = 30_000;

/**
 * Waits that double, from half a second to half a minute, each of them random between its half and its whole: when a server
 * comes back, its visitors do not come all at once.
 */
export class Backoff {
  #next = first;

  /** @returns {number} milliseconds */
  next() {
    const wait = this.#next;
    this.#next = Math.min(longest, 2 * wait);
    return wait / 2 + (Math.random() * wait) / 2;
  }

  /** Something worked: the next wait is a short one again. */
  reset() {
    this.#next = first;
  }
}
