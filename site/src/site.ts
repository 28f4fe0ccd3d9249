import { openSearch } from "./search.ts";
import { LANGUAGE, remember, remembered, THEME } from "./storage.ts";

const find = <E extends Element>(selector: string): E | null => document.querySelector<E>(selector);

copyButtons();
sameTabEverywhere();
themeButton();
searchButton();
whereOneIs();

function copyButtons(): void {
  for (const figure of document.querySelectorAll("figure.code")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    button.addEventListener("click", () => {
      const code = figure.querySelector("code")?.textContent ?? "";
      void navigator.clipboard.writeText(code).then(
        () => told(button, "Copied"),
        () => told(button, "Copy failed"),
      );
    });
    figure.querySelector("figcaption")?.append(button);
  }
}

const TOLD_MS = 1_500;

function told(button: HTMLButtonElement, word: string): void {
  button.textContent = word;
  setTimeout(() => (button.textContent = "Copy"), TOLD_MS);
}

/** Who reads one sample in TypeScript wants the others in it, too, on other pages as well. */
function sameTabEverywhere(): void {
  const choose = (tab: string) => {
    const same = `input[data-tab="${CSS.escape(tab)}"]`;
    for (const input of document.querySelectorAll<HTMLInputElement>(same)) input.checked = true;
  };
  const chosen = remembered(LANGUAGE);
  if (chosen !== null) choose(chosen);
  document.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.dataset["tab"] === undefined) return;
    choose(target.dataset["tab"]);
    remember(LANGUAGE, target.dataset["tab"]);
  });
}

function themeButton(): void {
  const button = find<HTMLButtonElement>("#theme");
  if (button === null) return;
  const isDark = () => {
    const chosen = document.documentElement.dataset["theme"];
    return chosen === undefined
      ? matchMedia("(prefers-color-scheme: dark)").matches
      : chosen === "dark";
  };
  const name = () => button.setAttribute("aria-label", `Use ${isDark() ? "light" : "dark"} theme`);
  name();
  button.hidden = false;
  button.addEventListener("click", () => {
    const next = isDark() ? "light" : "dark";
    document.documentElement.dataset["theme"] = next;
    remember(THEME, next);
    name();
  });
}

function searchButton(): void {
  const button = find<HTMLButtonElement>("#search");
  if (button === null) return;
  button.hidden = false;
  button.addEventListener("click", openSearch);
  document.addEventListener("keydown", (event) => {
    const writes =
      event.target instanceof HTMLElement && /^(INPUT|TEXTAREA)$/.test(event.target.tagName);
    const asked = event.key === "/" || (event.key === "k" && (event.metaKey || event.ctrlKey));
    if (!asked || (writes && event.key === "/")) return;
    event.preventDefault();
    openSearch();
  });
}

/** Shows the page in the list of pages, and marks the heading that is read in the list of headings. */
function whereOneIs(): void {
  const side = find<HTMLElement>(".side");
  const current = side?.querySelector<HTMLElement>(".wide a[aria-current]");
  // Not scrollIntoView, which would move the page as well.
  if (side && current) side.scrollTop = current.offsetTop - side.clientHeight / 2;
  const links = new Map(
    Array.from(document.querySelectorAll<HTMLAnchorElement>(".contents a"), (link) => [
      link.hash.slice(1),
      link,
    ]),
  );
  const headings = Array.from(document.querySelectorAll("main h2[id], main h3[id]"));
  const mark = () => {
    const passed = headings.filter((heading) => heading.getBoundingClientRect().top < 120);
    const read = (passed.at(-1) ?? headings[0])?.id;
    for (const [id, link] of links) link.classList.toggle("current", id === read);
  };
  addEventListener("scroll", mark, { passive: true });
  mark();
}
