import { newId } from "@tms/kit/values/ids";
import { AccountType } from "@tms/proto/tms/wallet/v1/wallet";
import { getBalance, getReason, type AccountRef } from "../../../test/world/actions.ts";
import { holdLocks, waitForLocks } from "../../../test/world/locks.ts";
import { describe, expect, test } from "../../../test/world/test.ts";
import { startWorld, type World } from "../../../test/world/world.ts";
import { accountId, accountTypeOf } from "../src/ledger/transfer.ts";
import {
  closeAccount,
  getBalances,
  getItem,
  makeTransfer,
  newAccounts,
  post,
  times,
  transferOf,
  type Spec,
} from "./actions.ts";

const tryTransfer = (world: World, transfer: Spec) => getReason(makeTransfer(world, transfer));
const sum = (amounts: readonly bigint[]) => amounts.reduce((total, each) => total + each, 0n);

/** Returns which of some transfers are kept as refused. */
async function listRefusals({ admin }: World, ...transfers: Spec[]): Promise<string[]> {
  const { rows } = await admin.query<{ transfer_id: string }>(
    "SELECT transfer_id FROM wallet.refusal WHERE transfer_id = ANY($1::uuid[])",
    [transfers.map(({ id }) => id)],
  );
  return rows.map((row) => row.transfer_id);
}

describe("transfers on two replicas", () => {
  test("never take an account below its floor", async ({ world, replica }) => {
    const { external, gamer, pool } = newAccounts();
    await makeTransfer(world, transferOf(external, gamer, 1_000n));
    const outcomes = await Promise.all(
      times(200, (n) => tryTransfer(n % 2 ? world : replica, transferOf(gamer, pool, 10n))),
    );
    expect(outcomes.filter((outcome) => outcome === "accepted")).toHaveLength(100);
    expect(outcomes.filter((outcome) => outcome === "INSUFFICIENT_FUNDS")).toHaveLength(100);
    expect(await getBalances(world, [gamer, pool])).toEqual([0n, 1_000n]);
  });

  test("are answered alike in one batch, and made once", async ({ world, replica }) => {
    for (let round = 0; round < 10; round++) {
      const { external, newGamer, pool } = newAccounts();
      const charges = times(20, () => transferOf(newGamer(), pool, 5n));
      const deposits = times(20, () => transferOf(external, newGamer(), 5n));
      const batch = [...charges, ...deposits];
      const [there, back, again, late] = await Promise.all([
        post(world, ...batch),
        post(replica, ...batch.toReversed()),
        post(world, ...batch),
        post(replica, ...batch.toReversed()),
      ]);
      const expected = [
        ...charges.map(() => "INSUFFICIENT_FUNDS"),
        ...deposits.map(() => "posted"),
      ];
      expect([there, again]).toEqual([expected, expected]);
      expect([back, late]).toEqual([expected.toReversed(), expected.toReversed()]);
      const credited = deposits.map(({ credit }) => credit);
      expect(await getBalances(world, [...credited, pool])).toEqual([
        ...credited.map(() => 5n),
        0n,
      ]);
    }
  });

  test("make one of two contents of an id, in disjoint accounts", async ({ world, replica }) => {
    for (let round = 0; round < 20; round++) {
      const { external, game, gamer, pool } = newAccounts();
      const toGamer = transferOf(external, gamer, 1n);
      const toPool = { ...transferOf(game, pool, 1n), id: toGamer.id };
      const outcomes = await Promise.all([
        tryTransfer(world, toGamer),
        tryTransfer(replica, toPool),
      ]);
      expect(outcomes.toSorted()).toEqual(["TRANSFER_ID_REUSED", "accepted"]);
      expect(sum(await getBalances(world, [gamer, pool]))).toBe(1n);
    }
  });

  test("are made before their account is closed, or refused", async ({ world, replica }) => {
    const { game, pool } = newAccounts();
    const paying = Promise.all(
      times(60, (n) => tryTransfer(n % 2 ? world : replica, transferOf(game, pool, 1n))),
    );
    const account = await closeAccount(replica, pool);
    const outcomes = await paying;
    const made = outcomes.filter((outcome) => outcome === "accepted").length;
    expect(account.balance?.minorUnits).toBe(BigInt(made));
    expect(await getBalance(world, pool)).toBe(BigInt(made));
    expect(outcomes.filter((outcome) => outcome === "ACCOUNT_CLOSED")).toHaveLength(60 - made);
  });
});

test("transfers are decided under the locks of their accounts", async ({ world }) => {
  const { gameId, external, game, gamer, newGamer, pool } = newAccounts();
  await post(world, transferOf(external, gamer, 10n), transferOf(game, pool, 1n));
  await using rival = await holdLocks(
    world,
    `INSERT INTO wallet.transfer (id, game_id, currency, debit_account_id, credit_account_id,
       amount_minor, kind) VALUES ($1, $2, 'USD', $3, $4, 10, 'entry_fee')`,
    [newId(), gameId, accountId(gamer, "USD"), accountId(pool, "USD")],
  );
  const posting = post(world, transferOf(gamer, pool, 10n), transferOf(external, newGamer(), 1n));
  await waitForLocks(world);
  await rival.end("COMMIT");
  expect(await posting).toEqual(["INSUFFICIENT_FUNDS", "posted"]);
});

/** Runs work on two further replicas, and expects no deadlock. */
async function expectNoDeadlock(world: World, work: (replicas: readonly World[]) => Promise<void>) {
  const countDeadlocks = async () => {
    const { rows } = await world.admin.query<{ deadlocks: bigint }>(
      "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()",
    );
    return rows[0]?.deadlocks;
  };
  const listConnections = async () => {
    const { rows } = await world.admin.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'tms-wallet'`,
    );
    return rows.map(({ pid }) => pid);
  };
  const [before, bystanders] = [await countDeadlocks(), await listConnections()];
  const replicas = [await startWorld({ beside: world }), await startWorld({ beside: world })];
  await work(replicas);
  // Postgres adds up the figures of a connection when it ends.
  await Promise.all(replicas.map((replica) => replica.close()));
  await expect
    .poll(async () => (await listConnections()).filter((pid) => !bystanders.includes(pid)))
    .toEqual([]);
  expect(await countDeadlocks()).toBe(before);
}

test("replicas never deadlock on unsorted batches, and lose no money", ({ world }) =>
  expectNoDeadlock(world, async (replicas) => {
    for (let round = 0; round < 8; round++) {
      const { gameId, newGamer } = newAccounts();
      // A common account would let the first caller hold up all others, so each pair has its own.
      const pairs = times(300, () => ({
        debit: { gameId, type: AccountType.EXTERNAL, ownerId: newId() },
        credit: newGamer(),
      }));
      // Each replica meets the accounts in its own order, twice: to open them, and to move on.
      const outcomes = await Promise.all(
        [pairs, pairs.toReversed(), pairs, pairs.toReversed()].map((refs, n) =>
          post(
            getItem(replicas, n % 2),
            ...refs.map(({ debit, credit }) => transferOf(debit, credit, 1n)),
          ),
        ),
      );
      expect(new Set(outcomes.flat())).toEqual(new Set(["posted"]));
      // Not read from a service, because connections of the world would not end below.
      const { rows } = await world.admin.query<{ balance: bigint; accounts: bigint }>(
        `SELECT balance_minor AS balance, count(*) AS accounts FROM wallet.account
       WHERE id = ANY($1::uuid[]) GROUP BY balance_minor`,
        [pairs.map(({ credit }) => accountId(credit, "USD"))],
      );
      expect(rows).toEqual([{ balance: 4n, accounts: 300n }]);
    }
  }));

test("the first fees of a pool never deadlock on the account that pays", ({ world }) =>
  expectNoDeadlock(world, async (replicas) => {
    const { gameId } = newAccounts();
    for (let round = 0; round < 40; round++) {
      const tournamentId = newId();
      const collect = ({ wallet }: World) =>
        wallet.collectFees({
          collections: [
            {
              gameId,
              currency: "USD",
              payer: AccountType.GAME,
              tournamentId,
              minorUnits: 1n,
              transferIds: [newId()],
              ownerIds: [gameId],
            },
          ],
        });
      const answers = await Promise.all(times(8, (n) => collect(getItem(replicas, n % 2))));
      expect(answers.flatMap(({ refused }) => refused)).toEqual([]);
    }
  }));

describe("the outcome of a transfer", () => {
  /** Returns accounts that nobody opened; the credited one is the first to be opened. */
  function newcomers(isPayout: boolean) {
    const { external, game, gamer, newGamer, pool, newPool } = newAccounts();
    const credit = isPayout ? gamer : pool;
    for (;;) {
      const debit = isPayout ? newPool() : newGamer();
      const funder = isPayout ? game : external;
      if (idOf(credit) < idOf(debit)) return { funder, debit, credit };
    }
  }
  const idOf = (ref: AccountRef) => accountId(ref, "USD");

  test.for([
    ["an entry fee", false],
    ["a payout", true],
  ] as const)(
    "is one for %s whose accounts two replicas open",
    async ([, isPayout], { world, replica }) => {
      const { funder, debit, credit } = newcomers(isPayout);
      const transfer = transferOf(debit, credit, 9n);
      await using opening = await holdLocks(
        world,
        `INSERT INTO wallet.account (id, game_id, type, owner_id, currency, floor_minor)
       VALUES ($1, $2, $3, $4, 'USD', 0)`,
        [idOf(credit), credit.gameId, accountTypeOf(credit.type), credit.ownerId],
      );
      const calls = [world, replica].map((one) => tryTransfer(one, transfer));
      // Both found the transfer undecided, and wait to open the account to be credited.
      await waitForLocks(world, 2);
      expect(await tryTransfer(world, transferOf(funder, debit, 9n))).toBe("accepted");
      await opening.end();
      expect(await Promise.all(calls)).toEqual(["accepted", "accepted"]);
      expect(await listRefusals(world, transfer)).toEqual([]);
      expect(await getBalances(world, [debit, credit])).toEqual([0n, 9n]);
    },
  );

  test("is the transfer if its id is refused for other content", async ({ world, replica }) => {
    const { external, gamer, newGamer, pool } = newAccounts();
    const made = transferOf(external, gamer, 1n);
    const poor = { ...transferOf(newGamer(), pool, 1n), id: made.id };
    await using locks = await holdLocks(world, "LOCK TABLE wallet.refusal IN SHARE MODE");
    const refused = tryTransfer(world, poor);
    await waitForLocks(world);
    expect(await tryTransfer(replica, made)).toBe("accepted");
    await locks.end();
    expect(await refused).toBe("TRANSFER_ID_REUSED");
    expect(await listRefusals(world, made)).toEqual([]);
    expect(await tryTransfer(replica, made)).toBe("accepted");
  });

  test("is the refusal if other content comes under its id", async ({ world, replica }) => {
    const { external, gamer, newGamer, pool } = newAccounts();
    const rich = transferOf(external, gamer, 1n);
    const refused = { ...transferOf(newGamer(), pool, 1n), id: rich.id };
    await using locks = await holdLocks(world, "LOCK TABLE wallet.transfer IN SHARE MODE");
    const making = tryTransfer(world, rich);
    await waitForLocks(world);
    expect(await tryTransfer(replica, refused)).toBe("INSUFFICIENT_FUNDS");
    await locks.end();
    expect(await making).toBe("TRANSFER_ID_REUSED");
    expect(await listRefusals(world, rich)).toEqual([rich.id]);
    expect(await getBalance(world, gamer)).toBe(0n);
  });

  test("is the refusal if a fee is refused while it waits", async ({ world }) => {
    const { gameId, external, game, gamer, pool } = newAccounts();
    await post(world, transferOf(external, gamer, 9n), transferOf(game, pool, 1n));
    const id = newId();
    const collection = {
      gameId,
      tournamentId: pool.ownerId,
      currency: "USD",
      payer: gamer.type,
      minorUnits: 9n,
      ownerIds: [gamer.ownerId],
      transferIds: [id],
    };
    await using rival = await holdLocks(
      world,
      "SELECT FROM wallet.account WHERE owner_id = $1 FOR UPDATE",
      [gamer.ownerId],
    );
    const collecting = world.wallet.collectFees({ collections: [collection] });
    await waitForLocks(world);
    await rival.query("INSERT INTO wallet.refusal VALUES ($1, '', 'INSUFFICIENT_FUNDS', '')", [id]);
    await rival.end("COMMIT");
    expect((await collecting).refused.map(({ transferId }) => transferId)).toEqual([id]);
    expect(await getBalance(world, gamer)).toBe(9n);
  });
});
