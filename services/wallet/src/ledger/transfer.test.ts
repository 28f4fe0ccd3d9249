import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { describe, expect, test } from "vitest";
import { SYSTEM } from "@tms/kit/values/actor";
import { newId } from "@tms/kit/values/ids";
import { AccountType, TransferKind, TransferSpecSchema } from "@tms/proto/tms/wallet/v1/wallet";
import { isAllowed, MOVEMENTS } from "../../test/movements.ts";
import type { TransferRow } from "../db/posting.ts";
import {
  checkKind,
  contentDigest,
  requestedTransfer,
  hasSameContent,
  type RequestedTransfer,
  type TransferSpec,
} from "./transfer.ts";

type Spec = MessageInitShape<typeof TransferSpecSchema>;

const ORIGIN = { actor: SYSTEM, requestId: null };
const gameId = newId();
const gamer = { gameId, type: AccountType.GAMER, ownerId: newId() };
const external = { gameId, type: AccountType.EXTERNAL, ownerId: newId() };
const pool = { gameId, type: AccountType.PRIZE_POOL, ownerId: newId() };
const spec: Spec = {
  id: newId(),
  debit: pool,
  credit: gamer,
  amount: { currency: "USD", minorUnits: 5n },
  kind: TransferKind.PAYOUT,
  referenceId: newId(),
  linked: true,
};
const requested = (changes: Partial<Spec> = {}) =>
  requestedTransfer(
    create(TransferSpecSchema, { ...spec, ...changes } as Spec) as TransferSpec,
    "transfer",
    ORIGIN,
  );

const rowOf = (transfer: RequestedTransfer): TransferRow => ({
  ...transfer,
  sequence: 7n,
  createdAt: new Date("2026-01-01T00:00:00Z"),
});

/** Changes of each field of the content. */
const others: [string, Partial<Spec>][] = [
  ["another debit", { debit: { ...pool, ownerId: newId() } }],
  ["another credit", { credit: { ...gamer, ownerId: newId() } }],
  ["another amount", { amount: { currency: "USD", minorUnits: 6n } }],
  ["another currency", { amount: { currency: "EUR", minorUnits: 5n } }],
  ["another kind", { kind: TransferKind.REFUND }],
  ["another reference", { referenceId: newId() }],
];

describe("the content of a transfer", () => {
  test("is the same for a repeated request, whether stored or refused", () => {
    expect(hasSameContent(rowOf(requested()), requested({ linked: false }))).toBe(true);
    expect(contentDigest(requested())).toEqual(contentDigest(requested({ linked: false })));
    expect(contentDigest(requested())).toHaveLength(32);
    expect(hasSameContent({ ...rowOf(requested()), currency: "EUR" }, requested())).toBe(false);
  });

  test.for(others)("differs from that of a transfer with %s", ([, changes]) => {
    expect(hasSameContent(rowOf(requested()), requested(changes))).toBe(false);
    expect(contentDigest(requested())).not.toEqual(contentDigest(requested(changes)));
  });
});

test("allows only the accounts of each kind, and names the account that is wrong", () => {
  const TYPES = /^(from|to) must be ACCOUNT_TYPE_[A-Z_]+( or ACCOUNT_TYPE_[A-Z_]+)* in a transfer/;
  for (const movement of MOVEMENTS) {
    const check = () => checkKind(movement.kind, movement, { debit: "from", credit: "to" });
    if (isAllowed(movement)) expect(check).not.toThrow();
    else expect(check).toThrow(TYPES);
  }
  expect(() => requested({ debit: gamer })).toThrow("transfer.debit.type must be");
  expect(() => requested({ credit: pool })).toThrow("transfer.credit.type must be");
});

test.for<[string, Partial<Spec>, boolean]>([
  ["a deposit to a gamer", { credit: gamer }, true],
  ["a deposit to a gamer without a handle", { credit: gamer, gamerHandle: undefined }, false],
  ["a deposit to the game", { credit: { ...gamer, type: AccountType.GAME } }, false],
  ["a withdrawal", { kind: TransferKind.WITHDRAWAL, debit: gamer, credit: external }, true],
  ["a payout", { kind: TransferKind.PAYOUT, debit: pool, credit: gamer }, false],
])("%s has the details of an event: %s", ([, changes, hasDetails]) => {
  const deposit = { kind: TransferKind.DEPOSIT, debit: external, gamerHandle: "ada" };
  const details = { gamerId: gamer.ownerId, handle: "ada", origin: ORIGIN };
  const { eventDetails } = requested({ ...deposit, ...changes } as Partial<Spec>);
  expect(eventDetails).toEqual(hasDetails ? details : undefined);
});
