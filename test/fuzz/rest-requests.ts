import fc from "fast-check";
import { fitting, misfit } from "./fitting.ts";
import { credentialsFor } from "./credentials.ts";
import { HEAVY_BODIES } from "./heavy-bodies.ts";
import { mostly } from "./mostly.ts";
import type { Operation, Schema } from "./operations.ts";
import { hostileId, hostileJson, hostileText, jsonText } from "./values.ts";

/** A request to the gateway, before names in braces are filled in. */
export interface RestRequest {
  operation: string;
  method: string;
  path: string;
  headers: [name: string, value: string][];
  body: string | undefined;
  /** A byte of the body that is changed on its way, so that it may be no UTF-8. */
  spoiled: { at: number; byte: number } | null;
}

const percent = (text: string): string =>
  text.isWellFormed()
    ? encodeURIComponent(text).replaceAll(/%7B%7B(\w+)\.(\d)%7D%7D/g, "{{$1.$2}}")
    : "%ED%A0%80";

const ODD_SEGMENTS = [
  "%2e%2e",
  "%00",
  "",
  "a%2Fb",
  "%ff",
  "%c0%af",
  "%",
  "%zz",
  "..",
  "x".repeat(1_025),
  "%F0%9F%98%80".repeat(60),
];

const segment = (name: string, schema: Schema): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 8, arbitrary: fitting(schema, name).map((value) => percent(String(value))) },
    { weight: 1, arbitrary: hostileText.map((text) => percent(text).slice(0, 2_000)) },
    { weight: 1, arbitrary: hostileId },
    { weight: 1, arbitrary: fc.constantFrom(...ODD_SEGMENTS) },
  );

function pathOf(operation: Operation): fc.Arbitrary<string> {
  const parts = operation.path.split("/").map((part) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    const parameter = operation.parameters.find((p) => p.in === "path" && p.name === name);
    return parameter ? segment(parameter.name, parameter.schema) : fc.constant(part);
  });
  return fc
    .tuple(fc.tuple(...parts), queryOf(operation))
    .map(([path, query]) => path.join("/") + query);
}

function queryOf(operation: Operation): fc.Arbitrary<string> {
  const known = operation.parameters
    .filter((parameter) => parameter.in === "query")
    .map(({ name, schema }) =>
      fc
        .oneof(
          { weight: 4, arbitrary: fitting(schema, name) },
          {
            weight: 1,
            arbitrary: fc.oneof(
              hostileText,
              hostileId,
              fc.constantFrom("0", "-1", "1e2", "2147483648"),
            ),
          },
        )
        .map((value) => `${name}=${percent(String(value)).slice(0, 2_000)}`),
    );
  const odd = fc.constantFrom(
    "limit=1&limit=2",
    "cursor[]=x",
    "__proto__=1",
    "a=%00",
    "&&&",
    "%=%",
    "limit=%31",
  );
  if (known.length === 0)
    return fc.oneof(
      { weight: 9, arbitrary: fc.constant("") },
      { weight: 1, arbitrary: odd.map((query) => `?${query}`) },
    );
  return fc
    .array(fc.oneof({ weight: 5, arbitrary: fc.oneof(...known) }, { weight: 1, arbitrary: odd }), {
      maxLength: 3,
    })
    .map((parts) => (parts.length === 0 ? "" : `?${parts.join("&")}`));
}

/** A fitting body with some of its fields replaced, left out, added or sent twice. */
function bodyOf(schema: Schema): fc.Arbitrary<string> {
  const names = Object.keys(schema.properties ?? {});
  const change = fc.oneof(
    ...names.map((name) =>
      misfit(schema.properties?.[name] ?? {}, name).map((value) => ({ [name]: value })),
    ),
    ...names.map((name) => fc.constant({ [name]: undefined })),
    fc.tuple(hostileText, hostileJson).map(([name, value]) => ({ [name]: value })),
  );
  const changed = fc
    .tuple(fitting(schema), fc.array(change, { maxLength: 2 }))
    .map(([body, changes]) => jsonText(Object.assign({}, body, ...changes)));
  const twice = changed.map((text) =>
    text.replace(/^\{("(?:[^"\\]|\\.)*":(?:\d+|"[^"\\]*"))/, "{$1,$1"),
  );
  return fc.oneof(
    { weight: 12, arbitrary: changed },
    { weight: 1, arbitrary: twice },
    { weight: 1, arbitrary: hostileJson.map(jsonText) },
    { weight: 1, arbitrary: changed.map((text) => `\ufeff${text}`) },
    { weight: 1, arbitrary: changed.map((text) => text.slice(0, -1)) },
    { weight: 1, arbitrary: changed.map((text) => `${text}${text}`) },
    {
      weight: 1,
      arbitrary: fc.constantFrom("", " ", "x".repeat(70_000), `"${"x".repeat(1_100_000)}"`),
    },
  );
}

type Headers = RestRequest["headers"];
const CONTENT_TYPE = mostly<Headers>(
  [["content-type", "application/json"]],
  [["content-type", "application/json; charset=utf-8"]],
  [["content-type", "application/json; charset=utf-16"]],
  [["content-type", "text/plain"]],
  [["content-type", "multipart/form-data; boundary=x"]],
  [
    ["content-type", "application/json"],
    ["content-encoding", "gzip"],
  ],
  [["content-type", ";;;"]],
  [],
);
const EXTRA = mostly<Headers>(
  [],
  [["idempotency-key", "k{{game.0}}"]],
  [["idempotency-key", ""]],
  [["idempotency-key", "x".repeat(256)]],
  [
    ["idempotency-key", "a"],
    ["idempotency-key", "b"],
  ],
  [["x-request-id", "a b\tc"]],
  [["x-request-id", "x".repeat(200)]],
  [
    ["accept", "text/html"],
    ["accept-encoding", "br"],
  ],
  [["x-forwarded-for", "not an address"]],
  [["x-http-method-override", "DELETE"]],
  [["expect", "100-continue"]],
  [["origin", "https://evil.example"]],
);

/** Requests to every operation, most of them wrong somewhere, some of them heavy. */
export const restRequests = (operations: readonly Operation[]): fc.Arbitrary<RestRequest> =>
  fc.oneof(
    { weight: 11, arbitrary: oddRequests(operations) },
    { weight: 1, arbitrary: heavyRequests(operations) },
  );

/** Requests in which the body alone is wrong, so that the gateway reads it. */
function heavyRequests(operations: readonly Operation[]): fc.Arbitrary<RestRequest> {
  const ofTournaments = operations.filter(
    ({ body, path }) => body !== undefined && path.includes("{tournamentId}"),
  );
  return fc
    .tuple(fc.constantFrom(...ofTournaments), fc.constantFrom(...HEAVY_BODIES))
    .map(([{ id, method, path }, body]) => ({
      operation: id,
      method,
      path: path.replace("{tournamentId}", "{{tournament.1}}"),
      headers: [
        ["x-api-key", "{{key.0}}"],
        ["content-type", "application/json"],
      ],
      body,
      spoiled: null,
    }));
}

function oddRequests(operations: readonly Operation[]): fc.Arbitrary<RestRequest> {
  return fc.constantFrom(...operations).chain((operation) =>
    fc.record({
      operation: fc.constant(operation.id),
      method: mostly(operation.method, "GET", "POST", "DELETE", "OPTIONS"),
      path: pathOf(operation),
      headers: fc
        .tuple(credentialsFor(operation), CONTENT_TYPE, EXTRA)
        .map((parts) => parts.flat()),
      body: operation.body
        ? bodyOf(operation.body)
        : mostly<string | undefined>(undefined, "{}", "x"),
      spoiled: fc.option(fc.record({ at: fc.nat(200), byte: fc.integer({ min: 128, max: 255 }) }), {
        freq: 20,
        nil: null,
      }),
    }),
  );
}
