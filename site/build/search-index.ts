import MiniSearch from "minisearch";
import { SEARCH_OPTIONS, type Found } from "../src/search-options.ts";
import type { Page } from "./markdown.ts";

const BEGINNING = 140;

/** Returns the index that the search loads. It has one document for each section of each page. */
export function searchIndex(pages: readonly Page[]): string {
  const index = new MiniSearch<Found & { text: string }>(SEARCH_OPTIONS);
  for (const { address, title, description, sections } of pages)
    for (const { id, heading, text } of sections) {
      const words = id === "" ? description : text;
      const beginning =
        words.length > BEGINNING ? `${words.slice(0, BEGINNING).trimEnd()} …` : words;
      index.add({ id: id === "" ? address : `${address}#${id}`, title, heading, text, beginning });
    }
  return JSON.stringify(index);
}
