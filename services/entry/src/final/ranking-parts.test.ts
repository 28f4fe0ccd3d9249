import { expect, test } from "vitest";
import { PLAIN } from "../../test/some-scoring.ts";
import { partsOf, payablePartsOf } from "./ranking-parts.ts";

test.for([
  ["out", ["leading", "eliminated"]],
  ["in", ["leading", "unscored", "eliminated"]],
] as const)(
  "where who has no score is ranked %s, the beginning of the ranking can be paid",
  ([noScore, payable]) => {
    const terms = { ...PLAIN, noScore };
    expect(payablePartsOf(terms)).toEqual(payable);
    expect(partsOf(terms).slice(0, payable.length)).toEqual(payable);
  },
);
