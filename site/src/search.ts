import MiniSearch from "minisearch";
import { SEARCH_OPTIONS, type Found } from "./search-options.ts";

const MOST = 12;

let opened: { dialog: HTMLDialogElement; input: HTMLInputElement } | undefined;
let index: Promise<MiniSearch> | undefined;

/** Opens the search, which loads its index when it is first opened. */
export function openSearch(): void {
  opened ??= createDialog();
  index ??= loadIndex();
  const { dialog, input } = opened;
  if (!dialog.open) dialog.showModal();
  input.select();
}

async function loadIndex(): Promise<MiniSearch> {
  const answer = await fetch(new URL("search.json", import.meta.url));
  return MiniSearch.loadJSON(await answer.text(), SEARCH_OPTIONS);
}

function createDialog(): { dialog: HTMLDialogElement; input: HTMLInputElement } {
  const dialog = document.createElement("dialog");
  dialog.className = "find";
  dialog.setAttribute("aria-label", "Search the documentation");
  const input = document.createElement("input");
  input.type = "search";
  input.placeholder = "Search the documentation";
  input.setAttribute("aria-label", "Search the documentation");
  const results = document.createElement("ul");
  const status = document.createElement("p");
  status.setAttribute("role", "status");
  dialog.append(input, results, status);
  document.body.append(dialog);
  input.addEventListener("input", () => void show(input.value, results, status));
  dialog.addEventListener("keydown", (event) => move(event, dialog, input));
  // A click beside the dialog is one on the dialog itself.
  dialog.addEventListener("click", ({ target }) => {
    if (target === dialog || target instanceof HTMLAnchorElement) dialog.close();
  });
  return { dialog, input };
}

let asked = 0;

async function show(words: string, results: HTMLElement, status: HTMLElement): Promise<void> {
  const number = ++asked;
  try {
    const found = (await index)?.search(words) ?? [];
    // Somebody typed on meanwhile.
    if (number !== asked) return;
    results.replaceChildren(...found.slice(0, MOST).map((one) => result(one as unknown as Found)));
    status.textContent = words.trim() === "" ? "" : resultCount(found.length);
  } catch {
    index = undefined;
    status.textContent =
      "The search index could not be loaded. Check your connection and type again.";
  }
}

function resultCount(count: number): string {
  if (count === 0) return "No results. Try other words.";
  return count === 1 ? "1 result" : `${count} results`;
}

function result({ id, title, heading, beginning }: Found): HTMLElement {
  const link = document.createElement("a");
  link.href = id;
  const place = document.createElement("small");
  place.textContent = title;
  const name = document.createElement("strong");
  name.textContent = heading;
  const text = document.createElement("span");
  text.textContent = beginning;
  link.append(place, name, text);
  const item = document.createElement("li");
  item.append(link);
  return item;
}

/** Arrow keys lead through what was found, Enter follows the first, Escape closes. */
function move(event: KeyboardEvent, dialog: HTMLDialogElement, input: HTMLInputElement): void {
  // A field of this kind would first empty itself.
  if (event.key === "Escape") {
    event.preventDefault();
    dialog.close();
  }
  const links = Array.from(dialog.querySelectorAll("a"));
  const at = links.findIndex((link) => link === document.activeElement);
  if (event.key === "Enter" && at < 0) links[0]?.click();
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  event.preventDefault();
  const next = event.key === "ArrowDown" ? at + 1 : at - 1;
  (next < 0 ? input : links[Math.min(next, links.length - 1)])?.focus();
}
