import { readFileSync } from "node:fs";
import { join } from "node:path";
import highlighter from "highlight.js";
import createMarkdownIt, { type Token } from "markdown-it";
import anchor from "markdown-it-anchor";
import { parseFence } from "./fence.ts";
import { GUIDE, toAddress } from "./map.ts";

/** A heading and the text below it. */
export interface Section {
  /** Empty for the heading of the page. */
  id: string;
  heading: string;
  level: number;
  text: string;
}

export interface Rendered {
  title: string;
  /** The first paragraph as text. */
  description: string;
  html: string;
  /** The first section has the title of the page. */
  sections: Section[];
  /** The targets of links, as in the Markdown. */
  links: string[];
}

export interface Page extends Rendered {
  /** The name of its file, without folder and extension. */
  name: string;
  address: string;
}

/** Renders a page. Throws if a code block is not declared, or a picture is missing. */
export function render(source: string): Rendered {
  const tokens = markdown.parse(source, {});
  const sections: Section[] = [];
  for (const [at, token] of tokens.entries()) {
    const { type, tag = "" } = tokens[at - 1] ?? {};
    const id = String(tokens[at - 1]?.attrGet("id") ?? "");
    const text = toText(token);
    const section = sections.at(-1);
    if (type === "heading_open")
      sections.push({ id, heading: text, level: Number(tag.slice(1)), text: "" });
    else if (section) section.text += `${text} `;
  }
  return {
    title: sections[0]?.heading ?? "",
    description: toText(tokens[tokens.findIndex(({ type }) => type === "paragraph_open") + 1]),
    sections,
    links: tokens.flatMap(({ children }) => children ?? []).flatMap(toLink),
    // Last, because it changes the targets of links.
    html: markdown.renderer.render(tokens, markdown.options, {}),
  };
}

/** Returns the target of a link of the text. Headings also link to themselves. */
const toLink = (token: Token): string[] =>
  token.type === "link_open" && token.attrGet("class") !== "anchor"
    ? [String(token.attrGet("href"))]
    : [];

function toText(token: Token | undefined): string {
  if (token?.type === "fence") return token.content;
  return (token?.children ?? [])
    .map(({ type, content }) => (type === "softbreak" ? " " : content))
    .join("");
}

const markdown = createMarkdownIt();
export const { escapeHtml } = markdown.utils;

markdown.use(anchor, {
  level: [2, 3],
  // Names such as entry.joined stay two words.
  slugify: (text) =>
    text
      .toLowerCase()
      .replaceAll(/(?<=\w)[._](?=\w)/g, "-")
      .replaceAll(/[^a-z0-9 -]/g, "")
      .trim()
      .replaceAll(/ +/g, "-"),
  permalink: anchor.permalink.headerLink({ class: "anchor", safariReaderFix: true }),
});

const { rules } = markdown.renderer;

rules["table_open"] = (_tokens, at) =>
  `<div class="table" tabindex="0" role="region" aria-label="Table ${at}"><table>`;
rules["table_close"] = () => "</table></div>";

rules["link_open"] = (tokens, at, options, _env, renderer) => {
  const href = String(tokens[at]?.attrGet("href"));
  const address = href.replace(/^([a-z-]+)\.md/, (_, name: string) => toAddress(name));
  tokens[at]?.attrSet("href", address);
  return renderer.renderToken(tokens, at, options);
};

rules["image"] = (tokens, at) => {
  const source = String(tokens[at]?.attrGet("src"));
  // The header of a PNG file holds its size. With the size, text does not move when the picture loads.
  const header = readFileSync(join(GUIDE, source));
  const [width, height] = [header.readUInt32BE(16), header.readUInt32BE(20)];
  const alt = escapeHtml(tokens[at]?.content ?? "");
  return `<a href="/docs/${source}"><img src="/docs/${source}" alt="${alt}" width="${width}" height="${height}" loading="lazy"></a>`;
};

rules["fence"] = (tokens, at) => {
  const { tab } = parseFence(tokens[at]?.info ?? "");
  const isTab = (token: Token | undefined) =>
    token?.type === "fence" && parseFence(token.info).tab !== undefined;
  const figure = toFigure(tokens[at], at);
  if (tab === undefined) return figure;
  // Radio buttons change tabs without scripts. The first and the last tab open and close the group.
  let first = at;
  while (isTab(tokens[first - 1])) first--;
  const name = escapeHtml(tab);
  const isFirst = first === at;
  return `${isFirst ? '<fieldset class="tabs"><legend>Sample language</legend>' : ""}
<input type="radio" name="tabs-${first}" id="tab-${at}" data-tab="${name}"${isFirst ? " checked" : ""}><label for="tab-${at}">${name}</label>${figure}
${isTab(tokens[at + 1]) ? "" : "</fieldset>"}`;
};

function toFigure(token: Token | undefined, at: number): string {
  const { language, answer } = parseFence(token?.info ?? "");
  const name = answer ? "Response" : highlighter.getLanguage(language)?.name;
  const code = highlighter.highlight(token?.content ?? "", { language }).value;
  // Keys scroll a block that is wider than its page.
  return `<figure class="code"><figcaption>${name}</figcaption>
<pre tabindex="0" role="region" aria-label="${name}, block ${at}"><code>${code}</code></pre></figure>`;
}
