// Why an answer does not come.

/** The server has refused a request. */
export class ProblemError extends Error {
  /**
   * @param {object} problem
   * @param {string} [problem.code] stable
   * @param {string} [problem.detail] for people, in English
   * @param {boolean} problem.retryable whether the same request may succeed later
   * @param {boolean} [problem.passing] whether it is likely to succeed soon without anybody doing anything
   * @param {number} [problem.retryAfter] seconds, 0 if the server named none
   */
  constructor({ code = "", detail = "", retryable, passing = false, retryAfter = 0 }) {
    super(detail || code || "refused");
    this.code = code;
    this.detail = detail;
    this.retryable = retryable;
    this.passing = passing;
    this.retryAfter = retryAfter;
  }
}

/** The connection failed, or was left with the advice to come back. */
export class ConnectionError extends Error {
  /**
   * @param {string} message
   * @param {number} [wait] milliseconds to wait before coming back, if that is known
   */
  constructor(message, wait) {
    super(message);
    this.wait = wait;
  }
}

/** The session has no such turn. */
export function turnNotFound() {
  return new ProblemError({ code: "turn_not_found", retryable: false });
}
