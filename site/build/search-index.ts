import MiniSearch from "minisearch";
import { SEARCH_OPTIONS, type Found } from "../src/search-options.ts";
import type { Page } from "./guide.ts";

const BEGINNING = 140;

/** Returns the index that the search loads. It has one document for each section of each page. */
export function searchIndex(pages: readonly Page[]): string {
  const index = new MiniSearch<Found & { text: string }>(SEARCH_OPTIONS);
  for (const { address, title, sections } of pages)
    for (const { id, heading, text } of sections)
      index.add({
        id: id === "" ? address : `${address}#${id}`,
        title,
        // The first section is about the whole page.
        heading: heading || title,
        text,
        beginning: text.length > BEGINNING ? `${text.slice(0, BEGINNING).trimEnd()} …` : text,
      });
  return JSON.stringify(index);
}
