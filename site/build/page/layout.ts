import { addressOf, type GuidePage } from "../guide.ts";
import { FIRST, MAP } from "../map.ts";
import { escapeHtml } from "../markdown/highlight.ts";
import type { Heading } from "../markdown/render.ts";

/** What is shown between the site's header and footer. */
export interface Content {
  title: string;
  description: string;
  address: string;
  html: string;
  headings: readonly Heading[];
  /** The pages before and after it in reading order. */
  before?: GuidePage | undefined;
  after?: GuidePage | undefined;
}

/** What every page has around it. */
export interface Frame {
  pages: readonly GuidePage[];
  /** Where scripts and styles are; the address changes with what is in them. */
  assets: string;
}

const REFERENCE = "/docs/api/";
const DASHBOARD = "/dashboard/";
const FIRST_ADDRESS = addressOf(FIRST);

/** A whole page. */
export function layout(content: Content, { pages, assets }: Frame): string {
  const { title, description, address, html, headings } = content;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · Tournaments documentation</title>
<meta name="description" content="${escapeHtml(description)}">
<link rel="icon" type="image/svg+xml" href="${assets}/favicon.svg">
<link rel="preload" as="font" type="font/woff2" crossorigin href="${assets}/inter.woff2">
<link rel="stylesheet" href="${assets}/site.css">
<script src="${assets}/theme.js"></script>
<script type="module" src="${assets}/site.js"></script>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
${header(assets)}
<div class="${address === FIRST_ADDRESS ? "frame first" : "frame"}">
<nav class="side" aria-label="Pages">
<details class="menu"><summary>All pages</summary>${navigation(pages, address)}</details>
<div class="wide">${navigation(pages, address)}</div>
</nav>
<main id="content">
<article>
${html}</article>
${steps(content)}
</main>
${contents(headings)}
</div>
</body>
</html>
`;
}

const header = (assets: string): string => `<header class="top">
<a class="brand" href="/docs/"><img src="${assets}/favicon.svg" alt="" width="26" height="26"><span>Tournaments</span> <em>Docs</em></a>
<button type="button" class="search" id="search" hidden><span>Search</span><kbd>/</kbd></button>
<nav class="links" aria-label="Site">
<a href="/docs/">Guide</a><a href="${REFERENCE}">API reference</a><a href="${DASHBOARD}">Dashboard</a>
<button type="button" class="theme" id="theme" hidden>Theme</button>
</nav>
</header>`;

// Where it is narrow, the links of the header are among the pages.
const ELSEWHERE = `<li><a href="${REFERENCE}">API reference</a></li><li class="elsewhere"><a href="${DASHBOARD}">Dashboard</a></li>`;

function navigation(pages: readonly GuidePage[], address: string): string {
  const groups = MAP.map(({ title, pages: names }) => {
    const links = names.map((name) => {
      const page = pages.find((one) => one.name === name);
      const current = page?.address === address ? ' aria-current="page"' : "";
      return `<li><a href="${page?.address}"${current}>${escapeHtml(page?.title ?? "")}</a></li>`;
    });
    const more = title === "Reference" ? ELSEWHERE : "";
    return `<p class="group">${escapeHtml(title)}</p><ul>${more}${links.join("")}</ul>`;
  });
  return groups.join("\n");
}

function contents(headings: readonly Heading[]): string {
  if (headings.length < 2) return "";
  const links = headings.map(
    ({ id, text, level }) =>
      `<li class="level-${level}"><a href="#${id}">${escapeHtml(text)}</a></li>`,
  );
  return `<nav class="contents" aria-label="On this page"><p>On this page</p><ul>${links.join("")}</ul></nav>`;
}

function steps({ before, after }: Content): string {
  const link = (page: GuidePage | undefined, kind: string, words: string) =>
    page === undefined
      ? "<span></span>"
      : `<a class="${kind}" rel="${kind}" href="${page.address}"><small>${words}</small>${escapeHtml(page.title)}</a>`;
  if (before === undefined && after === undefined) return "";
  return `<nav class="steps" aria-label="Next and previous page">${link(before, "prev", "Previous")}${link(after, "next", "Next")}</nav>`;
}
