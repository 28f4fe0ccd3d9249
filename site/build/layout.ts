import { FIRST, GROUPS } from "./map.ts";
import { escapeHtml, type Page } from "./markdown.ts";

/** Fills the words in double braces of a template, such as src/page.html. */
export const fillTemplate = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replaceAll(/\{\{ (\w+) \}\}/g, (_, name: string) => values[name] ?? "");

export function pageParts(page: Page, guide: readonly Page[]): Record<string, string> {
  const at = guide.indexOf(page);
  const isProblem = page.address.startsWith("/problems/");
  return {
    title: escapeHtml(page.title),
    description: escapeHtml(page.description),
    frame: page.name === FIRST ? "frame first" : "frame",
    navigation: navigation(guide, isProblem ? "errors" : page.name),
    content: page.html,
    steps: at < 0 ? "" : steps(guide[at - 1], guide[at + 1]),
    contents: contents(page),
  };
}

function navigation(guide: readonly Page[], current: string): string {
  const groups = Object.entries(GROUPS).map(([group, names]) => {
    const links = names.map((name) => {
      const page = guide.find((one) => one.name === name);
      const mark = name === current ? ' aria-current="page"' : "";
      return `<li><a href="${page?.address}"${mark}>${escapeHtml(page?.title ?? "")}</a></li>`;
    });
    if (group === "Reference") links.unshift('<li><a href="/docs/api/">API reference</a></li>');
    return `<p>${group}</p><ul>${links.join("")}</ul>`;
  });
  return groups.join("\n");
}

function steps(before: Page | undefined, after: Page | undefined): string {
  const toLink = (page: Page | undefined, kind: string, words: string) =>
    page === undefined
      ? "<span></span>"
      : `<a rel="${kind}" href="${page.address}">${words}: ${escapeHtml(page.title)}</a>`;
  return `<nav class="steps" aria-label="Next and previous page">${toLink(before, "prev", "Previous")}${toLink(after, "next", "Next")}</nav>`;
}

function contents({ sections }: Page): string {
  if (sections.length < 3) return "";
  const links = sections
    .slice(1)
    .map(
      ({ id, heading, level }) =>
        `<li class="level-${level}"><a href="#${id}">${escapeHtml(heading)}</a></li>`,
    );
  return `<nav class="contents" aria-label="On this page"><p>On this page</p><ul>${links.join("")}</ul></nav>`;
}
