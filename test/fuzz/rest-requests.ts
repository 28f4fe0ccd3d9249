import fc from "fast-check";
import type { Operation, Schema } from "./operations.ts";
import { mostly, oddId, oddJson, oddNumber, oddText, oddTime, toJson } from "./values.ts";

/** A request to the gateway. Names in double braces stand for values of the target. */
export interface RestRequest {
  method: string;
  path: string;
  headers: HeaderList;
  body: string | undefined;
}

type HeaderList = [name: string, value: string][];

/** Generates requests to an operation. Most of them are wrong in some place. */
export const restRequests = (operation: Operation): fc.Arbitrary<RestRequest> =>
  fc.record({
    method: mostly(fc.constant(operation.method), fc.constantFrom("GET", "POST", "DELETE")),
    path: paths(operation),
    headers: fc.tuple(credentials(operation), EXTRA_HEADERS).map((parts) => parts.flat()),
    body: operation.body
      ? bodies(operation.body)
      : mostly(fc.constant(undefined), fc.constantFrom("{}", "x")),
  });

const KEY: HeaderList = [["x-api-key", "{{own.key.0}}"]];
const personIn = (environment: string): HeaderList => [
  ["authorization", "Bearer {{team.accessToken.0}}"],
  ["x-game-id", environment],
];
const OWN_PERSON = personIn("{{own.game.0}}");
const TEAM_PERSON = personIn("{{team.environment.0}}");

// No case uses the key of the foreign game alone, because that game must not change.
const WRONG_CREDENTIALS = fc.constantFrom<HeaderList[]>(
  [],
  KEY,
  TEAM_PERSON,
  personIn("{{team.environment.1}}"),
  personIn("{{foreign.game.0}}"),
  personIn("x".repeat(200)),
  [...KEY, ...OWN_PERSON],
  [...KEY, ["authorization", "ApiKey {{foreign.key.0}}"]],
  [...KEY, ["x-api-key", "{{foreign.key.0}}"]],
  [["x-api-key", "\u00ff".repeat(9_000)]],
  [["authorization", "Bearer x.y.z"]],
);

/** Generates the credentials that an operation accepts, and some others. */
function credentials({ takes }: Operation): fc.Arbitrary<HeaderList> {
  const person = takes.key ? OWN_PERSON : TEAM_PERSON;
  const accepted = [...(takes.key ? [KEY] : []), ...(takes.token ? [person] : [])];
  return mostly(fc.constantFrom(...(accepted.length > 0 ? accepted : [[]])), WRONG_CREDENTIALS);
}

const JSON_TYPE: HeaderList = [["content-type", "application/json"]];
const EXTRA_HEADERS = mostly(
  fc.constant(JSON_TYPE),
  fc.constantFrom<HeaderList[]>(
    [],
    [["content-type", "text/plain"]],
    [...JSON_TYPE, ["idempotency-key", "k{{own.game.0}}"]],
    [...JSON_TYPE, ["idempotency-key", ""]],
    [...JSON_TYPE, ["idempotency-key", "a"], ["idempotency-key", "b"]],
    [...JSON_TYPE, ["x-request-id", "a b\tc"]],
    [...JSON_TYPE, ["x-forwarded-for", "not an address"]],
    [...JSON_TYPE, ["origin", "https://evil.example"]],
  ),
);

const percentEncode = (text: string): string =>
  text.isWellFormed() ? encodeURIComponent(text) : "%ED%A0%80";

const ODD_SEGMENT = fc.oneof(
  fc.oneof(oddText, oddId).map((text) => percentEncode(text).slice(0, 2_000)),
  fc.constantFrom("", "..", "%2e%2e", "%00", "a%2Fb", "%ff", "%", "x".repeat(1_025)),
);

function paths(operation: Operation): fc.Arbitrary<string> {
  const segments = operation.path.split("/").map((part) => {
    const parameter = operation.parameters.find(({ name }) => part === `{${name}}`);
    if (parameter === undefined) return fc.constant(part);
    const value = fitting(parameter.schema, parameter.name);
    return mostly(
      value.map((text) => percentEncode(String(text))),
      ODD_SEGMENT,
    );
  });
  return fc
    .tuple(fc.tuple(...segments), queries(operation))
    .map(([path, query]) => [path.join("/"), ...query].join("?"));
}

const ODD_QUERY = fc.constantFrom("limit=1&limit=2", "cursor[]=x", "__proto__=1", "a=%00", "%=%");

/** Generates an empty list, or a list of one query string. */
function queries({ parameters }: Operation): fc.Arbitrary<string[]> {
  const pairs = parameters
    .filter((parameter) => parameter.in === "query")
    .map(({ name, schema }) =>
      mostly(
        fitting(schema, name),
        fc.oneof(oddText, oddId, fc.constantFrom("0", "-1", "1e2")),
      ).map((value) => `${name}=${percentEncode(String(value))}`.slice(0, 2_000)),
    );
  if (pairs.length === 0)
    return mostly(
      fc.constant([]),
      ODD_QUERY.map((query) => [query]),
    );
  return fc
    .array(mostly(fc.oneof(...pairs), ODD_QUERY), { maxLength: 3 })
    .map((parts) => (parts.length === 0 ? [] : [parts.join("&")]));
}

/** Generates fitting bodies, of which up to two fields are replaced, removed or added. */
function bodies(schema: Schema): fc.Arbitrary<string> {
  const changes = fc.oneof(
    ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
      misfit(field, name).map((value) => ({ [name]: value })),
      fc.constant({ [name]: undefined }),
    ]),
    fc.tuple(oddText, oddJson).map(([name, value]) => ({ [name]: value })),
  );
  const changed = fc
    .tuple(fitting(schema), fc.array(changes, { maxLength: 2 }))
    .map(([body, change]) => toJson(Object.assign({}, body, ...change)));
  const broken = fc.oneof(
    oddJson.map(toJson),
    changed.map((text) => text.slice(0, -1)),
    fc.constantFrom("", "\ufeff{}", "x".repeat(70_000)),
  );
  return mostly(changed, broken);
}

const named = (name: string, count = 1): fc.Arbitrary<string> =>
  fc.nat(count - 1).map((index) => `{{${name}.${index}}}`);
const gamer = fc.oneof(named("own.gamer", 2), fc.string({ minLength: 1, maxLength: 12 }));

/** Values that fit a field or parameter of a name. */
const BY_NAME: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  game: mostly(named("own.game"), named("foreign.game")),
  gamer,
  gamers: fc.uniqueArray(gamer, { minLength: 1, maxLength: 4 }),
  handle: gamer,
  tournamentId: mostly(named("own.tournament", 5), named("foreign.tournament")),
  requestId: named("own.request"),
  eventId: named("own.event"),
  endpointId: named("own.endpoint"),
  cursor: fc.oneof(named("own.cursor", 5), named("foreign.cursor", 5)),
  gameId: mostly(named("team.game"), fc.oneof(named("team.environment"), named("own.game"))),
  keyId: named("team.key", 3),
  userId: named("team.member"),
  invitationId: named("team.invitation"),
  token: named("team.token"),
  email: fc.constantFrom("ada@example.com", "grace@example.com"),
  ipRanges: fc.constantFrom([], ["203.0.113.0/24"], ["2001:db8::/32", "10.0.0.1"]),
  entryFee: fc.constantFrom(0, 1, 2.5),
  amount: fc.constantFrom(0.01, 1, 25),
  maxEntries: fc.constantFrom(1, 5, 1_000_000),
  minEntries: fc.constantFrom(0, 1),
  startTime: fc.constantFrom("2026-01-01T00:00:00Z", "2031-01-01T00:00:00+02:00"),
  endTime: fc.constantFrom("2031-06-01T00:00:00Z", "9999-12-31T23:59:59.999Z"),
};

/** Generates values that fit a schema. */
function fitting(schema: Schema, name = ""): fc.Arbitrary<unknown> {
  const known = BY_NAME[name];
  if (known !== undefined) return known;
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((option) => fitting(option, name)));
  const { minimum = 0, maximum = 1_000, minLength = 0, maxLength = 20 } = schema;
  switch (schema.type) {
    case "object": {
      const { properties = {}, required = [] } = schema;
      const fields: Record<string, fc.Arbitrary<unknown>> = {};
      for (const [key, field] of Object.entries(properties)) fields[key] = fitting(field, key);
      return fc.record(fields, { requiredKeys: required });
    }
    case "array": {
      const { items = {}, minItems = 0, maxItems = 4 } = schema;
      return fc.array(fitting(items), { minLength: minItems, maxLength: Math.min(maxItems, 4) });
    }
    case "integer":
    case "number":
      return fc.integer({ min: minimum, max: Math.min(maximum, 1_000) });
    case "string":
      return schema.format === "date-time"
        ? fc.constant("2031-03-01T00:00:00Z")
        : fc.string({ minLength, maxLength: Math.min(maxLength, 20) });
    default:
      return fc.constant({});
  }
}

/** Generates values that hardly fit: often of the right type at a limit, sometimes of any type. */
function misfit(schema: Schema, name: string): fc.Arbitrary<unknown> {
  if (/Id$|^game$/.test(name)) return fc.oneof(oddId, oddJson);
  if (schema.format === "date-time") return fc.oneof(oddTime, oddJson);
  if (schema.type === "string") return fc.oneof(oddText, oddJson);
  if (schema.type !== "array") return fc.oneof(oddNumber, oddJson);
  return fc.array(fc.oneof(oddJson, fitting(schema.items ?? {})), { maxLength: 5 });
}
