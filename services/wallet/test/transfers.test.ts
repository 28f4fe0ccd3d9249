import { randomUUID } from "node:crypto";
import { timestampMs } from "@bufbuild/protobuf/wkt";
import { newId } from "@tms/kit/values/ids";
import { AccountType, TransferKind } from "@tms/proto/tms/wallet/v1/wallet";
import { getBalance, getReason, toRefusal, type AccountRef } from "../../../test/world/actions.ts";
import { describe, expect, test } from "../../../test/world/test.ts";
import {
  listWrites,
  makeTransfer,
  newAccounts,
  post,
  times,
  transferOf,
  type Spec,
} from "./actions.ts";

// The model test covers balances, repeats, chains and refusals.

const upperCase = (ref: AccountRef) => ({
  ...ref,
  gameId: ref.gameId.toUpperCase(),
  ownerId: ref.ownerId.toUpperCase(),
});

describe("a transfer", () => {
  test("is refused within one account and across games", async ({ world }) => {
    const [one, other] = [newAccounts(), newAccounts()];
    const respelled = { ...one.gamer, ownerId: one.gamer.ownerId.toUpperCase() };
    for (const transfer of [
      transferOf(one.gamer, one.gamer, 5n),
      transferOf(one.gamer, respelled, 5n),
      transferOf(one.game, other.game, 5n),
    ])
      expect(await getReason(makeTransfer(world, transfer))).toBe("INVALID_ARGUMENT");
  });

  test("is the same with its ids in capitals, and can be read", async ({ world }) => {
    const { gameId, external, gamer } = newAccounts();
    const transfer = transferOf(external, gamer, 500n, { referenceId: randomUUID() });
    const made = await makeTransfer(world, transfer);
    const repeated = await makeTransfer(world, {
      ...transfer,
      id: transfer.id.toUpperCase(),
      debit: upperCase(external),
      credit: upperCase(gamer),
    });
    expect(repeated.sequence).toBe(made.sequence);
    expect(await getBalance(world, upperCase(gamer))).toBe(500n);
    const read = await world.wallet.getTransfer({ gameId, transferId: transfer.id });
    expect(read.transfer).toEqual(made);
  });

  test("shares a transaction with others that arrive at the same time", async ({ world }) => {
    const { external, newGamer } = newAccounts();
    const deposits = times(40, (n) => transferOf(external, newGamer(), BigInt(n + 1)));
    const writes = await listWrites(async () => {
      const made = await Promise.all(deposits.map((each) => makeTransfer(world, each)));
      expect(made.map(({ spec }) => spec?.id)).toEqual(deposits.map(({ id }) => id));
    });
    expect(writes.length).toBeLessThan(deposits.length / 2);
    expect(new Set(writes)).toEqual(new Set(["wallet.post", "wallet.open-accounts"]));
  });
});

describe("a batch of transfers", () => {
  test("works across currencies and games, each in its own accounts", async ({ world }) => {
    const [one, other] = [newAccounts(), newAccounts()];
    const outcomes = await post(
      world,
      transferOf(one.external, one.gamer, 5n),
      transferOf(one.external, one.gamer, 0n, { amount: { currency: "GEMS", minorUnits: 3n } }),
      transferOf(other.external, other.gamer, 5n),
      transferOf(one.gamer, one.pool, 0n, { amount: { currency: "EUR", minorUnits: 1n } }),
    );
    expect(outcomes).toEqual(["posted", "posted", "posted", "INSUFFICIENT_FUNDS"]);
    expect(await getBalance(world, one.gamer)).toBe(5n);
  });

  test("refuses a chain that has no end", async ({ world }) => {
    const { external, gamer } = newAccounts();
    const transfers = [
      transferOf(external, gamer, 1n),
      transferOf(external, gamer, 1n, { linked: true }),
    ];
    expect(await getReason(world.wallet.batchTransfer({ transfers }))).toBe("INVALID_ARGUMENT");
    expect(await getBalance(world, gamer)).toBe(0n);
  });
});

test("returns the times of transfers in the order asked, 0 if not made", async ({ world }) => {
  const { gameId, external, gamer, pool } = newAccounts();
  const made = [1n, 2n, 3n].map((cents) => transferOf(external, gamer, cents));
  const known = new Map<string, number>();
  for (const transfer of made) {
    const { createTime } = await makeTransfer(world, transfer);
    if (createTime) known.set(transfer.id, timestampMs(createTime));
  }
  const refused = transferOf(gamer, pool, 100n);
  expect(await post(world, refused)).toEqual(["INSUFFICIENT_FUNDS"]);
  const [first = "", ...others] = made.map(({ id }) => id);
  const transferIds = [...others, refused.id, newId(), first.toUpperCase(), first];
  const { createTimesMs } = await world.wallet.batchGetTransferTimes({ gameId, transferIds });
  expect(createTimesMs.map(Number)).toEqual(
    transferIds.map((id) => known.get(id.toLowerCase()) ?? 0),
  );
  const stranger = { gameId: newId(), transferIds: [first] };
  expect((await world.wallet.batchGetTransferTimes(stranger)).createTimesMs).toEqual([0n]);
});

// database.test.ts covers all kinds and types.
test("refuses a kind that is not for its accounts, naming the field", async ({ world }) => {
  const { external, gamer, pool } = newAccounts();
  const deposit = transferOf(external, gamer, 1n);
  const payment = {
    debit: pool,
    creditType: AccountType.GAMER,
    kind: TransferKind.PAYOUT,
    currency: "USD",
    referenceId: newId(),
    transferIds: [newId()],
    ownerIds: [newId()],
    minorUnits: [1n],
  };
  const transfer = (change: Partial<Spec>) =>
    world.wallet.batchTransfer({ transfers: [deposit, { ...deposit, ...change }] });
  const disburse = (change: object) =>
    world.wallet.batchDisburse({ disbursements: [payment, { ...payment, ...change }] });
  for (const [field, call] of [
    ["transfers[1].debit.type", () => transfer({ kind: TransferKind.REFUND })],
    ["transfers[1].credit.type", () => transfer({ credit: pool })],
    ["disbursements[1].debit.type", () => disburse({ debit: gamer })],
    ["disbursements[1].credit_type", () => disburse({ creditType: AccountType.PLATFORM })],
  ] as const) {
    const refusal = { reason: "INVALID_ARGUMENT", fields: [{ field }] };
    expect(await call().catch(toRefusal)).toMatchObject(refusal);
  }
  expect(await getBalance(world, gamer)).toBe(0n);
});
