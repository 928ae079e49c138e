// Time left, counted down; without this script it is told as of the moment the page was made.
"use strict";

(function () {
  const UNITS = [["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];
  const LAST = 300; // seconds of which each one is shown
  const ends = new WeakMap(); // when time is up, by this computer's clock
  let timer = 0;

  function told(number, unit) {
    const options = { style: "unit", unit, unitDisplay: "long" };
    return new Intl.NumberFormat(document.documentElement.lang, options).format(number);
  }

  // As `span` in games/time_words.py, but with seconds at the end.
  function span(seconds) {
    const step = seconds < LAST ? 1 : seconds < 86400 ? 60 : 3600;
    let rest = Math.floor((seconds + step / 2) / step) * step;
    const parts = [];
    for (const [unit, size] of UNITS) {
      const number = Math.floor(rest / size);
      rest -= number * size;
      if (number) parts.push(told(number, unit));
    }
    return parts.join(" ");
  }

  function show() {
    clearTimeout(timer);
    let least = Infinity;
    for (const element of document.querySelectorAll("[data-left]")) {
      if (!ends.has(element)) ends.set(element, Date.now() + 1000 * element.dataset.left);
      const seconds = Math.round((ends.get(element) - Date.now()) / 1000);
      const { pattern, up } = element.dataset;
      const text = seconds > 0 ? pattern.replace("%(time)s", span(seconds)) : up;
      if (element.textContent !== text) element.textContent = text;
      element.classList.toggle("soon", seconds <= LAST);
      if (seconds > 0) least = Math.min(least, seconds);
    }
    if (least === Infinity) return;
    timer = setTimeout(show, least > LAST ? 1000 * Math.min(60, least - LAST) : 1000);
  }

  document.addEventListener("htmx:load", show); // at the start and after each swap
  document.addEventListener("visibilitychange", () => document.hidden || show());
})();
