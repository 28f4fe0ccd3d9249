import type { Result } from "./client/http.ts";

/** Which page to read. */
export interface PageOptions {
  /** The `nextCursor` of the page before. */
  cursor?: string;
  /** Items per page. */
  limit?: number;
}

/** A page as the API answers it. */
interface PageBody {
  nextCursor: string | null;
}

/** A list: iterated over it reads page after page, as far as it is asked to. */
export interface List<Item, Page extends PageBody> extends AsyncIterable<Item> {
  /** Reads one page: the first, unless a cursor says otherwise. */
  page(options?: PageOptions): Promise<Result<Page>>;
}

/** Makes a list of what reads its pages. */
export const listOf = <Item, Page extends PageBody>(
  read: (options: PageOptions) => Promise<Result<Page>>,
  itemsOf: (page: Page) => readonly Item[],
): List<Item, Page> => ({
  page: (options = {}) => read(options),
  async *[Symbol.asyncIterator]() {
    let cursor: string | undefined;
    do {
      const page = await read(cursor === undefined ? {} : { cursor });
      yield* itemsOf(page);
      const next = page.nextCursor ?? undefined;
      // It would be read forever.
      if (next !== undefined && next === cursor)
        throw new Error("The list does not end, because a page refers to itself as the next page.");
      cursor = next;
    } while (cursor !== undefined);
  },
});
