import type { Result } from "./http.ts";
import type { paths } from "../api/schema.ts";

type Method = "GET" | "POST" | "PATCH";
type RouteOf<Path extends keyof paths> = {
  [M in Method]: paths[Path][Lowercase<M>] extends object ? `${M} ${Path}` : never;
}[Method];

/** The method and the path of an operation, such as `GET /clock`. */
export type Route = { [Path in keyof paths]: RouteOf<Path> }[keyof paths];

/** The OpenAPI types of an operation. */
export type OperationOf<R extends Route> =
  R extends `${infer M extends Method} ${infer Path extends keyof paths}`
    ? NonNullable<paths[Path][Lowercase<M>]>
    : never;

type JsonOf<Message> = Message extends { content: { "application/json": infer Json } }
  ? Json
  : never;

export type BodyOf<R extends Route> = JsonOf<
  OperationOf<R> extends { requestBody?: infer Body } ? NonNullable<Body> : never
>;

/** The query parameters of a list, without its cursor. */
export type QueryOf<R extends Route> = Omit<
  OperationOf<R> extends { parameters: { query?: infer Query } } ? NonNullable<Query> : never,
  "cursor"
>;

export type AnswerOf<R extends Route> =
  OperationOf<R> extends { responses: infer Responses }
    ? JsonOf<Responses[keyof Responses]>
    : never;

/** A promise of the body of a successful response, with the id of its request. */
export type Answer<R extends Route> = Promise<Result<AnswerOf<R>>>;

/** The response of an operation on many items: one result per item, in the order of the request. */
export type Results<R extends Route, Item> = Promise<
  Result<Omit<AnswerOf<R>, "results"> & { results: Item[] }>
>;
