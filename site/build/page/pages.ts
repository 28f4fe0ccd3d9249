import type { GuidePage } from "../guide.ts";
import { MAP } from "../map.ts";
import { escapeHtml } from "../markdown/highlight.ts";
import { problemPages, problemTable, problemText } from "../problems.ts";
import { layout, type Content, type Frame } from "./layout.ts";

/** A file of the site, by its path in the built folder. */
export interface PageFile {
  path: string;
  html: string;
}

/** All pages as files: the guide's, one for each type of problem, and the one for what there is not. */
export function pageFiles(frame: Frame): PageFile[] {
  const { pages } = frame;
  const guide = pages.map((page, index) => {
    const [before, after] = [pages[index - 1], pages[index + 1]];
    const html = filled(page, pages);
    return file(`guide/${page.name}.html`, { ...page, html, before, after }, frame);
  });
  const problems = problemPages().map((problem) =>
    file(
      `problems/${problem.slug}.html`,
      {
        title: problem.title,
        description: problem.when,
        address: "/docs/errors",
        html: problemText(problem),
        headings: [],
      },
      frame,
    ),
  );
  return [...guide, ...problems, file("not-found.html", NOT_FOUND, frame)];
}

const NOT_FOUND: Content = {
  title: "Page not found",
  description: "The documentation has no page at this address.",
  address: "",
  html: `<h1>Page not found</h1>
<p>The documentation has no page at this address. Check the address, or start from one of these pages:</p>
<ul>
<li><a href="/docs/">Guide</a>: all pages, by subject</li>
<li><a href="/docs/errors">Errors</a>: every error code of the API and how to fix it</li>
<li><a href="/docs/api/">API reference</a>: every operation</li>
</ul>
<p>To search all pages, press <kbd>/</kbd>. The search needs JavaScript.</p>
`,
  headings: [],
};

const file = (path: string, content: Content, frame: Frame): PageFile => ({
  path,
  html: layout(content, frame),
});

/** What stands in a page in the place of a word in double braces. */
function filled({ name, html }: GuidePage, pages: readonly GuidePage[]): string {
  const parts: Record<string, () => string> = {
    problems: problemTable,
    cards: () => ACTIONS + cards(pages),
  };
  const whole = withNote(name, html).replaceAll(
    /<p>\{\{ (\w+) \}\}<\/p>/g,
    (_match, word: string) => {
      const part = parts[word];
      if (part === undefined)
        throw new Error(`${name}.md contains {{ ${word} }}, which is not a known part.`);
      return part();
    },
  );
  return whole;
}

const NOTE = `<p class="note">The samples use environment variables. To set them, see <a href="/docs/quickstart#1-get-a-key">Get a key</a>.</p>\n`;

/** Says before the first sample that reads variables where these come from. */
function withNote(name: string, html: string): string {
  const figures = Array.from(html.matchAll(/<figure class="code.*?<\/figure>/gs));
  const first = figures.find(([figure]) => figure.includes("TMS_BASE_URL"));
  if (name === "quickstart" || first === undefined) return html;
  // Before all tabs, if it is in one of them.
  const tabs = html.lastIndexOf('<fieldset class="tabs', first.index);
  const isInTabs = tabs >= 0 && !html.slice(tabs, first.index).includes("</fieldset>");
  const at = isInTabs ? tabs : first.index;
  return html.slice(0, at) + NOTE + html.slice(at);
}

const ACTIONS = `<p class="actions"><a href="/docs/quickstart">Quickstart</a><a href="/docs/api/">API reference</a><a href="/docs/sdk">SDK</a></p>
`;

const REFERENCE_CARD = `<li><a href="/docs/api/"><strong>API reference</strong><span>Look up every operation with its fields, responses and errors, and try it.</span></a></li>`;

// Of a longer one the rest is for those who open the page.
const firstSentence = (text: string): string => /^.*?[.!?](?= |$)/s.exec(text)?.[0] ?? text;

const cards = (pages: readonly GuidePage[]): string =>
  MAP.map(({ title, pages: names }) => {
    const links = names.map((name) => {
      const page = pages.find((one) => one.name === name);
      return `<li><a href="${page?.address}"><strong>${escapeHtml(page?.title ?? "")}</strong><span>${escapeHtml(firstSentence(page?.description ?? ""))}</span></a></li>`;
    });
    if (title === "Reference") links.unshift(REFERENCE_CARD);
    return `<h2 id="${title.toLowerCase().replaceAll(" ", "-")}">${escapeHtml(title)}</h2>
<ul class="cards">${links.join("")}</ul>`;
  }).join("\n");
