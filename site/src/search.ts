import MiniSearch, { type SearchResult } from "minisearch";
import { SEARCH_OPTIONS } from "./search-options.ts";

const MAX_RESULTS = 12;

let index: Promise<MiniSearch> | undefined;

/** Lets the reader open the search by a button or a key. The index is loaded when the search opens. */
export function setUpSearch(button: HTMLButtonElement, dialog: HTMLDialogElement): void {
  const input = dialog.querySelector("input");
  const open = () => {
    index ??= loadIndex(dialog.dataset["index"] ?? "");
    if (!dialog.open) dialog.showModal();
    input?.select();
  };
  button.hidden = false;
  button.addEventListener("click", open);
  document.addEventListener("keydown", (event) => {
    const isAsked = event.key === "/" || (event.key === "k" && (event.metaKey || event.ctrlKey));
    if (!isAsked || (dialog.open && event.key === "/")) return;
    event.preventDefault();
    open();
  });
  input?.addEventListener("input", () => void show(input, dialog));
  dialog.addEventListener("keydown", (event) => move(event, dialog));
  dialog.addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest("a")) dialog.close();
  });
}

const loadIndex = async (address: string): Promise<MiniSearch> =>
  MiniSearch.loadJSON(await (await fetch(address)).text(), SEARCH_OPTIONS);

async function show(input: HTMLInputElement, dialog: HTMLDialogElement): Promise<void> {
  let status = "";
  try {
    const found = (await index)?.search(input.value) ?? [];
    dialog.querySelector("ul")?.replaceChildren(...found.slice(0, MAX_RESULTS).map(toItem));
    if (found.length > 0) status = found.length === 1 ? "1 result" : `${found.length} results`;
    else if (input.value.trim() !== "") status = "No results. Try other words.";
  } catch {
    index = undefined;
    status =
      "The search index could not be loaded. Check your connection and open the search again.";
  }
  dialog.querySelector("p")?.replaceChildren(status);
}

function toItem({ id, title, heading, beginning }: SearchResult): HTMLElement {
  const item = document.createElement("li");
  const link = item.appendChild(document.createElement("a"));
  link.href = String(id);
  for (const [tag, text] of [
    ["small", title === heading ? "" : title],
    ["strong", heading],
    ["span", beginning],
  ] as const)
    link.appendChild(document.createElement(tag)).textContent = String(text);
  return item;
}

function move(event: KeyboardEvent, dialog: HTMLDialogElement): void {
  const stops = Array.from(dialog.querySelectorAll<HTMLElement>("input, a"));
  const at = stops.findIndex((stop) => stop === document.activeElement);
  if (event.key === "Enter" && at === 0) stops[1]?.click();
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  event.preventDefault();
  stops[event.key === "ArrowDown" ? at + 1 : at - 1]?.focus();
}
