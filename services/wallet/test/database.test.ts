import { openDatabase, type Pool } from "@tms/kit/database/pool";
import { sqlState, violatedConstraint } from "@tms/kit/database/errors";
import { testLog } from "@tms/kit/testing/log";
import { newId } from "@tms/kit/values/ids";
import { describe, expect, test as base } from "../../../test/world/test.ts";
import {
  accountType,
  transferKind,
  type AccountType,
  type TransferKind,
} from "../src/db/tables.ts";
import { makeTransfer, newAccounts, post, transferOf } from "./actions.ts";
import { describeMovement, isAllowed, MOVEMENTS, type Movement } from "./movements.ts";

const FORBIDDEN = "42501";
const SERIALIZATION_FAILURE = "40001";
const MAX_BALANCE = 9_007_199_254_740_991n;
const uuid = "gen_random_uuid()";

// `role` is the database as the wallet's own role. No missing right holds back `world.admin`.
const test = base.extend("role", { scope: "file" }, async ({ world }, { onCleanup }) => {
  const url = world.database.urlFor("wallet");
  const { $client: role } = openDatabase({ url, poolSize: 1 }, "test", testLog("a role"));
  onCleanup(() => role.end());
  return role;
});

interface Opening {
  type?: AccountType;
  gameId?: string;
  currency?: string;
  floor?: bigint | null;
  cents?: bigint;
  closed?: boolean;
}
const OUTSIDE: Opening = { type: "external" };
type Line = readonly [
  debit: string,
  credit: string,
  cents: bigint,
  kind?: TransferKind,
  id?: string,
];

/** Returns functions that write to the ledger of a game without its service. */
function newLedger(db: Pool, gameId: string = newId()) {
  return {
    gameId,
    async open({ type = "gamer", currency = "USD", ...more }: Opening = {}): Promise<string> {
      const owes = type === "external" || type === "game";
      const { floor = owes ? null : 0n, cents = 0n, closed = false } = more;
      const id = newId();
      await db.query(
        `INSERT INTO wallet.account
           (id, game_id, type, owner_id, currency, floor_minor, balance_minor, closed_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, CASE WHEN $8 THEN now() END)`,
        [id, more.gameId ?? gameId, type, newId(), currency, floor, cents, closed],
      );
      return id;
    },
    /** Inserts transfers in one statement; returns "made" or the constraint that refuses them. */
    insert: (...lines: Line[]) =>
      getConstraint(
        db.query(
          `INSERT INTO wallet.transfer
             (id, game_id, currency, debit_account_id, credit_account_id, amount_minor, kind)
           SELECT id, $1, 'USD', debit, credit, cents, kind
           FROM unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::bigint[], $6::wallet.transfer_kind[])
             AS new (id, debit, credit, cents, kind)`,
          [
            gameId,
            lines.map(([, , , , id = newId()]) => id),
            lines.map(([debit]) => debit),
            lines.map(([, credit]) => credit),
            lines.map(([, , cents]) => cents),
            lines.map(([, , , kind = "deposit"]) => kind),
          ],
        ),
      ),
    async balances(): Promise<bigint[]> {
      const { rows } = await db.query<{ balance_minor: bigint }>(
        "SELECT balance_minor FROM wallet.account WHERE game_id = $1 ORDER BY id",
        [gameId],
      );
      return rows.map((row) => row.balance_minor);
    },
  };
}

const getConstraint = (query: Promise<unknown>) => query.then(() => "made", violatedConstraint);

test("the code has the words of the database", async ({ world }) => {
  const { rows } = await world.admin.query(
    `SELECT enum_range(NULL::wallet.account_type)::text[] AS types,
       enum_range(NULL::wallet.transfer_kind)::text[] AS kinds`,
  );
  expect(rows).toEqual([{ types: accountType.enumValues, kinds: transferKind.enumValues }]);
});

// A missing account has the opening null.
test.for<
  [name: string, constraint: string, from: Opening | null, to: Opening | null, cents: bigint]
>([
  ["between currencies", "transfer_account_fkey", OUTSIDE, { currency: "EUR" }, 1n],
  ["between games", "transfer_account_fkey", OUTSIDE, { gameId: newId() }, 1n],
  ["from an account that does not exist", "transfer_account_fkey", null, {}, 1n],
  ["to an account that does not exist", "transfer_account_fkey", OUTSIDE, null, 1n],
  ["of nothing", "transfer_amount_positive", OUTSIDE, {}, 0n],
  ["of a negative amount", "transfer_amount_positive", OUTSIDE, {}, -1n],
  ["that takes a balance below its floor", "account_floor", { ...OUTSIDE, floor: -10n }, {}, 11n],
  [
    "that makes a balance larger than a double can carry",
    "account_balance_exact",
    OUTSIDE,
    { cents: 1n },
    MAX_BALANCE,
  ],
])("refuses a transfer %s", async ([, constraint, from, to, cents], { world }) => {
  const { open, insert, balances } = newLedger(world.admin);
  const [debit, credit] = [from ? await open(from) : newId(), to ? await open(to) : newId()];
  expect(await insert([debit, credit, cents])).toBe(constraint);
  expect((await balances()).every((kept) => kept === 0n || kept === 1n)).toBe(true);
});

test("refuses transfers within an account, and undue ones into a closed one", async ({ world }) => {
  const { open, insert } = newLedger(world.admin);
  const [only, closed] = [await open(OUTSIDE), await open({ closed: true })];
  expect(await insert([only, only, 1n])).toBe("transfer_accounts_differ");
  const pool = await open({ type: "prize_pool", cents: 1n });
  const lines: Line[] = [
    [only, closed, 1n],
    [pool, closed, 1n, "payout"],
  ];
  expect(await insert(...lines)).toBe("account_open");
});

test.for([
  ["deposit", ["external", "gamer"], "account_open", "made"],
  ["withdrawal", ["gamer", "external"], "account_open", "made"],
  ["entry_fee", ["gamer", "prize_pool"], "account_open", "account_open"],
  ["payout", ["prize_pool", "gamer"], "made", "made"],
  ["platform_fee", ["prize_pool", "platform"], "made", "made"],
  ["refund", ["prize_pool", "gamer"], "made", "made"],
] as const)(
  "lets a closed account take part in a %s only for its due",
  async ([kind, [from, to], into, outOf], { world }) => {
    const { open, insert } = newLedger(world.admin);
    const [source, target] = [await open({ type: from, cents: 9n }), await open({ type: to })];
    const closedSource = await open({ type: from, cents: 9n, closed: true });
    const closedTarget = await open({ type: to, closed: true });
    expect(await insert([source, closedTarget, 3n, kind])).toBe(into);
    expect(await insert([closedSource, target, 1n, kind])).toBe(outOf);
  },
);

test("refuses changes of an account that break its promises", async ({ world: { admin } }) => {
  const { gameId, open, insert } = newLedger(admin);
  const [source, closed] = [await open({ type: "external" }), await open({ closed: true })];
  await insert([source, await open(), 10n]);
  const update = (id: string, change: string) =>
    getConstraint(admin.query(`UPDATE wallet.account SET ${change} WHERE id = $1`, [id]));
  expect(await update(source, "floor_minor = -9")).toBe("account_floor");
  expect(await update(closed, "closed_at = NULL")).toBe("account_stays_closed");
  expect(await update(closed, "closed_at = now() + interval '1 hour'")).toBe(
    "account_stays_closed",
  );
  const second = admin.query(
    `INSERT INTO wallet.account (id, game_id, type, owner_id, currency)
     SELECT ${uuid}, game_id, type, owner_id, currency FROM wallet.account WHERE game_id = $1 LIMIT 1`,
    [gameId],
  );
  expect(await getConstraint(second)).toBe("account_owner_key");
});

test("refuses a transfer that was numbered before its accounts were locked", async ({ world }) => {
  const { open, insert, balances } = newLedger(world.admin);
  const [source, target] = [await open({ type: "external" }), await open()];
  await insert([source, target, 1n]);
  // The seal of the account would miss it.
  for (const steps of [[0], [0, 1]]) {
    const late = world.admin.query(
      `INSERT INTO wallet.transfer
         (id, sequence, game_id, currency, debit_account_id, credit_account_id, amount_minor, kind)
       OVERRIDING SYSTEM VALUE
       SELECT ${uuid}, sealed_through + step, game_id, currency, id, $2, 1, 'deposit'
       FROM wallet.account, unnest($3::int[]) AS step WHERE id = $1`,
      [source, target, steps],
    );
    expect(await late.then(() => "made", sqlState)).toBe(SERIALIZATION_FAILURE);
  }
  expect(await balances()).toEqual([-1n, 1n]);
});

test("has either a transfer or a refusal under an id", async ({ world }) => {
  const { open, insert, balances } = newLedger(world.admin);
  const [source, target] = [await open({ type: "external" }), await open()];
  const refuse = (...ids: string[]) =>
    getConstraint(
      world.admin.query(
        `INSERT INTO wallet.refusal (transfer_id, content_digest, reason, message)
         SELECT id, '', 'INSUFFICIENT_FUNDS', '' FROM unnest($1::uuid[]) AS id`,
        [ids],
      ),
    );
  const [refused, made] = [newId(), newId()];
  expect(await refuse(refused)).toBe("made");
  expect(await insert([source, target, 1n, "deposit", refused])).toBe("transfer_not_refused");
  expect(await insert([source, target, 1n], [source, target, 1n, "deposit", refused])).toBe(
    "transfer_not_refused",
  );
  expect(await balances()).toEqual([0n, 0n]);
  expect(await insert([source, target, 1n, "deposit", made])).toBe("made");
  expect(await refuse(newId(), made)).toBe("refusal_of_unmade");
});

describe("transfers of a kind", () => {
  const RICH = 1_000_000n;

  /** Opens two accounts of each type; returns the lines that make a movement between them. */
  async function openRich(db: Pool) {
    const ledger = newLedger(db);
    const accounts = new Map<string, string>();
    for (const side of ["debit", "credit"])
      for (const type of accountType.enumValues)
        accounts.set(`${side} ${type}`, await ledger.open({ type, cents: RICH }));
    const toLine = ({ kind, debit, credit }: Movement): Line => [
      accounts.get(`debit ${debit}`) ?? "",
      accounts.get(`credit ${credit}`) ?? "",
      1n,
      kind,
    ];
    return { gameId: ledger.gameId, toLine };
  }

  test.for(["role", "admin"] as const)(
    "are made for %s if the code allows them",
    async (as, { world, role }) => {
      const { gameId, toLine } = await openRich(world.admin);
      const { insert } = newLedger(as === "role" ? role : world.admin, gameId);
      for (const movement of MOVEMENTS) {
        const name = describeMovement(movement);
        const outcome = isAllowed(movement) ? "made" : "transfer_kind_allowed";
        expect.soft(await insert(toLine(movement)), name).toBe(outcome);
      }
    },
  );

  test("are not made in a statement with one that is not allowed", async ({ world, role }) => {
    const { gameId, toLine } = await openRich(world.admin);
    const { insert } = newLedger(role, gameId);
    const count = async () => {
      const sql = "SELECT FROM wallet.transfer WHERE game_id = $1";
      return (await world.admin.query(sql, [gameId])).rowCount;
    };
    const lines = MOVEMENTS.filter(isAllowed).map(toLine);
    for (const wrong of MOVEMENTS.filter((movement) => !isAllowed(movement)).map(toLine))
      expect(await insert(...lines, wrong)).toBe("transfer_kind_allowed");
    expect(await count()).toBe(0);
    expect(await insert(...lines)).toBe("made");
    expect(await count()).toBe(lines.length);
  });
});

describe("the wallet's role", () => {
  test.for([
    // It cannot rewrite the past.
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
    // It cannot make money.
    "UPDATE account SET balance_minor = 1",
    "UPDATE account SET balance_minor = balance_minor + 1, closed_at = now()",
    "UPDATE account SET currency = 'EUR'",
    "UPDATE account SET owner_id = gen_random_uuid()",
    "DELETE FROM account",
    "TRUNCATE account",
    `INSERT INTO account (id, game_id, type, owner_id, currency, balance_minor)
       VALUES (${uuid}, ${uuid}, 'gamer', ${uuid}, 'USD', 100)`,
    // It cannot change the rules.
    "ALTER TABLE transfer DISABLE TRIGGER transfer_posts",
    "DROP TRIGGER transfer_posts ON transfer",
    "ALTER TABLE account DROP CONSTRAINT account_floor",
    "CREATE OR REPLACE FUNCTION post_transfers() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
    "SET session_replication_role = replica",
    "CREATE TABLE wallet.mine (id integer)",
    // It cannot read other services' tables.
    "SELECT 1 FROM entry.entry",
    "SELECT 1 FROM entry.gamer",
    "SELECT 1 FROM game.game",
    "SELECT 1 FROM tournament.tournament",
    "SELECT 1 FROM settlement.settlement",
  ])("may not: %s", async (sql, { world, role }) => {
    const { external, gamer, pool } = newAccounts();
    await makeTransfer(world, transferOf(external, gamer, 5n));
    await post(world, transferOf(gamer, pool, 6n));
    expect(await role.query(sql).then(() => "done", sqlState)).toBe(FORBIDDEN);
  });
});
