import { newId } from "@tms/kit/values/ids";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { audit } from "../src/audit.ts";
import { describeCheck, type CheckResult } from "../src/invariants.ts";
import { play, type Played } from "./played.ts";

let played: Played;
beforeEach(async () => void (played = await play()));
afterEach(() => played.close());

/** The promises that a fresh audit finds broken. */
async function broken(): Promise<string[]> {
  const results: CheckResult[] = [];
  const report = await audit(played.adminUrl, (result) => results.push(result));
  const failed = results.filter((result) => result.findings.length > 0);
  expect(report.clean).toBe(failed.length === 0);
  expect(report.failed).toBe(failed.length);
  return failed.map((result) => describeCheck(result));
}

const change = (sql: string, ...values: unknown[]) => played.admin.query(sql, values);

/** Alters the ledger as no service could: with the trigger that keeps balances switched off. */
async function forge(sql: string, ...values: unknown[]): Promise<void> {
  await change("ALTER TABLE wallet.transfer DISABLE TRIGGER transfer_posts");
  await change(sql, ...values);
}

describe("audit", () => {
  test("finds nothing where everything is in order", async () => {
    expect(await broken()).toEqual([]);
  });

  test("finds a balance that is not the sum of its transfers, and what no longer sums up", async () => {
    await change(
      `UPDATE wallet.account SET balance_minor = balance_minor + 1 WHERE type = 'platform'`,
    );
    const found = await broken();
    expect(found).toHaveLength(2);
    expect(found[0]).toContain("FAIL  every account's balance is the sum of its transfers");
    expect(found[0]).toContain('"balance":"51","recomputed":"50"');
    expect(found[1]).toContain("FAIL  all balances of a currency sum to zero");
  });

  test("finds a transfer that went missing", async () => {
    await forge(`DELETE FROM wallet.transfer WHERE id = $1`, played.paid.payout);
    expect((await broken()).join("\n")).toMatch(/balance is the sum[^]*planned one[^]*whole pool/);
  });

  test("finds a floor that is not the game's credit limit", async () => {
    await change(`UPDATE wallet.account SET floor_minor = NULL WHERE type = 'game'`);
    expect(await broken()).toMatchObject([expect.stringContaining("every floor is the one")]);
  });

  test("finds a floor of an external account", async () => {
    await change(`UPDATE wallet.account SET floor_minor = -9999 WHERE type = 'external'`);
    expect(await broken()).toMatchObject([expect.stringContaining("every floor is the one")]);
  });

  test("finds the account of a game that there is not", async () => {
    await change(
      `INSERT INTO wallet.account (id, game_id, type, owner_id, currency)
       VALUES ($1, $1, 'game', $1, 'USD')`,
      newId(),
    );
    expect(await broken()).toMatchObject([expect.stringContaining("every floor is the one")]);
  });

  test("finds an account below its floor", async () => {
    await change(`ALTER TABLE wallet.account DROP CONSTRAINT account_floor`);
    await change(`UPDATE wallet.account SET balance_minor = -1 WHERE type = 'platform'`);
    expect((await broken()).join("\n")).toContain("FAIL  no account is below its floor");
  });

  test("finds a transfer in another currency than its accounts", async () => {
    await forge(`UPDATE wallet.transfer SET currency = 'EUR' WHERE id = $1`, played.paid.payout);
    expect((await broken()).join("\n")).toContain("of its game and currency");
  });

  test("finds a confirmed entry that was not charged", async () => {
    const free = newId();
    await change(
      `INSERT INTO entry.entry (id, tournament_id, gamer_id, request_id)
       SELECT $1, tournament_id, $2, $1 FROM entry.registration WHERE tournament_id = $3`,
      free,
      await aGamer(),
      played.paid.id,
    );
    const found = (await broken()).join("\n");
    expect(found).toContain("taken seats are its entries");
    expect(found).toContain(`{"entry":"${free}","fault":"confirmed but not charged"}`);
  });

  test("finds a refused entry that was charged", async () => {
    await change(
      `INSERT INTO entry.refused_join (id, entry_id, tournament_id, gamer_id, reason, message)
       SELECT request_id, id, tournament_id, gamer_id, 'INSUFFICIENT_FUNDS', ''
       FROM entry.entry WHERE id = $1`,
      played.paid.second,
    );
    expect((await broken()).join("\n")).toContain(
      `{"entry":"${played.paid.second}","fault":"refused but charged"}`,
    );
  });

  test("finds a charge that belongs to no entry", async () => {
    await forge(`UPDATE wallet.transfer SET id = $1 WHERE id = $2`, newId(), played.refunded.entry);
    const found = (await broken()).join("\n");
    expect(found).toContain("confirmed but not charged");
    expect(found).toContain(`"fault":"a charge that belongs to no entry"`);
  });

  test.for([
    ["another fee", "fee_minor = 99", "charged with another fee"],
    ["another payer", "payer = 'wallet'", "charged to another payer"],
  ] as const)("finds %s than the tournament's", async ([, set, fault]) => {
    await change(
      `UPDATE entry.registration SET ${set} WHERE tournament_id = $1`,
      played.refunded.id,
    );
    expect(await broken()).toMatchObject([
      expect.stringContaining("says what its tournament says"),
      expect.stringContaining(fault),
    ]);
  });

  test.for([
    ["the game", "game_id = gen_random_uuid()"],
    ["the currency", "currency = 'EUR'"],
    ["a limit of seats", "max_entries = NULL"],
    ["the last moment to enter", "registration_closes_at = ends_at - interval '1 second'"],
    ["the end", "ends_at = ends_at + interval '1 second'"],
  ])("finds a registration that copied %s wrong", async ([, set]) => {
    await change(`UPDATE entry.registration SET ${set} WHERE tournament_id = $1`, played.paid.id);
    const [found] = await broken();
    expect(found).toMatch(new RegExp(`says what its tournament says.*\n.*${played.paid.id}`));
  });

  test("finds a registration of no tournament, unless it was closed before it was needed", async () => {
    const never = `INSERT INTO entry.registration (tournament_id, game_id, currency, fee_minor, payer,
      registration_closes_at, ends_at, closed_at) VALUES ($1, $1, '', 0, 'game', now(), now(), now())`;
    await change(never, newId());
    expect(await broken()).toEqual([]);
    await change(`DELETE FROM tournament.tournament WHERE id = $1`, played.paid.id);
    expect(await broken()).toMatchObject([expect.stringContaining(played.paid.id)]);
  });

  test("finds entries of a registration that is gone", async () => {
    await change(`DELETE FROM entry.registration WHERE tournament_id = $1`, played.paid.id);
    expect(await broken()).toMatchObject([
      expect.stringContaining(
        `{"entry":"${played.paid.first}","fault":"entered without a registration"}`,
      ),
    ]);
  });

  test("finds money that left a prize pool as something else", async () => {
    await forge(`UPDATE wallet.transfer SET kind = 'withdrawal' WHERE kind = 'platform_fee'`);
    expect((await broken()).join("\n")).toContain("leave it");
  });

  test("finds a transfer of a kind that is not for its accounts", async () => {
    await forge(`UPDATE wallet.transfer SET kind = 'deposit' WHERE id = $1`, played.paid.payout);
    const found = (await broken()).find((text) => text.includes("of a kind that is for accounts"));
    expect(found).toContain(`"transfer":"${played.paid.payout}"`);
    expect(found).toContain('"kind":"deposit","debited":"prize_pool"');
    expect(found).toContain('"credited":"gamer"');
  });

  test("finds a payout nobody planned, and one of another amount", async () => {
    await change(`ALTER TABLE settlement.payout DISABLE TRIGGER payout_kept`);
    await change(`DELETE FROM settlement.payout WHERE tournament_id = $1`, played.paid.id);
    await change(`UPDATE settlement.payout SET amount_minor = 99`);
    const found = (await broken()).find((text) => text.includes("is planned and leaves its pool"));
    expect(found).toContain(played.paid.payout);
    expect(found).toContain('"planned":"99","paid":"100"');
  });

  test("finds a payout that did not leave its pool, also before all are paid", async () => {
    await forge(
      `UPDATE wallet.transfer SET debit_account_id = pool.id FROM wallet.account AS pool
       WHERE transfer.id = $1 AND pool.type = 'prize_pool' AND pool.owner_id = $2`,
      played.paid.payout,
      played.refunded.id,
    );
    await change(`UPDATE settlement.settlement SET state = 'paying', finished_at = NULL`);
    const found = (await broken()).find((text) => text.includes("is planned and leaves its pool"));
    expect(found).toContain(`"payer":"${played.refunded.id}"`);
  });

  test("finds a finished settlement that did not pay out its pool", async () => {
    await change(
      `UPDATE settlement.settlement SET pool_minor = 501 WHERE tournament_id = $1`,
      played.paid.id,
    );
    expect(await broken()).toMatchObject([
      expect.stringContaining("every plan of prizes pays"),
      expect.stringContaining("paid out its whole pool"),
    ]);
  });
});

async function aGamer(): Promise<string> {
  const { rows } = await change(
    `INSERT INTO entry.gamer (id, game_id, handle) SELECT $1, game_id, 'eve' FROM entry.registration LIMIT 1
     RETURNING id`,
    newId(),
  );
  return rows[0].id;
}
