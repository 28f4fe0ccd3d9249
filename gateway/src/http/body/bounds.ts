import type { TSchema } from "typebox";
import type { JsonBounds } from "./outline.ts";

/** The shape of a body by its schema. */
interface Shape {
  properties?: Record<string, Shape>;
  items?: Shape;
  maxItems?: number;
}

// Far more than any operation has, and far less than what exhausts the stack of a validator.
const MOST_NESTED = 32;
const MOST_MEMBERS = 32;
// A body that is only somewhat too large gets as far as the validator, which names its faults.
const LEEWAY = 1.5;
const LEAST_MARKS = 256;

const boundsOf = new WeakMap<TSchema, JsonBounds>();

/** The bounds of bodies of a schema: somewhat more than the schema allows. */
export function bodyBounds(schema: TSchema): JsonBounds {
  const known = boundsOf.get(schema);
  if (known !== undefined) return known;
  const marks = Math.max(LEAST_MARKS, LEEWAY * marksOf(schema));
  const bounds = { depth: MOST_NESTED, members: MOST_MEMBERS, marks };
  boundsOf.set(schema, bounds);
  return bounds;
}

/** The opening brackets, commas and colons of the largest valid value. */
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
