import type { FetchOptions } from "openapi-fetch";
import type { Answer, AnswerOf, BodyOf, OperationOf, QueryOf, Route } from "../types.ts";
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

/** The arguments of a method for the parameters of a path, by name. */
interface PathArguments {
  tournamentId: [tournamentId: string];
  handle: [handle: string];
  eventId: [eventId: string];
  endpointId: [endpointId: string];
  requestId: [requestId: string];
}

/** The arguments of a method for all parameters of its path, in their order. */
export type PathArgumentsOf<Path extends string> =
  Path extends `${string}{${infer Name extends keyof PathArguments}}${infer Rest}`
    ? [...PathArguments[Name], ...PathArgumentsOf<Rest>]
    : [];

/** The argument of a method for the body of its request. */
export type BodyArgument<R extends Route> =
  OperationOf<R> extends { requestBody: object } ? [body: BodyOf<R>] : [body?: BodyOf<R>];

type ArrayKey<Page> = {
  [Key in keyof Page]: Page[Key] extends readonly unknown[] ? Key : never;
}[keyof Page];
/** The items of a page under a key. */
export type ItemOf<Page, Key extends keyof Page> = Page[Key] extends readonly (infer Item)[]
  ? Item
  : never;

type RequestOf<R extends Route> = Pick<
  FetchOptions<OperationOf<R>>,
  ("params" | "body") & keyof FetchOptions<OperationOf<R>>
>;

interface Responded {
  data?: object;
  response: Response;
}

async function sendRequest<R extends Route>(
  http: Http,
  route: R,
  parts: object,
  { idempotencyKey, signal }: CallOptions = {},
): Answer<R> {
  const [method = "", path = ""] = route.split(" ");
  const init = {
    ...parts,
    ...(signal && { signal }),
    ...(idempotencyKey !== undefined && { headers: { "idempotency-key": idempotencyKey } }),
  };
  // The client infers types from literal paths. Here the types come from the route.
  const request = http.request as (
    method: string,
    path: string,
    init: object,
  ) => Promise<Responded>;
  const { data, response } = await request(method, path, init);
  const requestId = response.headers.get("x-request-id") ?? "";
  return { ...data, requestId } as Result<AnswerOf<R>>;
}

/** Splits the arguments of a method into the parameters of its path, and the arguments after them. */
function splitArguments(route: Route, words: readonly unknown[]) {
  const names = Array.from(route.matchAll(/\{(\w+)\}/g), ([, name = ""]) => name);
  const path = Object.fromEntries(names.map((name, index) => [name, words[index]]));
  return { path, rest: words.slice(names.length) as (object | undefined)[] };
}

/** The functions that declare the methods of resources. */
export type Methods = ReturnType<typeof createMethods>;

/** Creates the functions that declare the methods of resources by the routes of their operations. */
export const createMethods = (http: Http) => ({
  send: <R extends Route>(route: R, parts: RequestOf<R>, options?: CallOptions): Answer<R> =>
    sendRequest(http, route, parts, options),

  /** Declares the method of an operation without a body. */
  call:
    <R extends Route>(route: R) =>
    (...args: [...path: PathArgumentsOf<R>, options?: CallOptions]): Answer<R> => {
      const { path, rest } = splitArguments(route, args);
      return sendRequest(http, route, { params: { path } }, rest[0]);
    },

  /** Declares the method of an operation with a body. */
  callWithBody:
    <R extends Route>(route: R) =>
    (
      ...args: [...path: PathArgumentsOf<R>, ...body: BodyArgument<R>, options?: CallOptions]
    ): Answer<R> => {
      const { path, rest } = splitArguments(route, args);
      const [body = {}, options] = rest;
      return sendRequest(http, route, { params: { path }, body }, options);
    },

  /**
   * Declares the method of an operation with arguments that differ from its body and query. `toParts`
   * converts the arguments after the path arguments. It must not have default values, because they are not
   * counted.
   */
  callWith:
    <R extends Route, Args extends readonly unknown[]>(
      route: R,
      toParts: (...args: Args) => { body?: BodyOf<R>; query?: object },
    ) =>
    (...args: [...path: PathArgumentsOf<R>, ...rest: Args, options?: CallOptions]): Answer<R> => {
      const { path, rest } = splitArguments(route, args);
      const { query, body } = toParts(...(rest as unknown as Args));
      const parts = { params: { path, query }, body };
      return sendRequest(http, route, parts, rest[toParts.length]);
    },

  /** Declares the method of an operation that returns pages with items under a key. */
  list:
    <R extends Route, Key extends ArrayKey<AnswerOf<R>>>(route: R, key: Key) =>
    (
      ...args: [...path: PathArgumentsOf<R>, query?: QueryOf<R>, options?: CallOptions]
    ): List<ItemOf<AnswerOf<R>, Key>, AnswerOf<R>> => {
      const { path, rest } = splitArguments(route, args);
      const [query, options] = rest;
      return listOf(
        (page) =>
          sendRequest(http, route, { params: { path, query: { ...query, ...page } } }, options),
        key,
      );
    },

  /** Declares the method of an operation that returns all items of a list, under a key. */
  wholeList:
    <R extends Route, Key extends ArrayKey<AnswerOf<R>>>(route: R, key: Key) =>
    (
      ...args: [...path: PathArgumentsOf<R>, options?: CallOptions]
    ): List<ItemOf<AnswerOf<R>, Key>, WholePage<R>> => {
      const { path, rest } = splitArguments(route, args);
      const read = async () => {
        const answer = await sendRequest(http, route, { params: { path } }, rest[0]);
        return Object.assign(answer, { nextCursor: null });
      };
      return listOf(read, key);
    },
});

/** Creates a list from a function that reads its pages, which have the items under a key. */
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
      // The list would never end.
      if (next !== undefined && next === cursor)
        throw new Error("The list does not end, because a page refers to itself as the next page.");
      cursor = next;
    } while (cursor !== undefined);
  },
});
