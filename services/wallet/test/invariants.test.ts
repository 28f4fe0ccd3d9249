import type { Pool } from "@tms/kit/database/pool";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sqlState, violatedConstraint } from "@tms/kit/database/errors";
import { newId } from "@tms/kit/values/ids";
import type { AccountType, TransferKind } from "../src/db/tables.ts";
import { connectRaw } from "./raw.ts";
import { startWallet, type WalletUnderTest } from "./service.ts";

let service: WalletUnderTest;
/** The database as the owner of everything, whom no missing right holds back. */
let admin: Pool;
beforeAll(async () => {
  service = await startWallet();
  admin = connectRaw(service.database.adminUrl);
});
afterAll(async () => {
  await admin?.end();
  await service?.close();
});

interface Raw {
  gameId: string;
  currency: string;
}

interface MoreOfRaw {
  type?: AccountType;
  cents?: bigint;
  closed?: boolean;
}

/** Opens an account: a gamer's when its floor is zero, else an external one. */
async function openRaw({ gameId, currency }: Raw, floor: bigint | null, more: MoreOfRaw = {}) {
  const { type = floor === 0n ? "gamer" : "external", cents = 0n, closed = false } = more;
  const id = newId();
  await admin.query(
    `INSERT INTO wallet.account
       (id, game_id, type, owner_id, currency, floor_minor, balance_minor, closed_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, CASE WHEN $8 THEN now() END)`,
    [id, gameId, type, newId(), currency, floor, cents, closed],
  );
  return id;
}

const insert = (
  raw: Raw,
  debit: string,
  credit: string,
  cents: bigint,
  kind: TransferKind = "deposit",
  id = newId(),
) =>
  admin.query(
    `INSERT INTO wallet.transfer
       (id, game_id, currency, debit_account_id, credit_account_id, amount_minor, kind)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [id, raw.gameId, raw.currency, debit, credit, cents, kind],
  );
const constraintOf = (query: Promise<unknown>) => query.then(() => "accepted", violatedConstraint);

async function balances(...ids: string[]) {
  const { rows } = await admin.query<{ balance_minor: bigint }>(
    `SELECT balance_minor FROM wallet.account WHERE id = ANY($1::uuid[])
     ORDER BY array_position($1::uuid[], id)`,
    [ids],
  );
  return rows.map((row) => row.balance_minor);
}

describe("the database itself", () => {
  test("moves balances with every transfer, several of one account in one statement", async () => {
    const usd = { gameId: newId(), currency: "USD" };
    const [source, target] = [await openRaw(usd, null), await openRaw(usd, 0n)];
    await admin.query(
      `INSERT INTO wallet.transfer
         (id, game_id, currency, debit_account_id, credit_account_id, amount_minor, kind)
       SELECT gen_random_uuid(), $1, 'USD', $2, $3, n, 'deposit' FROM generate_series(1, 4) AS n`,
      [usd.gameId, source, target],
    );
    expect(await balances(source, target)).toEqual([-10n, 10n]);
  });

  test("refuses a transfer between currencies", async () => {
    const usd = { gameId: newId(), currency: "USD" };
    const source = await openRaw(usd, null);
    const target = await openRaw({ ...usd, currency: "EUR" }, null);
    expect(await constraintOf(insert(usd, source, target, 1n))).toBe("transfer_account_fkey");
    expect(await balances(source, target)).toEqual([0n, 0n]);
  });

  test("refuses a transfer between games", async () => {
    const usd = { gameId: newId(), currency: "USD" };
    const source = await openRaw(usd, null);
    const target = await openRaw({ ...usd, gameId: newId() }, null);
    expect(await constraintOf(insert(usd, source, target, 1n))).toBe("transfer_account_fkey");
    expect(await balances(source, target)).toEqual([0n, 0n]);
  });

  test("refuses a transfer from or to an account that does not exist", async () => {
    const usd = { gameId: newId(), currency: "USD" };
    const source = await openRaw(usd, null);
    expect(await constraintOf(insert(usd, source, newId(), 1n))).toBe("transfer_account_fkey");
    expect(await constraintOf(insert(usd, newId(), source, 1n))).toBe("transfer_account_fkey");
    expect(await balances(source)).toEqual([0n]);
  });

  test("refuses a balance below its floor", async () => {
    const usd = { gameId: newId(), currency: "USD" };
    const [source, target] = [await openRaw(usd, -10n), await openRaw(usd, 0n)];
    expect(await constraintOf(insert(usd, source, target, 10n))).toBe("accepted");
    expect(await constraintOf(insert(usd, source, target, 1n))).toBe("account_floor");
    expect(await balances(source, target)).toEqual([-10n, 10n]);
  });

  test("refuses a floor above the balance", async () => {
    const usd = { gameId: newId(), currency: "USD" };
    const [source, target] = [await openRaw(usd, null), await openRaw(usd, 0n)];
    await insert(usd, source, target, 10n);
    const raise = admin.query(`UPDATE wallet.account SET floor_minor = -9 WHERE id = $1`, [source]);
    expect(await constraintOf(raise)).toBe("account_floor");
  });

  test.for([
    ["deposit", ["external", "gamer"], "account_open", "accepted"],
    ["withdrawal", ["gamer", "external"], "account_open", "accepted"],
    ["entry_fee", ["gamer", "prize_pool"], "account_open", "account_open"],
    ["payout", ["prize_pool", "gamer"], "accepted", "accepted"],
    ["platform_fee", ["prize_pool", "platform"], "accepted", "accepted"],
    ["refund", ["prize_pool", "gamer"], "accepted", "accepted"],
  ] as const)("lets a closed account take part in a %s only as owed", async (row) => {
    const [kind, [from, to], into, outOf] = row;
    const usd = { gameId: newId(), currency: "USD" };
    const open = (type: AccountType, closed: boolean) =>
      openRaw(usd, type === "external" ? null : 0n, { type, closed, cents: 9n });
    const [source, target] = [await open(from, false), await open(to, false)];
    const [closedSource, closedTarget] = [await open(from, true), await open(to, true)];
    expect(await constraintOf(insert(usd, source, closedTarget, 3n, kind))).toBe(into);
    expect(await constraintOf(insert(usd, closedSource, target, 1n, kind))).toBe(outOf);
  });

  test("lets nothing that is owed carry what is not into a closed account", async () => {
    const usd = { gameId: newId(), currency: "USD" };
    const [outside, pool, closed] = [
      await openRaw(usd, null),
      await openRaw(usd, 0n, { type: "prize_pool", cents: 1n }),
      await openRaw(usd, 0n, { closed: true }),
    ];
    const depositAndPayout = admin.query(
      `INSERT INTO wallet.transfer
         (id, game_id, currency, debit_account_id, credit_account_id, amount_minor, kind)
       SELECT gen_random_uuid(), $1, 'USD', debit, $2, 1, kind
       FROM (VALUES ($3::uuid, 'deposit'::wallet.transfer_kind), ($4, 'payout')) AS new (debit, kind)`,
      [usd.gameId, closed, outside, pool],
    );
    expect(await constraintOf(depositAndPayout)).toBe("account_open");
    expect(await balances(outside, pool, closed)).toEqual([0n, 1n, 0n]);
  });

  test("keeps a closed account closed, at the time it was closed", async () => {
    const id = await openRaw({ gameId: newId(), currency: "USD" }, 0n, { closed: true });
    for (const moment of ["NULL", "now() + interval '1 hour'"])
      expect(
        await constraintOf(
          admin.query(`UPDATE wallet.account SET closed_at = ${moment} WHERE id = $1`, [id]),
        ),
      ).toBe("account_stays_closed");
  });

  test("refuses a balance that a double cannot carry", async () => {
    const usd = { gameId: newId(), currency: "USD" };
    const [source, target] = [await openRaw(usd, null), await openRaw(usd, 0n)];
    const most = 9_007_199_254_740_991n;
    expect(await constraintOf(insert(usd, source, target, most))).toBe("accepted");
    expect(await constraintOf(insert(usd, source, target, 1n))).toBe("account_balance_exact");
  });

  test.for([0n, -1n])("refuses a transfer of %s", async (cents) => {
    const usd = { gameId: newId(), currency: "USD" };
    const [source, target] = [await openRaw(usd, null), await openRaw(usd, 0n)];
    expect(await constraintOf(insert(usd, source, target, cents))).toBe("transfer_amount_positive");
  });

  test("refuses a transfer within one account", async () => {
    const usd = { gameId: newId(), currency: "USD" };
    const only = await openRaw(usd, null);
    expect(await constraintOf(insert(usd, only, only, 1n))).toBe("transfer_accounts_differ");
  });

  test("refuses a second account for one owner and currency", async () => {
    const second = admin.query(
      `INSERT INTO wallet.account (id, game_id, type, owner_id, currency)
       SELECT gen_random_uuid(), game_id, type, owner_id, currency FROM wallet.account LIMIT 1`,
    );
    expect(await constraintOf(second)).toBe("account_owner_key");
  });

  test("refuses what was numbered before its accounts were locked, as its seal would miss it", async () => {
    const usd = { gameId: newId(), currency: "USD" };
    const [source, target] = [await openRaw(usd, null), await openRaw(usd, 0n)];
    await insert(usd, source, target, 1n);
    for (const steps of [[0], [0, 1]]) {
      const late = admin.query(
        `INSERT INTO wallet.transfer
           (id, sequence, game_id, currency, debit_account_id, credit_account_id, amount_minor, kind)
         OVERRIDING SYSTEM VALUE
         SELECT gen_random_uuid(), sealed_through + step, game_id, currency, id, $2, 1, 'deposit'
         FROM wallet.account, unnest($3::int[]) AS step WHERE id = $1`,
        [source, target, steps],
      );
      expect(await late.then(() => "accepted", sqlState)).toBe("40001");
    }
    expect(await balances(source, target)).toEqual([-1n, 1n]);
  });

  test("makes nothing under an id that was refused", async () => {
    const usd = { gameId: newId(), currency: "USD" };
    const [source, target] = [await openRaw(usd, null), await openRaw(usd, 0n)];
    const id = newId();
    await admin.query(
      `INSERT INTO wallet.refusal (transfer_id, content_digest, reason, message)
       VALUES ($1, '', 'INSUFFICIENT_FUNDS', 'There is too little in it.')`,
      [id],
    );
    expect(await constraintOf(insert(usd, source, target, 1n, "deposit", id))).toBe(
      "transfer_not_refused",
    );
    const withOthers = admin.query(
      `INSERT INTO wallet.transfer
         (id, game_id, currency, debit_account_id, credit_account_id, amount_minor, kind)
       SELECT id, $1, 'USD', $2, $3, 1, 'deposit' FROM unnest(ARRAY[$4, $5]::uuid[]) AS id`,
      [usd.gameId, source, target, newId(), id],
    );
    expect(await constraintOf(withOthers)).toBe("transfer_not_refused");
    expect(await balances(source, target)).toEqual([0n, 0n]);
  });

  test("refuses nothing under an id that was made", async () => {
    const usd = { gameId: newId(), currency: "USD" };
    const [source, target] = [await openRaw(usd, null), await openRaw(usd, 0n)];
    const id = newId();
    await insert(usd, source, target, 1n, "deposit", id);
    const refuse = admin.query(
      `INSERT INTO wallet.refusal (transfer_id, content_digest, reason, message)
       SELECT *, '', 'INSUFFICIENT_FUNDS', '' FROM unnest(ARRAY[gen_random_uuid(), $1])`,
      [id],
    );
    expect(await constraintOf(refuse)).toBe("refusal_of_unmade");
  });
});
