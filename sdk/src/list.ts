import type { Result } from "./client/http.ts";

/** The page to read. */
export interface PageOptions {
  /** The `nextCursor` of the previous page. */
  cursor?: string;
  /** The maximum number of items on a page. */
  limit?: number;
}

/** A page in a response of the API. */
interface PageBody {
  nextCursor: string | null;
}

/** A list. Iteration reads the next page only when it needs more items. */
export interface List<Item, Page extends PageBody> extends AsyncIterable<Item> {
  /** Reads one page: the first page, or the page of the cursor. */
  page(options?: PageOptions): Promise<Result<Page>>;
}

/** Creates a list from a function that reads its pages. */
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
      // Such a list would never end.
      if (next !== undefined && next === cursor)
        throw new Error("The list does not end, because a page refers to itself as the next page.");
      cursor = next;
    } while (cursor !== undefined);
  },
});
