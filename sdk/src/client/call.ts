import type { FetchOptions } from "openapi-fetch";
import type { Answer, AnswerOf, OperationOf, Route } from "./routes.ts";
import type { Http, Result } from "./http.ts";
import type { CallOptions } from "./options.ts";

export interface PageOptions {
  /** The `nextCursor` of the previous page. */
  cursor?: string;
  /** The maximum number of items on a page. */
  limit?: number;
}

/** A list. Iteration reads the next page only when it needs more items. */
export interface List<Item, Page> extends AsyncIterable<Item> {
  /** Reads one page: the first page, or the page of the cursor. */
  page(options?: PageOptions): Promise<Result<Page>>;
}

/** A response with all items of a list, shown as its only page. */
export type WholePage<R extends Route> = AnswerOf<R> & { nextCursor: null };

type ArrayKey<Page> = {
  [Key in keyof Page]: Page[Key] extends readonly unknown[] ? Key : never;
}[keyof Page];
type ItemOf<Page, Key extends keyof Page> = Page[Key] extends readonly (infer Item)[]
  ? Item
  : never;

type RequestOf<R extends Route> = Pick<
  FetchOptions<OperationOf<R>>,
  ("params" | "body") & keyof FetchOptions<OperationOf<R>>
>;

export type Call = ReturnType<typeof createCall>;

export function createCall(http: Http) {
  // The client infers types from literal paths. Here the types come from the route.
  const request = http.request as (
    method: string,
    path: string,
    init: object,
  ) => Promise<{ data?: object; response: Response }>;

  async function sendParts<R extends Route>(
    route: R,
    parts: object,
    { idempotencyKey, signal }: CallOptions = {},
  ): Answer<R> {
    const [method = "", path = ""] = route.split(" ");
    const { data, response } = await request(method, path, {
      ...parts,
      ...(signal && { signal }),
      ...(idempotencyKey !== undefined && { headers: { "idempotency-key": idempotencyKey } }),
    });
    const requestId = response.headers.get("x-request-id") ?? "";
    return { ...data, requestId } as Result<AnswerOf<R>>;
  }

  return {
    send: <R extends Route>(route: R, parts: RequestOf<R>, options?: CallOptions): Answer<R> =>
      sendParts(route, parts, options),

    /** Lists the items of an operation with pages. Each page has its items under `key`. */
    list: <R extends Route, Key extends ArrayKey<AnswerOf<R>>>(
      route: R,
      key: Key,
      { params }: { params: { path?: object; query: object } },
      options?: CallOptions,
    ): List<ItemOf<AnswerOf<R>, Key>, AnswerOf<R>> =>
      listOf((page) => {
        const query = { ...params.query, ...page };
        return sendParts(route, { params: { ...params, query } }, options);
      }, key),

    /** Lists the items of an operation without pages. Its response has all items under `key`. */
    wholeList: <R extends Route, Key extends ArrayKey<AnswerOf<R>>>(
      route: R,
      key: Key,
      parts: RequestOf<R>,
      options?: CallOptions,
    ): List<ItemOf<AnswerOf<R>, Key>, WholePage<R>> =>
      listOf(async () => {
        const answer = await sendParts(route, parts, options);
        return Object.assign(answer, { nextCursor: null });
      }, key),
  };
}

/** Creates a list from a function that reads pages. Each page has its items under `key`. */
export const listOf = <Page extends object, Key extends keyof Page>(
  read: (options: PageOptions) => Promise<Result<Page>>,
  key: Key,
): List<ItemOf<Page, Key>, Page> => ({
  page: (options = {}) => read(options),
  async *[Symbol.asyncIterator]() {
    let cursor: string | undefined;
    do {
      const page = await read(cursor === undefined ? {} : { cursor });
      yield* page[key] as ItemOf<Page, Key>[];
      const next = (page as { nextCursor?: string | null }).nextCursor ?? undefined;
      if (next !== undefined && next === cursor)
        throw new Error("The list does not end, because a page refers to itself as the next page.");
      cursor = next;
    } while (cursor !== undefined);
  },
});
