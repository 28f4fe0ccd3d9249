import anchor from "markdown-it-anchor";
import createMarkdownIt, { type MarkdownIt, type Token } from "markdown-it";
import type { Picture } from "../pictures.ts";
import { codeBlocks } from "./code.ts";
import { escapeHtml } from "./highlight.ts";

/** A heading below the page's own. */
export interface Heading {
  id: string;
  text: string;
  level: number;
}

/** A part of a page, for the search: what stands below one of its headings. */
export interface Section {
  /** Empty for what stands before the first heading. */
  id: string;
  heading: string;
  text: string;
}

/** A page of the guide as HTML. */
export interface Rendered {
  title: string;
  /** Its first paragraph as text. */
  description: string;
  html: string;
  headings: Heading[];
  sections: Section[];
  /** Where its links lead, as they stand in the Markdown. */
  links: string[];
}

const slugify = (text: string): string =>
  text
    .toLowerCase()
    // Names such as entry.joined stay two words.
    .replaceAll(/(?<=\w)[._](?=\w)/g, "-")
    .replaceAll(/[^a-z0-9 -]/g, "")
    .trim()
    .replaceAll(/ +/g, "-");

/** What a page refers to besides its own text. */
export interface Surroundings {
  /** Where a link leads on the site. */
  addressOf: (link: string) => string;
  /** The pictures that there are, by how a page refers to them. */
  pictures: ReadonlyMap<string, Picture>;
}

/** Renders the Markdown of a page. Throws for a picture that is not there. */
export function render(source: string, { addressOf, pictures }: Surroundings): Rendered {
  const links: string[] = [];
  const markdown = createMarkdown((link) => {
    links.push(link);
    return addressOf(link);
  });
  markdown.renderer.rules["image"] = (tokens, at) => imageOf(tokens[at], pictures);
  const tokens = markdown.parse(source, {});
  const sections = sectionsOf(tokens);
  const headings = headingsOf(tokens).filter(({ level }) => level === 2 || level === 3);
  const [title = ""] = headingsOf(tokens)
    .filter(({ level }) => level === 1)
    .map(({ text }) => text);
  const paragraph = tokens.findIndex(({ type }) => type === "paragraph_open");
  const html = markdown.renderer.render(tokens, markdown.options, {});
  return {
    title,
    description: plain(tokens[paragraph + 1]),
    html,
    headings,
    sections,
    links,
  };
}

function createMarkdown(addressOf: (link: string) => string): MarkdownIt {
  const markdown = createMarkdownIt({ html: false, linkify: false, typographer: false });
  markdown.use(anchor, {
    level: [2, 3],
    slugify,
    permalink: anchor.permalink.headerLink({ class: "anchor", safariReaderFix: true }),
  });
  codeBlocks(markdown);
  const { rules } = markdown.renderer;
  rules["table_open"] = (_tokens, at) =>
    `<div class="table" tabindex="0" role="region" aria-label="Table ${at}"><table>`;
  rules["table_close"] = () => "</table></div>";
  // Their style attribute would need an exception of the page's policy.
  for (const cell of ["th_open", "td_open"])
    rules[cell] = (tokens, at) => {
      const right = String(tokens[at]?.attrGet("style")).includes("right") ? ' class="right"' : "";
      const scope = cell === "th_open" ? ' scope="col"' : "";
      return `<${cell.slice(0, 2)}${scope}${right}>`;
    };
  rules["link_open"] = (tokens, at, options, _env, renderer) => {
    const token = tokens[at];
    // A heading's link to itself leads nowhere else.
    if (token?.attrGet("class") !== "anchor")
      token?.attrSet("href", addressOf(String(token.attrGet("href") ?? "")));
    return renderer.renderToken(tokens, at, options);
  };
  return markdown;
}

/** A picture in its own proportions, so that the text does not jump when it comes. */
function imageOf(token: Token | undefined, pictures: Surroundings["pictures"]): string {
  const source = String(token?.attrGet("src") ?? "");
  const picture = pictures.get(source);
  if (picture === undefined) throw new Error(`The picture ${source} does not exist.`);
  const { address, width, height } = picture;
  const alt = escapeHtml(token?.content ?? "");
  return `<a class="picture" href="${address}"><img src="${address}" alt="${alt}" width="${width}" height="${height}" loading="lazy"></a>`;
}

function headingsOf(tokens: readonly Token[]): Heading[] {
  return tokens.flatMap((token, index) =>
    token.type === "heading_open"
      ? [
          {
            id: String(token.attrGet("id") ?? ""),
            text: plain(tokens[index + 1]),
            level: Number(token.tag.slice(1)),
          },
        ]
      : [],
  );
}

function sectionsOf(tokens: readonly Token[]): Section[] {
  const sections: Section[] = [{ id: "", heading: "", text: "" }];
  tokens.forEach((token, index) => {
    if (token.type === "heading_open" && token.tag !== "h1")
      sections.push({
        id: String(token.attrGet("id") ?? ""),
        heading: plain(tokens[index + 1]),
        text: "",
      });
    const last = sections.at(-1);
    if (last === undefined || tokens[index - 1]?.type === "heading_open") return;
    if (token.type === "inline") last.text += `${plain(token)} `;
    if (token.type === "fence") last.text += `${token.content} `;
  });
  return sections;
}

const plain = (token: Token | undefined): string =>
  (token?.children ?? [])
    .map((child) => (child.type === "softbreak" ? " " : child.content))
    .join("");
