import { of as fieldOf } from "./field.ts";
import { idSchema as id, momentSchema as dateTime, nullable } from "./resource.ts";
import { type TObject, type TProperties, type TStringOptions, Type } from "typebox";
import { PATTERNS } from "./patterns.ts";

export { id, dateTime, nullable };

/** Returns the schema of an object that has no members except the given properties. */
export const closed = <P extends TProperties>(properties: P, options: object = {}): TObject<P> =>
  Type.Object(properties, { additionalProperties: false, ...options });

/** Makes all properties optional. */
export const optional = <P extends TProperties>(properties: P) =>
  Type.Partial(Type.Object(properties)).properties;

/** Returns the schema of a string in a request. By default, the string must not be empty. */
export const text = (description: string, maxLength: number, options: TStringOptions = {}) =>
  Type.String({ format: "text", minLength: 1, maxLength, ...options, description });

export const matching = (
  name: keyof typeof PATTERNS,
  description: string,
  options: TStringOptions = {},
) => Type.String({ pattern: PATTERNS[name].pattern, ...options, description });

export const integer = (description: string, minimum: number, maximum: number) =>
  Type.Integer({ minimum, maximum, description });

/** Returns the schema of a boolean query parameter. Query parameters are strings. */
export const trueOrFalse = (description: string) => Type.Enum(["true", "false"], { description });

/** Returns the schema of an amount in a request. The gateway refuses more decimals than the currency has. */
export const amount = (description: string, bounds: object = { minimum: 0 }) =>
  Type.Number({
    ...bounds,
    description: `${description} The amount is in major units of the game's currency.`,
  });

export const handle = Type.String({
  format: "handle",
  minLength: 1,
  maxLength: 256,
  description:
    "The handle of a gamer, compared exactly. It has 1 to 64 characters after normalization to Unicode NFC, and at most 256 before. It has no control characters, and is neither `.` nor `..`, because URLs cannot contain these as a path segment.",
  examples: ["ada"],
});

export const personName = text("The name of the person.", 100);

export const password = text(
  "The password: 10 to 128 characters after normalization to Unicode NFKC. Any characters are allowed, but the password must be hard to guess.",
  1_000,
);

export const decisionReason = text(
  "The reason for the decision. It is stored with the decision and included in its event.",
  500,
);

export const message = Type.String({ description: "A message for people." });

export const nextCursor = fieldOf(
  nullable(
    Type.String({
      description: "Send this value as `cursor` to get the next page. Null on the last page.",
    }),
  ),
  ({ nextPageToken }: { nextPageToken: string }) => nextPageToken || null,
);

export const pageQuery = (max: number, byDefault: number) =>
  optional({
    limit: integer(`The maximum number of items on a page. The default is ${byDefault}.`, 1, max),
    cursor: cursor(200),
  });

export const cursor = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, description: "The `nextCursor` of the previous page." });

/** Returns the schema of the grace period of a replaced secret. `effect` is a clause: "the old key works". */
export const graceSeconds = (effect: string) =>
  Type.Enum([0, 3_600, 86_400, 604_800], {
    description: `How many more seconds ${effect}: 0, an hour, a day or a week. The default is a day.`,
  });
