import type { Pool } from "@tms/kit/database/pool";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sqlState } from "@tms/kit/database/errors";
import { connectRaw } from "./raw.ts";
import { makeTransfer, newGame, startWallet, transferOf, type WalletUnderTest } from "./service.ts";

const FORBIDDEN = "42501";
const uuid = "gen_random_uuid()";

let service: WalletUnderTest;
/** The database as the wallet's own role. */
let role: Pool;
beforeAll(async () => {
  service = await startWallet();
  role = connectRaw(service.database.urlFor("wallet"));
  const game = newGame();
  const gamer = game.gamer();
  await makeTransfer(service.wallet, transferOf(game.external, gamer, 5n));
  const refused = transferOf(gamer, game.pool(), 6n);
  await makeTransfer(service.wallet, refused).catch(() => undefined);
});
afterAll(async () => {
  await role?.end();
  await service?.close();
});

const stateOf = (sql: string) => role.query(sql).then(() => "done", sqlState);

describe("the wallet's role", () => {
  test.for([
    "UPDATE transfer SET amount_minor = 1",
    "UPDATE transfer SET created_at = now()",
    "DELETE FROM transfer",
    "TRUNCATE transfer",
    "UPDATE refusal SET reason = 'NONE'",
    "DELETE FROM refusal",
    "TRUNCATE refusal",
    "UPDATE seal SET digest = ''",
    "DELETE FROM seal",
    "TRUNCATE seal",
    `INSERT INTO seal (account_id, number, through_sequence, transfers, digest)
       VALUES (${uuid}, 1, 1, 1, '')`,
    "UPDATE account SET seal_digest = NULL, seals = 0",
  ])("cannot rewrite the past: %s", async (sql) => {
    expect(await stateOf(sql)).toBe(FORBIDDEN);
  });

  test.for([
    "UPDATE account SET balance_minor = 1",
    "UPDATE account SET balance_minor = balance_minor + 1, closed_at = now()",
    "UPDATE account SET currency = 'EUR'",
    "UPDATE account SET owner_id = gen_random_uuid()",
    "DELETE FROM account",
    "TRUNCATE account",
    `INSERT INTO account (id, game_id, type, owner_id, currency, balance_minor)
       VALUES (${uuid}, ${uuid}, 'gamer', ${uuid}, 'USD', 100)`,
  ])("cannot make money: %s", async (sql) => {
    expect(await stateOf(sql)).toBe(FORBIDDEN);
  });

  test.for([
    "ALTER TABLE transfer DISABLE TRIGGER transfer_posts",
    "DROP TRIGGER transfer_posts ON transfer",
    "ALTER TABLE account DROP CONSTRAINT account_floor",
    "CREATE OR REPLACE FUNCTION post_transfers() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
    "SET session_replication_role = replica",
    "CREATE TABLE wallet.mine (id integer)",
  ])("cannot change the rules: %s", async (sql) => {
    expect(await stateOf(sql)).toBe(FORBIDDEN);
  });

  test.for([
    "entry.entry",
    "entry.gamer",
    "game.game",
    "tournament.tournament",
    "settlement.settlement",
  ])("cannot read %s", async (table) => {
    expect(await stateOf(`SELECT 1 FROM ${table}`)).toBe(FORBIDDEN);
  });
});
