/** What the search shows of a section. */
export interface Found {
  /** The section's address. */
  id: string;
  title: string;
  heading: string;
  beginning: string;
}

const LONG_ENOUGH_TO_MISTYPE = 5;

/** Words of a text; names such as tournament_full and entry.joined as they are, and by their parts. */
function tokenize(text: string): string[] {
  const words = text.match(/[\p{L}\p{N}]+(?:[._-][\p{L}\p{N}]+)*/gu) ?? [];
  return words.flatMap((word) => {
    const parts = word.split(/[._-]/);
    return parts.length === 1 ? parts : [word, ...parts];
  });
}

/** How sections are found: the index is made and asked with the same. */
export const SEARCH_OPTIONS = {
  fields: ["heading", "title", "text"],
  storeFields: ["title", "heading", "beginning"],
  tokenize,
  searchOptions: {
    boost: { heading: 4, title: 2 },
    prefix: true,
    fuzzy: (term: string): number | false => (term.length < LONG_ENOUGH_TO_MISTYPE ? false : 0.15),
    combineWith: "AND" as const,
    // What a page is about is also in the titles of many problems.
    boostDocument: (id: unknown): number => (String(id).startsWith("/docs/") ? 2 : 1),
  },
};
