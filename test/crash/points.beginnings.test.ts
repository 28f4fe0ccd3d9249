import { expect, test } from "vitest";
import { FAULT_POINTS } from "@tms/kit/process/fault-points";
import { BEGINNINGS } from "./points/beginnings-table.ts";
import { describeCutOff, TABLE } from "./points/cut-off.ts";
import { casesOf } from "./points/row.ts";

describeCutOff(BEGINNINGS);

// They delete what nobody needs any more, weeks later, or seal one row anew after a change of keys;
// no other step waits for them.
const HOUSEKEEPING = [
  "events.forget",
  "events.forget-deliveries",
  "retention.forget",
  "resealing.store",
];

test("every durable step there is has its place in the table", () => {
  const covered = new Set(TABLE.flatMap(casesOf).map(({ point }) => point));
  expect(FAULT_POINTS.filter((step) => !covered.has(step))).toEqual(HOUSEKEEPING);
});
