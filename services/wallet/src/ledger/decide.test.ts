import { describe, expect, test } from "vitest";
import type { TransferKind } from "../db/tables.ts";
import {
  BALANCE_LIMIT,
  checkTransfer,
  decide,
  refusalOf,
  type AccountState,
  type Decision,
} from "./decide.ts";
import { create } from "@bufbuild/protobuf";
import fc from "fast-check";
import { SYSTEM } from "@tms/kit/values/actor";
import { derivedId } from "@tms/kit/values/ids";
import { AccountType, TransferSpecSchema } from "@tms/proto/tms/wallet/v1/wallet";
import { LedgerModel, type ModelTransfer } from "../../../../test/model/ledger.ts";
import { ACCOUNTS, anyBatch, KINDS, TYPES } from "../../test/arbitraries.ts";
import {
  accountId,
  requestedTransfer,
  type RequestedTransfer,
  type TransferSpec,
} from "./transfer.ts";

const account = (more: Partial<AccountState> = {}): AccountState => ({
  balanceMinor: 10n,
  floorMinor: 0n,
  closedAt: null,
  ...more,
});
const CLOSED = account({ closedAt: new Date(0) });

const check = (kind: TransferKind, amountMinor: bigint, from: AccountState, to: AccountState) =>
  checkTransfer({ kind, amountMinor }, from, to)?.reason ?? "accepted";

describe("a transfer", () => {
  test.for([
    ["deposit", "accepted", "ACCOUNT_CLOSED"],
    ["withdrawal", "accepted", "ACCOUNT_CLOSED"],
    ["entry_fee", "ACCOUNT_CLOSED", "ACCOUNT_CLOSED"],
    ["payout", "accepted", "accepted"],
    ["platform_fee", "accepted", "accepted"],
    ["refund", "accepted", "accepted"],
  ] as const)("as a %s out of a closed account is %s, into one %s", ([kind, outOf, into]) => {
    expect(check(kind, 1n, CLOSED, account())).toBe(outOf);
    expect(check(kind, 1n, account(), CLOSED)).toBe(into);
  });

  test("is told which of its accounts is closed", () => {
    const fee = { kind: "entry_fee", amountMinor: 1n } as const;
    expect(checkTransfer(fee, CLOSED, account())?.message).toContain("debited");
    expect(checkTransfer(fee, account(), CLOSED)?.message).toContain("credited");
  });

  test.for([
    ["deposit", "OUTSIDE_ACCOUNT_FULL", "BALANCE_OVERFLOW"],
    ["withdrawal", "BALANCE_OVERFLOW", "OUTSIDE_ACCOUNT_FULL"],
    ["entry_fee", "BALANCE_OVERFLOW", "BALANCE_OVERFLOW"],
  ] as const)("as a %s past the lowest balance is %s, past the highest %s", (row) => {
    const [kind, lowest, highest] = row;
    const low = account({ balanceMinor: 1n - BALANCE_LIMIT, floorMinor: null });
    const high = account({ balanceMinor: BALANCE_LIMIT - 1n });
    expect(check(kind, 1n, low, high)).toBe("accepted");
    expect(check(kind, 2n, low, account())).toBe(lowest);
    expect(check(kind, 2n, account(), high)).toBe(highest);
  });
});

const BY_NOBODY = { actor: SYSTEM, requestId: null };
const GAME = derivedId("game");
const refOf = (index: number) => ({
  gameId: GAME,
  type: TYPES[index] ?? AccountType.UNSPECIFIED,
  ownerId: derivedId("owner", String(index)),
});

const requested = ({ id, debit, credit, cents, linked, kind }: ModelTransfer): RequestedTransfer =>
  requestedTransfer(
    create(TransferSpecSchema, {
      id: derivedId("transfer", String(id)),
      debit: refOf(debit),
      credit: refOf(credit),
      amount: { currency: "USD", minorUnits: cents },
      kind: KINDS[kind],
      linked,
    }) as TransferSpec,
    "transfer",
    BY_NOBODY,
  );

/** The account ids of the model's accounts, by their index. */
const ID_OF = ACCOUNTS.map((_, index) => accountId(refOf(index), "USD"));

const stateOf = (model: LedgerModel): Map<string, AccountState> =>
  new Map(
    model.accounts.map(({ cents, floor, closed }, index) => [
      ID_OF[index] ?? "",
      { balanceMinor: cents, floorMinor: floor, closedAt: closed ? new Date(0) : null },
    ]),
  );

test("decisions are those of the model, batch after batch", () => {
  const batches = fc.array(fc.tuple(anyBatch, fc.option(fc.nat(ACCOUNTS.length - 1))), {
    maxLength: 8,
  });
  fc.assert(
    fc.property(batches, (steps) => {
      const model = new LedgerModel(ACCOUNTS);
      const decisions = new Map<string, Decision>();
      for (const [asked, closes] of steps) {
        const [transfers, accounts, known] = [
          asked.map(requested),
          stateOf(model),
          [...decisions.keys()],
        ];
        const { accepted, refused } = decide(transfers, accounts, decisions);
        const reasons = transfers.map(
          (transfer) => refusalOf(transfer, decisions)?.reason ?? "posted",
        );
        expect(reasons).toEqual(model.post(asked));
        // Each id is decided once.
        const decided = [...accepted, ...refused.map(({ transfer }) => transfer)].map(
          ({ id }) => id,
        );
        const undecided = new Set(
          transfers.map(({ id }) => id).filter((id) => !known.includes(id)),
        );
        expect(decided.toSorted()).toEqual([...undecided].toSorted());
        for (const { transfer, refusal } of refused) {
          expect(refusalOf(transfer, decisions)).toBe(refusal);
          expect(refusal.message).toMatch(/^[A-Z].*\.$/);
          if (transfer.kind === "payout") decisions.delete(transfer.id);
        }
        if (closes !== null) model.accounts[closes]!.closed = true;
      }
    }),
    { numRuns: 400 },
  );
});
