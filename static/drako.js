/* The table follows its game and keeps its reader's place. Without this script everything works, too. */
(function () {
  "use strict";

  const QUICK = 3000; // milliseconds between two questions
  const SLOW = 30000; // the longest they may grow to while nothing happens
  const GROWTH = 1.25;
  const AFTER_MOVE = 1000; // a bot may answer soon
  const PATIENCE = 15000; // for one answer

  const table = () => document.getElementById("table");
  const address = () => (table() ? table().dataset.poll : "");

  /* ---- What a swap must not lose: focus, what is unfolded, what is explained ---- */

  let place = null;

  const phone = window.matchMedia("(max-width: 47.99rem)"); // there the panel trades places with the Kingdom
  const asked = () => Boolean(document.getElementById("let-go"));

  function boardTop() {
    const board = document.querySelector("#table .own");
    return board ? board.getBoundingClientRect().top : 0;
  }

  /* The Kingdom stays where it was; when a square is chosen, what can be done there comes into view with it. */
  function keepInView(before) {
    if (!phone.matches || !(before.asked || asked())) return;
    window.scrollBy(0, boardTop() - before.board);
    const says = document.getElementById("says");
    if (!asked()) return says.scrollIntoView({ block: "nearest" });
    const below = says.closest(".panel").getBoundingClientRect().bottom + 8 - window.innerHeight;
    window.scrollBy(0, below > 0 ? below : Math.max(below, Math.min(0, boardTop() - 8)));
  }

  function remember() {
    const focus = document.activeElement;
    const popover = document.querySelector("#table :popover-open");
    place = {
      board: boardTop(),
      asked: asked(),
      focused: Boolean(focus && table() && table().contains(focus)),
      unfolded: Array.from(document.querySelectorAll("#table details[open][id]"), (e) => e.id),
      explained: popover ? popover.id : "",
      chosen: (document.querySelector("#table button.chosen") || { id: "" }).id,
    };
  }

  function restore() {
    if (!place) return;
    for (const id of place.unfolded) {
      const details = document.getElementById(id);
      if (details) details.open = true;
    }
    const popover = place.explained && document.getElementById(place.explained);
    if (popover && !popover.matches(":popover-open")) popover.showPopover();
    if (place.focused && table() && !table().contains(document.activeElement)) {
      const chosen = place.chosen && document.querySelector(`button#${place.chosen}`);
      (chosen || document.getElementById("says")).focus({ preventScroll: true });
    }
    if (table()) keepInView(place);
    place = null;
  }

  /* ---- Following the game ---- */

  let wait = QUICK;
  let timer = 0;
  let question = null;

  function say(what) {
    for (const sentence of document.querySelectorAll("#following [data-when]")) {
      sentence.hidden = sentence.dataset.when !== what;
    }
  }

  function plan(milliseconds) {
    clearTimeout(timer);
    if (address() && !document.hidden) timer = setTimeout(ask, milliseconds);
  }

  function hush() {
    clearTimeout(timer);
    if (question) question.abort();
    question = null;
  }

  function stop(why) {
    hush();
    if (table()) delete table().dataset.poll;
    say(why);
  }

  function show(part) {
    remember();
    window.htmx.swap("#table", part, { swapStyle: "outerHTML", swapDelay: 0, settleDelay: 0 });
    restore();
  }

  async function answer(response) {
    const elsewhere = response.headers.get("HX-Redirect"); // whoever is suspended is led to their page
    if (elsewhere) return location.assign(elsewhere);
    if (response.status === 401) return stop("signed-out");
    if (response.status === 403 || response.status === 404) return stop("gone");
    if (!response.ok) throw new Error(String(response.status));
    if (response.headers.get("HX-Refresh")) return location.reload();
    const part = await response.text();
    say("");
    wait = part ? QUICK : Math.min(wait * GROWTH, SLOW);
    if (part) show(part);
    if (response.status === 286) stop("");
  }

  async function ask() {
    hush();
    const mine = (question = new AbortController());
    const deadline = setTimeout(() => mine.abort(), PATIENCE);
    try {
      const headers = { "HX-Request": "true" };
      const response = await fetch(address(), { headers, signal: mine.signal });
      if (question === mine) await answer(response);
    } catch (error) {
      if (question === mine) {
        say("lost");
        wait = Math.min(wait * GROWTH, SLOW);
      }
    } finally {
      clearTimeout(deadline);
      if (question === mine) {
        question = null;
        plan(wait);
      }
    }
  }

  function wake() {
    wait = QUICK;
    if (address() && !document.hidden) ask();
  }

  function stir() {
    if (wait > QUICK) {
      wait = QUICK;
      if (!question) plan(QUICK);
    }
  }

  document.addEventListener("visibilitychange", () => (document.hidden ? hush() : wake()));
  window.addEventListener("pageshow", (event) => event.persisted && wake());
  window.addEventListener("online", wake);
  document.addEventListener("pointerdown", stir);
  document.addEventListener("keydown", stir);

  /* ---- The reader's own doings, sent by htmx ---- */

  document.addEventListener("htmx:beforeRequest", hush);
  document.addEventListener("htmx:beforeSwap", (event) => {
    // A refusal by 403 carries the true table as 409 and 422 do; other pages of that status do not.
    if (event.detail.xhr.status === 403 && event.detail.xhr.responseText.includes('id="table"')) {
      event.detail.shouldSwap = true;
      event.detail.isError = false;
    }
    remember();
  });
  document.addEventListener("htmx:afterSettle", restore);
  document.addEventListener("htmx:sendError", () => say("unsent"));
  document.addEventListener("htmx:timeout", () => say("unsent"));
  document.addEventListener("htmx:responseError", () => say("failed"));
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.successful) say("");
    wait = QUICK;
    plan(AFTER_MOVE);
  });

  // The second click of a double click is no decision: it may meet a button that was not there before.
  document.addEventListener(
    "click",
    (event) => {
      if (event.detail > 1 && event.target.closest("#table button, #table a")) {
        event.preventDefault();
        event.stopPropagation();
      }
    },
    true,
  );

  /* ---- The server tells times in the zone that the device says ---- */

  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (zone && !document.cookie.split("; ").includes(`zone=${zone}`)) {
    const secure = location.protocol === "https:" ? "; Secure" : "";
    document.cookie = `zone=${zone}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
  }

  plan(QUICK);
})();
