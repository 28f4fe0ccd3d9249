import {
  currencySchema as currency,
  idSchema as id,
  momentSchema as dateTime,
  moneySchema as money,
  nullable,
  ref,
} from "@tms/resources/resource";
import { type TObject, type TProperties, Type } from "typebox";

export { currency, id, money, dateTime, nullable, ref };

/** Returns the schema of an object that has no members except the given properties. */
export const closed = <P extends TProperties>(properties: P, options: object = {}): TObject<P> =>
  Type.Object(properties, { additionalProperties: false, ...options });

/** An empty body. json-body.ts uses its default for a missing body. */
export const NoBody = closed({}, { default: {} });

/** Returns the schema of an amount in a request. minorOf refuses more decimals than the currency has. */
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

export const personName = Type.String({
  format: "text",
  minLength: 1,
  maxLength: 100,
  description: "The name of the person.",
});

export const password = Type.String({
  format: "text",
  minLength: 1,
  maxLength: 1_000,
  description:
    "The password: 10 to 128 characters after normalization to Unicode NFKC. Any characters are allowed, but the password must be hard to guess.",
});

export const decisionReason = Type.String({
  format: "text",
  minLength: 1,
  maxLength: 500,
  description:
    "The reason for the decision. It is stored with the decision and included in its event.",
});

export const message = Type.String({ description: "A message for people." });

export const nextCursor = nullable(
  Type.String({
    description: "Send this value as `cursor` to get the next page. Null on the last page.",
  }),
);

/** Returns the query parameters of a list. */
export const pageQuery = (most: number, byDefault: number) => ({
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: most,
      description: `The maximum number of items on a page. The default is ${byDefault}.`,
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: "The `nextCursor` of the previous page.",
    }),
  ),
});
