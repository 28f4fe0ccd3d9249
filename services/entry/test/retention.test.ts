import { afterAll, beforeAll, expect, test } from "vitest";
import { createLogger } from "@tms/kit/process/log";
import { createRetention, REQUESTS } from "@tms/kit/database/retention";
import { Payer } from "@tms/proto/tms/game/v1/game";
import { REFUSED_JOINS } from "../src/joining/recovery.ts";
import { refusal, startEntry, type EntryUnderTest } from "./service.ts";

let service: EntryUnderTest;
beforeAll(async () => {
  service = await startEntry();
});
afterAll(() => service?.close());

test("a refused join is forgotten after a week, any other is kept for good", async () => {
  const paid = { entryFeeMinorUnits: 5n };
  const [poor, rich] = [
    service.newTournament({ ...paid, payer: Payer.WALLET }),
    service.newTournament(paid),
  ];
  await service.join(rich, "in");
  expect(await refusal(service.join(poor, "out"))).toBe("INSUFFICIENT_FUNDS");
  service.wallet.fails = "before";
  await refusal(service.join(rich, "pending"));
  service.wallet.fails = undefined;
  for (const table of ["entry", "refused_join"])
    await service.admin.query(`UPDATE entry.${table} SET created_at = now() - interval '8 days'`);

  const log = createLogger("test", "silent");
  await createRetention(service.context.db, log, [REQUESTS, REFUSED_JOINS]).runOnce();
  const { rows } = await service.admin.query(
    `SELECT (SELECT count(*)::int FROM entry.entry) AS entries,
       (SELECT count(*)::int FROM entry.refused_join) AS refused`,
  );
  expect(rows).toEqual([{ entries: 2, refused: 0 }]);
});
