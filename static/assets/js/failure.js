// Why an answer ends before its end.

import { ProblemError } from "./client.js";

/** @typedef {import("./turn.js").Turn} Turn */

export const stopped = new Error("stopped by the visitor");
export const forgotten = new Error("forgotten by the visitor");

/**
 * Whether the server takes nothing more for a conversation, because it was deleted there, as by the church.
 * @param {unknown} error
 */
export function wasDeleted(error) {
  return error instanceof ProblemError && error.code === "conversation_forgotten";
}

/**
 * Notes in a turn why it has no answer, or not all of it.
 * @param {Turn} turn
 * @param {unknown} error
 */
export function fail(turn, error) {
  delete turn.waiting;
  if (error === stopped) {
    turn.state = "stopped";
    return;
  }
  if (error === forgotten) return;
  if (!(error instanceof ProblemError)) console.error(error);
  const { code, detail, retryAfter, retryable } = error instanceof ProblemError ? error : new ProblemError({ retryable: true });
  turn.state = "failed";
  turn.failure = { code, message: detail, seconds: retryAfter, retryable: retryable || code === "turn_not_found" };
}
