import MiniSearch from "minisearch";
import { SEARCH_OPTIONS, type Found } from "../src/search-options.ts";
import type { GuidePage } from "./guide.ts";
import { problemPages } from "./problems.ts";

/** The index that the search of the pages loads: one document for each section and each problem. */
export function searchIndex(pages: readonly GuidePage[]): string {
  const index = new MiniSearch<Found & { text: string }>(SEARCH_OPTIONS);
  for (const { address, title, sections } of pages)
    for (const { id, heading, text } of sections)
      index.add({
        id: id === "" ? address : `${address}#${id}`,
        title,
        // What stands first on a page is about all of it.
        heading: heading || title,
        text,
        beginning: beginningOf(text),
      });
  for (const { address, code, title, when, remedy } of problemPages())
    index.add({
      id: address,
      title: "Errors",
      heading: `${code}: ${title}`,
      text: `${when} ${remedy}`,
      beginning: beginningOf(when),
    });
  return JSON.stringify(index);
}

const BEGINNING = 140;
const beginningOf = (text: string): string =>
  text.length > BEGINNING ? `${text.slice(0, BEGINNING).trimEnd()} …` : text;
