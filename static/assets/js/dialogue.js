// What a chat does, whatever it looks like: asks one question after another, keeps what was said, waits out what can be
// waited out, and shares the work with the other tabs of this browser.

import { fail, forgotten, stopped, wasDeleted } from "./failure.js";
import { deleteForgotten, noteForgotten } from "./forgotten.js";
import { withLock } from "./lock.js";
import { apply, endedHalfWay, goesOn, newTurn, randomId, sendAgain, settle, stillMeant } from "./turn.js";

/** @typedef {import("./turn.js").Turn} Turn */
/** @typedef {"free" | "answering" | "waiting"} Busy waiting: nothing comes just now, and more may be asked meanwhile */

/**
 * @typedef {object} DialogueOptions
 * @property {import("./client.js").Client} client
 * @property {import("./conversation.js").Conversation} conversation
 * @property {string} agent
 * @property {string} [lens] the tradition in whose words to answer, where the visitor may choose one
 * @property {string} [preview] by which a church that visitors do not see yet answers
 * @property {(turn: Turn, running: boolean) => void} onTurn a turn is new or has changed
 * @property {(turn: Turn) => void} onEnd a turn of this page will not change any more
 * @property {(busy: Busy) => void} onBusy
 * @property {(id: string) => void} onDropped a message was taken back
 * @property {() => void} onForgotten everything is gone
 * @property {() => void} onDeleted what was said was deleted on the server, and what has no answer yet is asked in a new conversation
 */

/** How often a growing answer is stored. */
const saveEvery = 400;

/** How long another tab is left alone with what it has just asked. */
const adoptAfter = 1_000;

/** How long the server has to end an answer that is to be stopped. */
const stopLimit = 3_000;

export class Dialogue {
  /** What this page answers or waits for, by the turn's id. @type {Map<string, AbortController>} */
  #mine = new Map();
  /** The turn that is being answered here. @type {Turn | null} */
  #running = null;
  #stopping = false;
  /** The one that was answered here last. @type {Turn | null} */
  #last = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #adopting;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #saving;
  /** The session that was begun because the one before was deleted on the server, until there is an answer in it. */
  #anew = "";
  /** The end of the last turn that was begun here. */
  #before = Promise.resolve();

  /** @param {DialogueOptions} options */
  constructor(options) {
    this.options = options;
    this.client = options.client;
    this.conversation = options.conversation;
  }

  /** Shows what is remembered, and goes on with what has no answer yet. */
  start() {
    for (const turn of this.conversation.turns) this.options.onTurn(turn, goesOn(turn));
    this.#adopt();
    this.makeUp();
  }

  /** Takes over what another tab has stored. */
  sync() {
    if (!this.conversation.load()) {
      this.#abandon();
      this.conversation.leave();
      this.options.onForgotten();
    }
    this.#restore();
    for (const id of this.conversation.dropped) this.#letGo(id);
    for (const turn of this.conversation.turns) {
      if (turn.id !== this.#running?.id) this.options.onTurn(turn, goesOn(turn));
    }
    clearTimeout(this.#adopting);
    this.#adopting = setTimeout(() => this.#adopt(), adoptAfter);
  }

  /** @param {string} question */
  ask(question) {
    const turn = newTurn(question, this.options.agent);
    if (this.#running) turn.waiting = { why: "queue", seconds: 0 };
    if (!this.conversation.save(turn)) {
      this.sync();
      this.conversation.save(turn);
    }
    this.#take(turn);
  }

  /** @param {string} id */
  retry(id) {
    const turn = this.conversation.find(id);
    if (!turn || this.#mine.has(id)) return;
    sendAgain(turn);
    this.#take(turn, true);
  }

  /** Ends the answer that is under way here; what has come of it stays. */
  async stop() {
    const turn = this.#running;
    const controller = turn && this.#mine.get(turn.id);
    if (!turn || !controller) return;
    this.#stopping = true;
    const { turnId } = turn;
    if (turn.waiting) controller.abort(stopped);
    setTimeout(() => controller.abort(stopped), stopLimit);
    if (turnId) await this.#stopOnServer(turnId, controller);
  }

  /**
   * Takes back a message that was not sent yet.
   * @param {string} id
   */
  drop(id) {
    const turn = this.#running;
    if (turn?.id === id && turn.tried) return this.#show(turn); // it has gone out meanwhile
    this.conversation.remove(id);
    this.#letGo(id);
  }

  /** @param {string} id of a message that was taken back, here or in another tab */
  #letGo(id) {
    this.#mine.get(id)?.abort(forgotten);
    this.options.onDropped(id);
  }

  /**
   * @param {string} id
   * @param {"up" | "down" | ""} value
   * @param {string} comment
   */
  async rate(id, value, comment) {
    const turnId = this.conversation.find(id)?.turnId;
    if (!turnId) return;
    await this.client.rate({ turnId, sessionId: this.conversation.sessionId }, value, comment);
    const turn = this.conversation.find(id); // as it is now
    if (turn) this.conversation.save({ ...turn, rating: value });
  }

  /**
   * Answers what a tool asks in a turn.
   * @param {string} id
   * @param {string} callId
   * @param {boolean} accept
   */
  async confirm(id, callId, accept) {
    const turnId = this.conversation.find(id)?.turnId;
    if (!turnId) return;
    this.#settle(await this.client.confirm({ turnId, sessionId: this.conversation.sessionId }, callId, accept));
  }

  /**
   * Shows in the turn that asked what became of it.
   * @param {import("./wire.js").ToolStatus} news
   * @param {string} [except] the turn that says so
   */
  #settle(news, except) {
    for (const turn of this.conversation.turns) {
      if (turn.id === except || !settle(turn, news)) continue;
      this.conversation.save(turn);
      this.options.onTurn(turn, this.#running?.id === turn.id);
    }
  }

  /** Forgets the conversation, here and on the server. Gives false if the server could not be told yet. */
  async forget() {
    const { sessionId, turns } = this.conversation;
    if (turns.length > 0) noteForgotten({ churchId: this.client.churchId, sessionId });
    this.#abandon();
    this.conversation.forget();
    this.options.onForgotten();
    return deleteForgotten(this.client);
  }

  /** Tells the server what it could not be told before. */
  makeUp() {
    void deleteForgotten(this.client);
  }

  /** Begins anew, here alone: this browser lets go of what was said, the server does not. */
  begin() {
    this.#abandon();
    this.conversation.forget();
    this.options.onForgotten();
  }

  /** Leaves nothing in this browser, of what other tabs have said either. */
  leave() {
    this.#abandon();
    this.conversation.wipe();
    this.options.onForgotten();
  }

  /** Stores what has come so far: the page may be about to go. */
  flush() {
    if (this.#running) this.conversation.save(this.#running);
  }

  #abandon() {
    for (const controller of this.#mine.values()) controller.abort(forgotten);
    this.#mine.clear();
    this.#running = this.#last = null;
    this.options.onBusy("free");
  }

  /**
   * Stores once more how the last turn here ended, if that was lost: when two tabs store at the same moment, one does not
   * see yet what the other has written.
   */
  #restore() {
    const last = this.#last;
    if (!last) return;
    const stored = this.conversation.find(last.id);
    if (stored && (stored.state !== "pending" || stored.sentAt !== last.sentAt)) return;
    this.conversation.save(last);
  }

  /** Sees to the answers that are missing. */
  #adopt() {
    for (const turn of this.conversation.turns) if (goesOn(turn) && !this.#mine.has(turn.id)) this.#take(turn);
  }

  /**
   * Answers a turn, when it is its turn. If another tab is at it, this one waits to take over from there.
   * @param {Turn} turn
   * @param {boolean} [retried]
   */
  #take(turn, retried = false) {
    const controller = new AbortController();
    const { signal } = controller;
    this.#mine.set(turn.id, controller);
    this.options.onTurn(turn, true);
    const answering = withLock(`${this.conversation.key}:${turn.id}`, signal, async () => {
      const run = this.#before.then(() => this.#answerUnlessAnswered(turn, controller, retried));
      this.#before = run.catch(() => {}); // whatever becomes of one, the next is answered
      await run;
    });
    void answering.finally(() => {
      if (this.#mine.get(turn.id) === controller) this.#mine.delete(turn.id);
    });
  }

  /**
   * @param {Turn} turn
   * @param {AbortController} controller
   * @param {boolean} retried
   */
  async #answerUnlessAnswered(turn, controller, retried) {
    if (controller.signal.aborted) return;
    try {
      this.conversation.load();
      if (this.conversation.dropped.includes(turn.id)) return this.#letGo(turn.id);
      turn = this.#asStored(turn, retried);
      if (turn.state !== "pending") return;
      this.#running = turn;
      this.#stopping = false;
      delete turn.waiting;
      const resumed = await this.#answer(turn, controller);
      if (retried && resumed && endedHalfWay(turn)) {
        // An earlier try of this message ended half-way on the server, which will never say more under this name.
        sendAgain(turn);
        turn.messageId = randomId();
        await this.#answer(turn, controller);
      }
    } catch (error) {
      if (wasDeleted(error) && this.conversation.sessionId !== this.#anew) this.#beginAnew();
      else fail(turn, error);
    }
    this.#end(turn, controller);
  }

  /** Asks in a new conversation what waits here for an answer. */
  #beginAnew() {
    const waiting = this.conversation.turns.filter((turn) => turn.state === "pending" && this.#mine.has(turn.id));
    this.begin();
    this.#anew = this.conversation.sessionId;
    this.options.onDeleted();
    for (const { question } of waiting) this.ask(question);
  }

  /**
   * A turn as another tab may have got on with it.
   * @param {Turn} turn
   * @param {boolean} retried then it is begun anew here
   */
  #asStored(turn, retried) {
    const stored = this.conversation.find(turn.id);
    return stored && !retried ? stored : turn;
  }

  /**
   * Stores and shows what has come of a turn.
   * @param {Turn} turn
   * @param {AbortController} controller
   */
  #end(turn, controller) {
    clearTimeout(this.#saving);
    this.#saving = undefined;
    if (this.#running === turn) {
      this.#running = null;
      this.options.onBusy("free");
    }
    if (controller.signal.reason === forgotten) return;
    this.#last = turn;
    if (turn.state === "done") this.#anew = "";
    this.conversation.save(turn);
    this.options.onTurn(turn, false);
    this.options.onEnd(turn);
  }

  /**
   * Sends a turn, or goes on with it, and notes what comes. Reports whether that was said before, in answer to an earlier
   * try.
   * @param {Turn} turn
   * @param {AbortController} controller
   */
  async #answer(turn, controller) {
    let resumed = false;
    const { signal } = controller;
    const request = this.#request(turn);
    const meant = () => Date.now() - (turn.sentAt ?? turn.at) < stillMeant;
    this.#keep(turn, controller); // before it is sent: after a reload it can be sent again
    this.#show(turn);
    for await (const event of this.client.answer(request, turn, { signal, meant })) {
      apply(turn, event);
      if (event.type === "start") resumed = event.data.resumed;
      if (event.type === "tool" && event.data.callId) this.#settle(event.data, turn.id);
      if (event.type === "start" && this.#stopping) void this.#stopOnServer(turn.turnId, controller);
      if (event.type === "start") this.#keep(turn, controller);
      else this.#saving ??= setTimeout(() => this.#keep(turn, controller), saveEvery);
      this.#show(turn);
    }
    return resumed;
  }

  /** @param {Turn} turn */
  #show(turn) {
    this.options.onBusy(turn.waiting ? "waiting" : "answering");
    this.options.onTurn(turn, true);
  }

  /**
   * @param {Turn} turn
   * @param {AbortController} controller
   */
  #keep(turn, controller) {
    clearTimeout(this.#saving);
    this.#saving = undefined;
    if (controller.signal.aborted) return;
    if (this.conversation.save(turn)) return;
    controller.abort(forgotten);
    this.sync();
  }

  /**
   * @param {string} turnId
   * @param {AbortController} controller
   */
  async #stopOnServer(turnId, controller) {
    try {
      await this.client.stop({ turnId, sessionId: this.conversation.sessionId });
    } catch {
      controller.abort(stopped); // then it goes on to its end there, unseen
    }
  }

  /** @param {Turn} turn */
  #request(turn) {
    return {
      message: turn.question,
      churchId: this.client.churchId,
      sessionId: this.conversation.sessionId,
      history: this.conversation.historyBefore(turn),
      agentType: turn.asked ?? this.options.agent,
      lensOverride: this.options.lens || null,
      lensNameOverride: null,
      clientMessageId: turn.messageId,
      ...(this.options.preview && { preview: this.options.preview }),
    };
  }
}
