import { afterAll, beforeAll, expect, test } from "vitest";
import { transaction } from "@tms/kit/database/transaction";
import { lockRegistrations } from "../src/db/registrations.ts";
import { isWaiting } from "./lock-waits.ts";
import { startEntry, type EntryUnderTest } from "./service.ts";

let service: EntryUnderTest;
beforeAll(async () => {
  service = await startEntry();
});
afterAll(() => service?.close());

test("whoever waited for a registration goes by the time at which it was locked", async () => {
  const { tournamentId } = await service.tournamentOf("ann");
  const holder = await service.admin.connect();
  await holder.query("BEGIN");
  await holder.query("SELECT FROM entry.registration WHERE tournament_id = $1 FOR UPDATE", [
    tournamentId,
  ]);
  const locking = transaction(service.context.db, "entry.eliminate", (tx) =>
    lockRegistrations(tx, [tournamentId]),
  );
  await isWaiting(service);
  const { rows } = await holder.query<{ at: Date }>("SELECT clock_timestamp() AS at");
  await holder.query("COMMIT");
  holder.release();
  const [locked] = await locking;
  expect(locked?.readAt.getTime()).toBeGreaterThanOrEqual(rows[0]?.at.getTime() ?? Infinity);
});
