import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { PARTS, problemPages } from "./generated.ts";
import { ALL_PAGES, FIRST, GUIDE, toAddress } from "./map.ts";
import { render, type Page } from "./markdown.ts";

/** Reads and renders the guide in reading order. Throws for a page missing in map.ts and for a dead link. */
export async function readGuide(folder: string = GUIDE): Promise<Page[]> {
  const names = (await readdir(folder)).filter((file) => file.endsWith(".md"));
  const unmapped = names.filter((file) => !ALL_PAGES.includes(file.replace(/\.md$/, "")));
  if (unmapped.length > 0)
    throw new Error(`Add these pages to site/build/map.ts: ${unmapped.join(", ")}`);
  const read = async (name: string, others: readonly Page[]): Promise<Page> => {
    const text = fill(await readFile(join(folder, `${name}.md`), "utf8"), others);
    const source = name === "quickstart" ? text : addNote(text);
    return { name, address: toAddress(name), ...render(source) };
  };
  const others = await Promise.all(ALL_PAGES.slice(1).map((name) => read(name, [])));
  const pages = [await read(FIRST, others), ...others];
  const dead = pages.flatMap((page) =>
    page.links
      .filter((link) => !hasTarget(link, page, pages))
      .map((link) => `${page.name}.md -> ${link}`),
  );
  if (dead.length > 0)
    throw new Error(`Correct these links, which have no target: ${dead.join(", ")}`);
  return pages;
}

/** Replaces words in double braces by the generated part of that name. */
const fill = (text: string, pages: readonly Page[]): string =>
  text.replaceAll(/^\{\{ ([a-z-]+) \}\}$/gm, (_, name: string) => {
    const part = PARTS[name];
    if (part === undefined) throw new Error(`No part of a page is called {{ ${name} }}.`);
    return part(pages);
  });

const BLOCKS = /(?:^```[^\n]*\n.*?^```\n\s*)+/gms;
const UNSET = /^unset .*$/gm;
const NOTE = `> The samples use environment variables. To set them, see [Get a key](quickstart.md#1-get-a-key).\n\n`;

/** Adds a note before the first sample that reads environment variables. */
function addNote(text: string): string {
  const samples = Array.from(text.matchAll(BLOCKS));
  const at = samples.find(([blocks]) =>
    blocks.replaceAll(UNSET, "").includes("TMS_BASE_URL"),
  )?.index;
  return at === undefined ? text : text.slice(0, at) + NOTE + text.slice(at);
}

function hasTarget(link: string, from: Page, pages: readonly Page[]): boolean {
  if (/^(https:\/\/|\/(?!\/))/.test(link)) return true;
  const match = /^(?:([a-z-]+)\.md)?(#.*)?$/.exec(link);
  if (match === null) return false;
  const [, name = from.name, hash] = match;
  const to = pages.find((page) => page.name === name);
  return (
    to !== undefined && (hash === undefined || to.sections.some(({ id }) => `#${id}` === hash))
  );
}

export const readProblems = (): Page[] =>
  problemPages().map(({ slug, source }) => ({
    name: slug,
    address: `/problems/${slug}`,
    ...render(source),
  }));

const NOT_FOUND = `# Page not found

The documentation has no page at this address. Check the address, or start from one of these pages:

- [Guide](index.md): all pages, by subject
- [Errors](errors.md): every error code of the API and how to fix it
- [API reference](/docs/api/): every operation

To search all pages, press \`/\`. The search needs JavaScript.
`;

export const notFound = (): Page => ({ name: "not-found", address: "", ...render(NOT_FOUND) });
