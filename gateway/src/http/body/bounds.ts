import type { TSchema } from "typebox";
import type { JsonBounds } from "./outline.ts";

/** What a body's schema says about its shape. */
interface Shape {
  properties?: Record<string, Shape>;
  items?: Shape;
  maxItems?: number;
}

// Far more than any operation has, and far less than what exhausts the stack of a validator.
const MOST_NESTED = 32;
const MOST_MEMBERS = 32;
// A body that is somewhat too large is told precisely what is wrong with it.
const LEEWAY = 1.5;
const LEAST_MARKS = 256;

const boundsOf = new WeakMap<TSchema, JsonBounds>();

/** The bounds of bodies that a schema describes: what it allows, and some more. */
export function bodyBounds(schema: TSchema): JsonBounds {
  const known = boundsOf.get(schema);
  if (known !== undefined) return known;
  const marks = Math.max(LEAST_MARKS, LEEWAY * marksOf(schema));
  const bounds = { depth: MOST_NESTED, members: MOST_MEMBERS, marks };
  boundsOf.set(schema, bounds);
  return bounds;
}

/** Brackets that open, commas and colons of the largest value that fits. */
function marksOf({ properties, items, maxItems }: Shape): number {
  if (items !== undefined) return 1 + (maxItems ?? Infinity) * (1 + marksOf(items));
  const inner = Object.values(properties ?? {});
  return inner.reduce((sum, property) => sum + 2 + marksOf(property), 1);
}

/** The lists of a body, for a sentence: "10000 ranks". */
export const listsOf = (schema: TSchema): string[] =>
  Object.entries((schema as Shape).properties ?? {}).flatMap(([name, { maxItems }]) =>
    maxItems === undefined ? [] : [`${maxItems} ${name}`],
  );
