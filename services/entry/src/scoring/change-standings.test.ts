import { expect, test } from "vitest";
import type { PlaceGroup } from "../db/boards.ts";
import { splitStratum, isSinglePlace, MAX_STRATUM } from "./change-standings.ts";

import fc from "fast-check";

const NOWHERE = Buffer.alloc(0);
const at = (number: number): Buffer => {
  const place = Buffer.alloc(4);
  place.writeUInt32BE(number);
  return place;
};

const someGroups: fc.Arbitrary<PlaceGroup[]> = fc
  .uniqueArray(fc.tuple(fc.nat(5_000), fc.oneof(fc.integer({ min: 1, max: 5 }), fc.nat(5_000))), {
    selector: ([place]) => place,
    maxLength: 300,
  })
  .map((groups) =>
    groups
      .filter(([, entries]) => entries > 0)
      .toSorted(([a], [b]) => a - b)
      .map(([place, entries]) => ({ place: at(place), entries })),
  );

test("splits a stratum into small ones that keep each place and its entries", () => {
  fc.assert(
    fc.property(someGroups, (groups) => {
      const strata = splitStratum(NOWHERE, groups);
      expect(strata[0]?.first).toEqual(NOWHERE);
      for (const [index, { first, entries }] of strata.entries()) {
        const next = strata[index + 1]?.first ?? null;
        if (next) expect(Buffer.compare(first, next)).toBe(-1);
        const within = groups.filter(
          ({ place }) =>
            Buffer.compare(place, first) >= 0 && (!next || Buffer.compare(place, next) < 0),
        );
        expect(entries).toBe(within.reduce((sum, group) => sum + group.entries, 0));
        if (!isSinglePlace(first, next)) expect(entries).toBeLessThanOrEqual(MAX_STRATUM);
      }
    }),
  );
});
