// One widget on a page: the button, and the panel in its frame.

import { adopt, base, hint, make, picture, quietly, whenIdle } from "./parts.js";
import { free, offset } from "./place.js";
import { themeOfPage } from "./theme.js";

/**
 * What the service says to a site that may show the chat. siteData in package pages mirrors it.
 * @typedef {object} Site
 * @property {string} name
 * @property {string} language
 * @property {string} dir
 * @property {string} [accent]
 * @property {string} [onAccent]
 * @property {string} token
 * @property {number} life of the token, seconds
 * @property {Record<string, string>} texts
 */

/** A screen too small for a panel beside the page: there it is a sheet over all of it. style.js has the same condition. */
const small = "(max-width: 480px), (max-height: 480px)";

/** How long (in milliseconds) the panel may take to come up before a way around it is shown. */
const patience = 10_000;

/** Where a visitor goes who must get away at once (leave.js), and within how many milliseconds Escape has to be pressed twice. */
const neutral = "https://www.wikipedia.org/";
const twice = 600;

/** After how many milliseconds of rest on the page, and how often (in milliseconds) in any case, the button looks where it lies. */
const rest = 120;
const round = 2000;

/** A token that ends within so many milliseconds is not given to a panel any more. */
const spare = 120_000;

/** All on this page, in the order of their coming. @type {Widget[]} */
export const widgets = [];

export class Widget extends HTMLElement {
  #shadow = this.attachShadow({ mode: "closed" });
  #listening = new AbortController();
  #open = false;
  #ready = false; // the panel is up
  #imports = 0;
  /** @type {Site | undefined} */
  #site;
  #until = 0; // when the site's token ends
  /** @type {Promise<Site> | undefined} */
  #asking;
  /** What is to be done once there is a panel. @type {(() => void)[]} */
  #waiting = [];
  /** @type {HTMLIFrameElement | undefined} */
  #frame;
  /** @type {Element | null} */
  #cameFrom = null;
  #message = "";
  #takeFocus = false; // as soon as the panel is up
  #late = false; // the panel has not come up in time
  #closed = -twice; // when the panel was closed last
  #settling = 0; // the timer of settle

  /** The parts of the shadow tree. @type {Record<string, any>} */
  #parts = {};

  get church() {
    return this.getAttribute("church") || "";
  }

  connectedCallback() {
    quietly(() => {
      if (widgets.includes(this)) return;
      widgets.push(this);
      const { signal } = (this.#listening = new AbortController());
      whenIdle(() => this.#start(signal));
    });
  }

  disconnectedCallback() {
    quietly(() => {
      this.#listening.abort();
      this.#frame?.remove();
      this.#frame = undefined;
      this.#open = this.#ready = false;
      this.#shadow.replaceChildren();
      this.#parts = {};
      widgets.splice(widgets.indexOf(this), 1);
      Widget.#placeAll();
    });
  }

  /** Opens the panel. @param {{ message?: string, focus?: boolean }} [options] */
  open({ message = "", focus = true } = {}) {
    if (!this.#parts.panel) {
      this.#waiting.push(() => this.open({ message, focus }));
      return;
    }
    if (message) this.#message = String(message).slice(0, 2000);
    for (const other of widgets) if (other !== this) other.close();
    const fresh = !this.#open;
    this.#open = true;
    if (fresh) this.#cameFrom = document.activeElement;
    if (fresh && this.#late) this.#unload(); // what was fetched ahead failed unseen
    this.#load();
    this.#show(focus);
    if (fresh) {
      this.#remember();
      this.#tell("open");
    }
  }

  close() {
    if (!this.#open) return;
    const { panel, button } = this.#parts;
    // In the panel, or nowhere, since the panel took it: otherwise somebody is at work elsewhere on the page.
    const inside = document.activeElement === this || document.activeElement === document.body;
    this.#open = this.#takeFocus = false;
    this.#closed = performance.now();
    panel.close();
    this.#drawButton();
    this.#settleSoon();
    this.#send("closed");
    if (this.#late) this.#unload();
    const back = this.#cameFrom;
    if (inside) (back && back !== this && back !== document.body && back.isConnected ? /** @type {any} */ (back) : button).focus();
    this.#remember();
    this.#tell("close");
  }

  toggle() {
    if (this.#open) this.close();
    else this.open();
  }

  get isOpen() {
    return this.#open;
  }

  /** Whether this page may show the chat, as far as is known. */
  get isShown() {
    return this.#site !== undefined;
  }

  /** @param {AbortSignal} moved aborts when the page takes the element away, if only to put it elsewhere, where it starts anew */
  async #start(moved) {
    try {
      if (moved.aborted) return;
      await this.#ask();
      if (!this.#site || moved.aborted) return;
      this.#build();
      this.#listen();
      this.#tell("ready");
      for (const act of this.#waiting.splice(0)) act();
      if (recall(this.church) && !matchMedia(small).matches) this.open({ focus: false });
    } catch (error) {
      hint(this.church, error);
    }
  }

  /** Asks whether this page may show the chat. A module is asked anew only under another address. */
  async #ask() {
    const query = new URLSearchParams({ lang: this.getAttribute("language") || "" });
    if (this.#imports++) query.set("n", String(this.#imports));
    const { default: site } = await import(`${base}/widget/${encodeURIComponent(this.church)}/site.js?${query}`);
    if (!site) return; // the church has no chat just now
    this.#site = site;
    this.#until = Date.now() + site.life * 1000;
  }

  /** The site with a token that is good for a while. @returns {Promise<Site>} */
  #fresh() {
    if (this.#site && Date.now() < this.#until - spare) return Promise.resolve(this.#site);
    this.#asking ||= this.#ask()
      .then(() => {
        if (!this.#site || Date.now() >= this.#until) throw new Error("no chat just now");
        return this.#site;
      })
      .finally(() => (this.#asking = undefined));
    return this.#asking;
  }

  #build() {
    const { texts, dir, language, accent, onAccent } = /** @type {Site} */ (this.#site);
    const root = make("div", { class: "root", dir, lang: language });
    const panel = make("dialog", { class: "panel", id: "panel", "aria-label": texts.title });
    const wait = make("div", { class: "wait" });
    const says = make("div", { class: "says", role: "status" }, texts.loading);
    const dismiss = make("button", { class: "dismiss", type: "button" }, texts.close); // a sheet hides all else that closes it
    const button = make("button", { class: "button", type: "button", "aria-haspopup": "dialog", "aria-controls": "panel" });
    const label = this.getAttribute("label");
    button.append(picture("chat", "M20.5 11.5a8 8 0 0 1-11.7 7.1L4 20l1.4-4.6a8 8 0 1 1 15.1-3.9zM9 11.5h.01M12.5 11.5h.01M16 11.5h.01"), picture("cross", "M6 6l12 12M18 6L6 18"));
    if (label) button.append(make("span", { class: "label" }, label));
    wait.append(says, dismiss);
    panel.append(wait);
    root.append(panel, button); // the panel first: whoever leaves it with the tabulator comes to the button
    this.#parts = { root, panel, wait, says, dismiss, button };
    adopt(this.#shadow);
    this.#shadow.append(root);
    if (accent && onAccent) {
      root.style.setProperty("--accent", accent);
      root.style.setProperty("--on-accent", onAccent);
    }
    Widget.#placeAll();
    this.#drawButton();
    // In the top layer nothing of the page lies above, and nothing around the element can move or clip it.
    quietly(() => {
      this.popover = "manual";
      this.showPopover();
    });
    this.#settle();
  }

  /** Those on the same side stand one above the other. */
  static #placeAll() {
    const taken = { left: 0, right: 0 };
    const rtl = getComputedStyle(document.documentElement).direction === "rtl";
    for (const widget of widgets) {
      const { root } = widget.#parts;
      if (!root) continue;
      const wanted = widget.getAttribute("position");
      const left = wanted === "left" || (wanted !== "right" && (wanted === "start") !== rtl);
      const above = 72 * taken[left ? "left" : "right"]++;
      const bottom = Math.min(Math.max(parseInt(widget.getAttribute("bottom") ?? "20", 10) || 0, 0), 400);
      root.classList.toggle("left", left);
      root.style.setProperty("--bottom", `${bottom + above}px`);
      widget.#settleSoon();
    }
  }

  /** Brings the button where it is seen, and off what can be pressed. While the panel is open everything stays where it is. */
  #settle() {
    const { button, root } = this.#parts;
    if (!root || this.#open || document.hidden) return;
    const { x, y, scale } = offset(this.getBoundingClientRect(), root.classList.contains("left"));
    button.style.translate = x || y ? `${x}px ${y}px` : "";
    button.style.scale = scale === 1 ? "" : `${1 / scale}`; // as large as before, on the screen
    const up = parseInt(root.style.getPropertyValue("--up"), 10) || 0;
    const box = button.getBoundingClientRect();
    const wanted = Math.round(free(this, new DOMRect(box.x, box.y + up / scale, box.width, box.height)) * scale);
    if (wanted !== up) root.style.setProperty("--up", `${wanted}px`);
  }

  /** Settles as soon as nothing moves any more. */
  #settleSoon() {
    clearTimeout(this.#settling);
    this.#settling = window.setTimeout(() => quietly(() => this.#settle()), rest);
  }

  #listen() {
    const { button, panel, root, dismiss } = this.#parts;
    const { signal } = this.#listening;
    /** @param {EventTarget} target @param {string} kinds @param {(event: any) => void} act */
    const on = (target, kinds, act) => {
      for (const kind of kinds.split(" ")) target.addEventListener(kind, (event) => quietly(() => act(event)), { signal, capture: target === window });
    };
    on(button, "click", () => this.toggle());
    on(dismiss, "click", () => this.close());
    on(button, "pointerenter focus pointerdown", () => this.#prefetch());
    on(root, "keydown keyup keypress", (event) => {
      event.stopPropagation(); // the page's shortcuts are not meant
      if (event.type === "keydown" && event.key === "Escape") this.close();
    });
    on(window, "keydown", (event) => {
      if (event.key === "Escape" && !this.#open && event.timeStamp - this.#closed < twice && !event.repeat) this.#send("leave");
    });
    on(panel, "cancel", (event) => {
      event.preventDefault();
      this.close();
    });
    on(window, "message", (event) => this.#hear(event));
    on(matchMedia(small), "change", () => this.#open && this.#show(false));
    on(matchMedia("(prefers-color-scheme: dark)"), "change", () => this.#sendTheme());
    if (window.visualViewport)
      on(window.visualViewport, "resize scroll", () => {
        this.#fit();
        this.#settleSoon();
      });
    on(window, "scroll resize load focusin focusout", () => this.#settleSoon());
    const rounds = setInterval(() => quietly(() => this.#settle()), round); // a banner comes and goes without telling anybody
    signal.addEventListener("abort", () => clearInterval(rounds));
    on(document, "securitypolicyviolation", (event) => {
      if (this.#frame && !this.#ready && event.effectiveDirective === "frame-src") this.#giveUp();
    });
  }

  #prefetch() {
    const connection = /** @type {any} */ (navigator).connection;
    if (!connection?.saveData) this.#load();
  }

  /** Brings up the panel behind the scenes, at the first call. */
  #load() {
    if (this.#frame) return;
    const frame = document.createElement("iframe");
    this.#frame = frame;
    this.#late = false;
    this.#parts.panel.classList.remove("late");
    this.#parts.says.textContent = /** @type {Site} */ (this.#site).texts.loading;
    this.#fresh().then(
      (site) => {
        const query = new URLSearchParams({
          visitor: site.token,
          lang: this.getAttribute("language") || "",
          agent: this.getAttribute("agent") || "",
          theme: this.#theme(),
        });
        frame.title = site.texts.title;
        frame.allow = "clipboard-write";
        frame.referrerPolicy = "strict-origin";
        frame.src = `${base}/widget/${encodeURIComponent(this.church)}?${query}`;
        if (this.#frame !== frame) return;
        this.#parts.panel.append(frame);
        setTimeout(() => this.#frame === frame && !this.#ready && this.#giveUp(), patience);
      },
      () => this.#frame === frame && this.#giveUp(),
    );
  }

  /** Gives up on a panel that did not come up; the next call of load tries anew. */
  #unload() {
    if (this.#ready) return;
    this.#frame?.remove();
    this.#frame = undefined;
  }

  /** Shows the panel as far as there is one. @param {boolean} focus */
  #show(focus) {
    const { panel, root } = this.#parts;
    const sheet = matchMedia(small).matches;
    if (panel.open && root.classList.contains("sheet") !== sheet) panel.close();
    root.classList.toggle("sheet", sheet);
    if (!panel.open && sheet) panel.showModal(); // the page behind it cannot be reached
    panel.open = true; // unlike show() it leaves the focus where it is
    this.#fit();
    this.#drawButton();
    this.#sendTheme();
    this.#takeFocus ||= focus;
    if (!this.#ready) return;
    if (this.#takeFocus) this.#frame?.focus();
    this.#send("opened", { focus: this.#takeFocus, sheet, message: this.#message });
    this.#takeFocus = false;
    this.#message = "";
  }

  /** On a phone the keyboard covers the page and does not make it smaller. */
  #fit() {
    const { panel, root } = this.#parts;
    const seen = window.visualViewport;
    if (!seen || !this.#open) return;
    const sheet = root.classList.contains("sheet") && seen.scale <= 1; // who has zoomed in looks at a part of it
    const size = sheet ? seen.scale : 1; // of a page that is shown smaller than it is, the sheet is not
    panel.style.height = sheet ? `${seen.height * size}px` : "";
    panel.style.width = sheet ? `${seen.width * size}px` : "";
    panel.style.top = sheet ? `${seen.offsetTop}px` : "";
    panel.style.left = sheet ? `${seen.offsetLeft}px` : "";
    panel.style.scale = size === 1 ? "" : `${1 / size}`;
  }

  #drawButton() {
    const { button, root } = this.#parts;
    const { texts } = /** @type {Site} */ (this.#site);
    root.classList.toggle("open", this.#open);
    if (this.#open) root.classList.remove("news");
    button.setAttribute("aria-expanded", String(this.#open));
    const news = root.classList.contains("news");
    const name = news ? texts.news : texts.open;
    const label = this.getAttribute("label"); // who speaks to the computer says what is to be seen
    button.setAttribute("aria-label", this.#open ? texts.close : label ? `${label}: ${name}` : name);
  }

  /** The panel does not come up (it is forbidden here, or the network is slow or away). There is the chat's own page. */
  #giveUp() {
    const { panel, says } = this.#parts;
    const { texts } = /** @type {Site} */ (this.#site);
    const query = new URLSearchParams();
    const chosen = { agent: this.getAttribute("agent"), lang: this.getAttribute("language") };
    for (const [name, value] of Object.entries(chosen)) if (value) query.set(name, value);
    const address = `${base}/chat/${encodeURIComponent(this.church)}?${query}`.replace(/\?$/, "");
    this.#late = true;
    panel.classList.add("late");
    says.replaceChildren(
      make("p", {}, texts.failed),
      make("a", { href: address, target: "_blank", rel: "noopener" }, texts.elsewhere),
    );
  }

  /** @param {MessageEvent} event */
  #hear(event) {
    if (event.origin !== base || !this.#frame || event.source !== this.#frame.contentWindow) return;
    switch (event.data?.narthex) {
      case "ready":
        this.#ready = true;
        this.#late = false;
        this.#parts.wait.remove();
        this.#parts.panel.classList.remove("late");
        this.#parts.panel.classList.add("up");
        if (this.#open) this.#show(false);
        break;
      case "close":
        this.close();
        break;
      case "leave": // as far as we can: what came before this page is still in the tab's history
        this.#open = false;
        this.#remember(); // whoever comes back to the site finds no chat open
        document.documentElement.style.display = "none";
        location.replace(neutral);
        break;
      case "news":
        if (this.#open) return;
        this.#parts.root.classList.add("news");
        this.#drawButton();
        break;
      case "renew":
        this.#until = 0;
        this.#fresh().then(
          ({ token }) => this.#send("token", { token }),
          () => this.#send("token", { token: "" }),
        );
    }
  }

  /** @param {string} kind @param {object} [more] */
  #send(kind, more) {
    if (this.#ready) this.#frame?.contentWindow?.postMessage({ narthex: kind, ...more }, base);
  }

  #theme() {
    return themeOfPage(this.getAttribute("theme"));
  }

  #sendTheme() {
    const theme = this.#theme();
    this.#parts.root.dataset.theme = theme;
    this.#send("theme", { theme });
  }

  #remember() {
    quietly(() => {
      const key = `narthex:${this.church}`;
      if (this.#open) sessionStorage.setItem(key, "open");
      else sessionStorage.removeItem(key);
    });
  }

  /** @param {string} kind */
  #tell(kind) {
    this.dispatchEvent(new CustomEvent(`narthex:${kind}`, { bubbles: true, composed: true, detail: { church: this.church } }));
  }
}

/** @param {string} church */
function recall(church) {
  try {
    return sessionStorage.getItem(`narthex:${church}`) === "open";
  } catch {
    return false; // no storage
  }
}
