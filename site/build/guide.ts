import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { withGenerated } from "./generated/generated.ts";
import { ALL_PAGES, FIRST } from "./map.ts";
import { render, type Rendered } from "./markdown/render.ts";
import { readPictures } from "./pictures.ts";

/** The root folder of this package, and of the repository. */
export const packageFolder = join(import.meta.dirname, "..");
const repository = join(packageFolder, "..");

/** Where the Markdown of the guide lies. */
export const GUIDE = join(repository, "docs/guide");

/** A page of the guide. */
export interface GuidePage extends Rendered {
  /** Its file without the ending. */
  name: string;
  /** Where it is served. */
  address: string;
}

/** Where a page of the guide is served. */
export const addressOf = (name: string): string => (name === FIRST ? "/docs/" : `/docs/${name}`);

const LINK_TO_PAGE = /^([a-z-]+)\.md(#.*)?$/;

/**
 * Reads and renders the pages of the guide in reading order. Throws when a file is on no map or the
 * map names no file, when a link leads to no page or heading, and for a picture that is not there.
 */
export async function readGuide(folder: string = GUIDE): Promise<GuidePage[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(".md"));
  const names = files.map((file) => file.replace(/\.md$/, ""));
  const unmapped = names.filter((name) => !ALL_PAGES.includes(name));
  if (unmapped.length > 0)
    throw new Error(`Add these pages to site/build/map.ts: ${unmapped.join(", ")}`);
  const pictures = await readPictures(join(folder, "pictures"));
  const pages = await Promise.all(
    ALL_PAGES.map(async (name) => {
      const source = withGenerated(await readFile(join(folder, `${name}.md`), "utf8"));
      return { name, address: addressOf(name), ...render(source, { addressOf: onSite, pictures }) };
    }),
  );
  const dead = pages.flatMap((page) => deadLinks(page, pages));
  if (dead.length > 0)
    throw new Error(`Correct these links, which have no target: ${dead.join(", ")}`);
  return pages;
}

/** Links between pages are written as between files. */
function onSite(link: string): string {
  const [, name, hash = ""] = LINK_TO_PAGE.exec(link) ?? [];
  return name === undefined ? link : addressOf(name) + hash;
}

function deadLinks(page: GuidePage, pages: readonly GuidePage[]): string[] {
  return page.links
    .filter((link) => !leads(link, page, pages))
    .map((link) => `${page.name}.md -> ${link}`);
}

function leads(link: string, from: GuidePage, pages: readonly GuidePage[]): boolean {
  if (/^(https:\/\/|\/(?!\/))/.test(link)) return true;
  const [, name = from.name, hash = ""] = /^(?:([a-z-]+)\.md)?(#.*)?$/.exec(link) ?? ["", ""];
  const to = pages.find((page) => page.name === name);
  return to !== undefined && (hash === "" || to.headings.some(({ id }) => `#${id}` === hash));
}
