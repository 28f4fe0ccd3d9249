import { readFile } from "node:fs/promises";
import { derivedId, newId } from "@tms/kit/values/ids";
import { afterEach, beforeEach, expect, test } from "vitest";
import { checkInvariants } from "../src/invariants.ts";
import { play, type Played } from "./played.ts";

let played: Played;
beforeEach(async () => void (played = await play()));
afterEach(() => played.close());

const migration = (name: string) =>
  readFile(new URL(`../../wallet/migrations/${name}.sql`, import.meta.url), "utf8");

const EARLIER = [
  "0001_ledger",
  "0002_seals_and_closed_accounts",
  "0003_refusals_for_good",
  "0004_nothing_made_is_refused",
];

test("transfers that made no sense before the database refused them are kept, and named", async () => {
  const { admin } = played;
  // The ledger as the migrations before leave it, with everything that was posted.
  await admin.query(`CREATE TABLE public.old_account AS TABLE wallet.account;
    CREATE TABLE public.old_transfer AS TABLE wallet.transfer;
    DROP SCHEMA wallet CASCADE; CREATE SCHEMA wallet; SET search_path = wallet`);
  for (const name of EARLIER) await admin.query(await migration(name));
  await admin.query(`INSERT INTO account (id, game_id, type, owner_id, currency, floor_minor,
      closed_at, created_at) SELECT id, game_id, type, owner_id, currency, floor_minor, closed_at,
      created_at FROM public.old_account`);
  await admin.query(`INSERT INTO transfer OVERRIDING SYSTEM VALUE
    SELECT * FROM public.old_transfer ORDER BY sequence;
    SELECT setval(pg_get_serial_sequence('transfer', 'sequence'), max(sequence)) FROM transfer`);
  const { rows: gamers } = await admin.query<{ owner_id: string; game_id: string }>(
    `SELECT owner_id, game_id FROM account WHERE type = 3 ORDER BY balance_minor DESC`,
  );
  const [rich, poor] = gamers;
  const [gift, tip] = [newId(), newId()];
  const insert = (id: string, kind: number, from: number, to: number) =>
    admin.query(
      `INSERT INTO transfer
         (id, game_id, currency, debit_account_id, credit_account_id, amount_minor, kind)
       VALUES ($1, $2, 'USD', $3, $4, 1, $5)`,
      [id, rich?.game_id, accountOf(from, rich), accountOf(to, to === 5 ? rich : poor), kind],
    );
  await insert(gift, 1, 3, 3);
  await insert(tip, 2, 3, 5);

  await admin.query(await migration("0005_sensible_transfers"));
  const broken = (await checkInvariants(admin)).filter(({ findings }) => findings.length > 0);
  expect(broken.map(({ promise }) => promise)).toEqual([
    "every transfer is of a kind that makes sense between its accounts",
  ]);
  expect(broken[0]?.findings).toHaveLength(2);
  expect(broken[0]?.findings).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        transfer: gift,
        kind: "deposit",
        debited: "gamer",
        payer: rich?.owner_id,
        credited: "gamer",
        receiver: poor?.owner_id,
      }),
      expect.objectContaining({ transfer: tip, kind: "withdrawal", credited: "platform" }),
    ]),
  );
  await expect(insert(newId(), 1, 3, 3)).rejects.toMatchObject({
    constraint: "transfer_makes_sense",
  });
});

/** The account of a type in a gamer's game: the gamer's own, or else the game's. */
function accountOf(type: number, gamer: { owner_id: string; game_id: string } | undefined): string {
  if (gamer === undefined) throw new Error("nobody played");
  const owner = type === 3 ? gamer.owner_id : gamer.game_id;
  return derivedId("account", gamer.game_id, String(type), owner, "USD");
}
