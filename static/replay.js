/* A game stepped through by keys, by the slider and by itself. All steps are links or buttons, which work without this script. */
(function () {
  "use strict";

  const LIVE = 120; // milliseconds the slider rests before its step is shown

  const position = () => document.getElementById("position");
  const slider = document.getElementById("at");
  const play = document.getElementById("play");
  const pace = document.getElementById("pace");
  const there = document.getElementById("slide-there");
  const at = () => Number(position().dataset.at);
  const last = () => Number(position().dataset.last);

  let aim = null; // the step that is wanted and not shown yet
  let busy = false; // a step was asked for
  let playing = false;
  let timer = 0; // until the next step
  let sliding = 0; // until the slider's step is asked for
  let kept = null; // what a swap must not lose

  const wanted = () => (aim === null ? at() : aim);

  /* One question at a time: who is quicker than the answers gets to where they want to be in the end. */
  function go(step) {
    const next = Math.max(0, Math.min(last(), step));
    if (next === wanted()) return;
    aim = next;
    if (!busy) ask(next);
  }

  /* Stepping leaves one trace in the browser's history, not one for each step: see hx-replace-url at #ways. */
  function ask(step) {
    const way = position().dataset.way.replace("{at}", step);
    if (slider.form.id === "slide") {
      window.htmx.ajax("GET", way, { source: "#ways" }).catch(() => {}); // what fails is told by an event
    } else {
      there.value = way;
      there.click();
    }
  }

  /* ---- Playing ---- */

  function say(now) {
    playing = now;
    for (const word of play.querySelectorAll("[data-when]")) {
      word.hidden = (word.dataset.when === "playing") !== playing;
    }
  }

  function stop() {
    clearTimeout(timer);
    if (playing) say(false);
  }

  function goOn() {
    clearTimeout(timer);
    if (!playing) return;
    if (at() >= last()) return stop();
    timer = setTimeout(() => go(at() + 1), Number(pace.value));
  }

  function toggle() {
    if (playing) return stop();
    say(true);
    if (at() >= last()) go(0);
    else go(at() + 1);
    if (aim === null) stop(); // a game without a step
  }

  /* ---- Keys ---- */

  const KEYS = {
    ArrowLeft: () => go(wanted() - 1),
    ArrowRight: () => go(wanted() + 1),
    Home: () => go(0),
    End: () => go(last()),
  };

  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest("input, select, textarea")) return;
    if (event.key === " ") {
      if (event.target.closest("button, summary")) return;
      event.preventDefault();
      if (!event.repeat) toggle();
    } else if (KEYS[event.key]) {
      event.preventDefault();
      stop();
      KEYS[event.key]();
    }
  });

  /* ---- Slider, buttons, links ---- */

  slider.addEventListener("input", () => {
    stop();
    clearTimeout(sliding);
    sliding = setTimeout(() => {
      sliding = 0;
      go(Number(slider.value));
    }, LIVE);
  });
  // In the replay of an uploaded record it is one form with all steps, which are sent.
  if (slider.form.id === "slide") slider.form.addEventListener("submit", (event) => {
    event.preventDefault();
    go(Number(slider.value));
  });
  play.addEventListener("click", toggle);
  pace.addEventListener("change", goOn);

  const STEPS = {
    "to-first": () => 0,
    "to-previous": () => wanted() - 1,
    "to-next": () => wanted() + 1,
    "to-last": last,
  };

  document.addEventListener(
    "click",
    (event) => {
      const pressed = event.target.closest("#position :is(a, button)[id]");
      if (!event.isTrusted || !pressed || event.ctrlKey || event.metaKey || event.shiftKey) return;
      stop();
      const line = /^step-(\d+)$/.exec(pressed.id);
      const step = line ? () => Number(line[1]) : STEPS[pressed.id];
      if (!step && pressed.id !== "open") return;
      if (!busy) {
        aim = step ? step() : null;
        return;
      }
      event.preventDefault();
      event.stopPropagation();
      if (step) go(step());
    },
    true,
  );

  /* ---- What stays from step to step: the log, what is unfolded, focus ---- */

  const log = () => position().querySelector(".log");

  function remember() {
    const focus = document.activeElement;
    kept = {
      unfolded: Array.from(position().querySelectorAll("details[open][id]"), (e) => e.id),
      focus: position().contains(focus) ? focus : null,
    };
  }

  function restore() {
    if (!kept) return;
    for (const id of kept.unfolded) {
      const details = document.getElementById(id);
      if (details) details.open = true;
    }
    if (kept.focus && document.activeElement === document.body) {
      const again = kept.focus.isConnected ? kept.focus : document.getElementById("says");
      again.focus({ preventScroll: true });
    }
    kept = null;
  }

  function mark() {
    const list = document.getElementById("lines");
    const before = list.querySelector('[aria-current="step"]');
    const line = document.getElementById(`step-${at()}`);
    if (before) before.removeAttribute("aria-current");
    line.setAttribute("aria-current", "step");
    list.scrollTop = line.offsetTop - (list.clientHeight - line.offsetHeight) / 2;
  }

  /* ---- After each step ---- */

  function show() {
    busy = false;
    slider.max = last();
    if (!sliding) slider.value = at();
    mark();
    restore();
    const next = aim;
    aim = null;
    if (next !== null && next !== at()) go(next);
    else goOn();
  }

  function fail() {
    busy = false;
    aim = null;
    stop();
  }

  document.addEventListener("htmx:beforeRequest", () => {
    busy = true;
  });
  document.addEventListener("htmx:configRequest", (event) => {
    event.detail.headers["Drako-Lines"] = log().id;
  });
  document.addEventListener("htmx:beforeSwap", remember);
  document.addEventListener("htmx:afterSettle", show);
  for (const trouble of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
    document.addEventListener(trouble, fail);
  }

  document.getElementById("playing").hidden = false;
  slider.type = "range";
  slider.labels[0].className = "sr";
  there.hidden = true;
  show();
})();
