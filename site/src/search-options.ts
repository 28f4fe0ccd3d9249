export interface Found {
  id: string;
  title: string;
  heading: string;
  beginning: string;
}

/** Returns the words of a string. Names such as tournament_full are also found by their parts. */
function tokenize(text: string): string[] {
  const words = text.match(/[\p{L}\p{N}]+(?:[._-][\p{L}\p{N}]+)*/gu) ?? [];
  return words.flatMap((word) => (/[._-]/.test(word) ? [word, ...word.split(/[._-]/)] : [word]));
}

export const SEARCH_OPTIONS = {
  fields: ["heading", "title", "text"],
  storeFields: ["title", "heading", "beginning"],
  tokenize,
  searchOptions: {
    boost: { heading: 4, title: 2 },
    prefix: true,
    fuzzy: (term: string): number | false => (term.length < 5 ? false : 0.15),
    combineWith: "AND" as const,
    // The subject of a page is also in the titles of many problems.
    boostDocument: (id: unknown): number => (String(id).startsWith("/docs/") ? 2 : 1),
  },
};
