import type { TSchema } from "typebox";
import type { JsonBounds } from "./outline.ts";

/** The shape of a body by its schema. */
interface Shape {
  properties?: Record<string, Shape>;
  items?: Shape;
  maxItems?: number;
  anyOf?: Shape[];
  /** Of an object with members of any name: how long its JSON may be. */
  "x-maxBytes"?: number;
}

// Far more than any operation has, and far less than what exhausts the stack of a validator.
const MOST_NESTED = 32;
const MOST_MEMBERS = 32;
// A body that is only somewhat too large gets as far as the validator, which names its faults.
const LEEWAY = 1.5;
const LEAST_MARKS = 256;
// What objects with members of any name may have: `[],` has two marks in three bytes, `"":0,` one member
// in five. All of them together have far fewer marks, or a mebibyte could be nothing else.
const MARKS_PER_BYTE = 2 / 3;
const MEMBERS_PER_BYTE = 1 / 5;
const MOST_FREE_MARKS = 131_072;

const boundsOf = new WeakMap<TSchema, JsonBounds>();

/** The bounds of bodies of a schema: somewhat more than the schema allows. */
export function bodyBounds(schema: TSchema): JsonBounds {
  const known = boundsOf.get(schema);
  if (known !== undefined) return known;
  const free = freeBytesOf(schema);
  const marks =
    Math.max(LEAST_MARKS, LEEWAY * marksOf(schema)) +
    Math.min(MOST_FREE_MARKS, MARKS_PER_BYTE * free.all);
  const members = Math.max(MOST_MEMBERS, MEMBERS_PER_BYTE * free.largest);
  const bounds = { depth: MOST_NESTED, members, marks };
  boundsOf.set(schema, bounds);
  return bounds;
}

/** The opening brackets, commas and colons of the largest valid value. */
function marksOf({ properties, items, maxItems, anyOf }: Shape): number {
  if (anyOf !== undefined) return Math.max(...anyOf.map(marksOf));
  if (items !== undefined) return 1 + (maxItems ?? Infinity) * (1 + marksOf(items));
  const inner = Object.values(properties ?? {});
  return inner.reduce((sum, property) => sum + 2 + marksOf(property), 1);
}

/** How long objects with members of any name may be: all of the largest value, and one of them. */
function freeBytesOf(shape: Shape): { all: number; largest: number } {
  const { properties, items, maxItems = Infinity, anyOf, "x-maxBytes": own = 0 } = shape;
  const inner = [...Object.values(properties ?? {}), ...(anyOf ?? [])].map(freeBytesOf);
  const item = items && freeBytesOf(items);
  const ofItems = item === undefined || item.all === 0 ? 0 : maxItems * item.all;
  return {
    all: inner.reduce((sum, { all }) => sum + all, own + ofItems),
    largest: Math.max(own, item?.largest ?? 0, ...inner.map(({ largest }) => largest)),
  };
}

/** The lists of a body, for a sentence: "10000 ranks". */
export const listsOf = (schema: TSchema): string[] =>
  Object.entries((schema as Shape).properties ?? {}).flatMap(([name, { maxItems }]) =>
    maxItems === undefined ? [] : [`${maxItems} ${name}`],
  );
