import { setUpSearch } from "./search.ts";

const search = document.querySelector<HTMLButtonElement>("#search");
const dialog = document.querySelector<HTMLDialogElement>("#find");
if (search && dialog) setUpSearch(search, dialog);

addCopyButtons();
showPlace();
setUpThemeButton();
shareTabs();

function addCopyButtons(): void {
  for (const figure of document.querySelectorAll("figure.code")) {
    const button = document.createElement("button");
    button.textContent = "Copy";
    button.addEventListener("click", () => {
      const show = (word: string) => {
        button.textContent = word;
        setTimeout(() => (button.textContent = "Copy"), 1_500);
      };
      void copy(figure.querySelector("code")?.textContent ?? "").then(
        () => show("Copied"),
        () => show("Copy failed"),
      );
    });
    figure.querySelector("figcaption")?.append(button);
  }
}

/** Copies a text. Rejects without permission, and on an http page, where browsers have no clipboard. */
async function copy(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}

/** Scrolls the list of pages to this page, and marks the heading in view in the list of headings. */
function showPlace(): void {
  const side = document.querySelector<HTMLElement>(".side");
  const current = side?.querySelector<HTMLElement>("[aria-current]");
  // scrollIntoView would also scroll the page.
  if (side && current) side.scrollTop = current.offsetTop - side.clientHeight / 2;
  const headings = Array.from(document.querySelectorAll("main h2[id], main h3[id]"));
  const mark = () => {
    const passed = headings.filter((heading) => heading.getBoundingClientRect().top < 120);
    const read = passed.at(-1) ?? headings[0];
    for (const link of document.querySelectorAll<HTMLAnchorElement>(".contents a"))
      link.classList.toggle("current", link.hash === `#${read?.id}`);
  };
  addEventListener("scroll", mark, { passive: true });
  mark();
}

function setUpThemeButton(): void {
  const button = document.querySelector<HTMLButtonElement>("#theme");
  if (button === null) return;
  const { dataset } = document.documentElement;
  const other = () => {
    const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    return (dataset["theme"] ?? system) === "dark" ? "light" : "dark";
  };
  const label = () => button.setAttribute("aria-label", `Use ${other()} theme`);
  button.hidden = false;
  label();
  button.addEventListener("click", () => {
    const theme = (dataset["theme"] = other());
    label();
    localStorage.setItem("mantine-color-scheme-value", theme);
  });
}

/** Shows samples in the chosen language everywhere, also on other pages. */
function shareTabs(): void {
  const LANGUAGE = "documentation-language";
  const choose = (tab: string) => {
    for (const input of document.querySelectorAll<HTMLInputElement>("input[data-tab]"))
      if (input.dataset["tab"] === tab) input.checked = true;
  };
  document.addEventListener("change", ({ target }) => {
    const tab = target instanceof HTMLInputElement ? target.dataset["tab"] : undefined;
    if (tab === undefined) return;
    choose(tab);
    localStorage.setItem(LANGUAGE, tab);
  });
  choose(localStorage.getItem(LANGUAGE) ?? "");
}
