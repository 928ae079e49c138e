// What makes pages before the game smoother; all of them work without it.
"use strict";

// The link of a table, copied by a button that is there only where it can work.
for (const button of document.querySelectorAll("[data-copy]")) offerCopy(button);
document.addEventListener("htmx:load", (event) => {
  for (const button of event.target.querySelectorAll("[data-copy]")) offerCopy(button);
});

function offerCopy(button) {
  const field = document.getElementById(button.dataset.copy);
  if (!field || !navigator.clipboard) return;
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(field.value);
    button.textContent = button.dataset.done;
  });
}

// A form is sent once; coming back to the page makes it fresh again.
document.addEventListener("submit", (event) => {
  if (event.target.method !== "post") return;
  if (event.target.dataset.sent) event.preventDefault();
  event.target.dataset.sent = "yes";
});
window.addEventListener("pageshow", () => {
  for (const form of document.forms) delete form.dataset.sent;
});
