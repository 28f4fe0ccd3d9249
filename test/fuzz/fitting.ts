import fc from "fast-check";
import { hostileId, hostileJson, hostileNumber, hostileText, hostileTime } from "./values.ts";
import type { Schema } from "./operations.ts";

/**
 * Values that a field of this name is likely to accept. Names in braces stand for things of
 * the target that is attacked; see target.ts.
 */
const BY_NAME: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  game: fc.constantFrom("{{game.0}}", "{{game.0}}", "{{game.0}}", "{{foreignGame.0}}"),
  gamer: gamer(),
  gamers: fc.uniqueArray(gamer(), { minLength: 1, maxLength: 4 }),
  handle: gamer(),
  tournamentId: fc.oneof(
    { weight: 6, arbitrary: fc.nat(5).map((index) => `{{tournament.${index}}}`) },
    { weight: 1, arbitrary: fc.constant("{{foreignTournament.0}}") },
  ),
  gameId: fc.constantFrom(
    "{{teamGame.0}}",
    "{{teamGame.0}}",
    "{{teamEnvironment.0}}",
    "{{game.0}}",
  ),
  keyId: fc.nat(2).map((index) => `{{teamKey.${index}}}`),
  userId: fc.constant("{{teamMember.0}}"),
  invitationId: fc.constant("{{teamInvitation.0}}"),
  token: fc.constant("{{teamToken.0}}"),
  email: fc.constantFrom("ada@example.com", "grace@example.com"),
  ipRanges: fc.constantFrom([], ["203.0.113.0/24"], ["2001:db8::/32", "10.0.0.1"]),
  cursor: fc.oneof(
    fc.nat(4).map((index) => `{{cursor.${index}}}`),
    fc.nat(4).map((index) => `{{foreignCursor.${index}}}`),
  ),
  entryFee: fc.constantFrom(0, 1, 2.5),
  amount: fc.constantFrom(0.01, 1, 25),
  maxEntries: fc.constantFrom(1, 5, 1_000_000),
  minEntries: fc.constantFrom(0, 1),
  startTime: fc.constantFrom("2026-01-01T00:00:00Z", "2031-01-01T00:00:00+02:00"),
  endTime: fc.constantFrom("2031-06-01T00:00:00Z", "9999-12-31T23:59:59.999Z"),
  registrationClosesAt: fc.constantFrom("2031-05-01T00:00:00Z"),
};

function gamer(): fc.Arbitrary<string> {
  return fc.oneof(
    fc.nat(9).map((index) => `{{gamer.${index}}}`),
    fc.string({ minLength: 1, maxLength: 12 }),
  );
}

/** Values that fit a schema of the API's own document. */
export function fitting(schema: Schema, name = ""): fc.Arbitrary<unknown> {
  const known = BY_NAME[name];
  if (known !== undefined) return known;
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((option) => fitting(option, name)));
  switch (schema.type) {
    case "object":
      return object(schema);
    case "array":
      return fc.array(fitting(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 4, 4),
      });
    case "integer":
      return fc.integer({
        min: schema.minimum ?? -10,
        max: Math.min(schema.maximum ?? 1_000, 1_000),
      });
    case "number":
      return fc.integer({ min: Math.max(schema.minimum ?? 0, 0), max: 100 });
    case "string":
      return schema.format === "date-time"
        ? fc.constant("2031-03-01T00:00:00Z")
        : fc.string({
            minLength: schema.minLength ?? 0,
            maxLength: Math.min(schema.maxLength ?? 20, 20),
          });
    default:
      return fc.constant({});
  }
}

function object({ properties = {}, required = [] }: Schema): fc.Arbitrary<object> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, fitting(schema, name)]),
  );
  return fc.record(fields, { requiredKeys: required.filter((name) => name in fields) });
}

/** Values that hardly fit: mostly of the right kind at an edge, sometimes of any kind. */
export function misfit(schema: Schema, name = ""): fc.Arbitrary<unknown> {
  const edge: fc.Arbitrary<unknown> = /Id$|^game$/.test(name)
    ? hostileId
    : schema.format === "date-time"
      ? hostileTime
      : schema.type === "string"
        ? hostileText
        : schema.type === "array"
          ? fc.array(fc.oneof(hostileJson, fitting(schema.items ?? {})), { maxLength: 5 })
          : hostileNumber;
  return fc.oneof({ weight: 3, arbitrary: edge }, { weight: 1, arbitrary: hostileJson });
}
