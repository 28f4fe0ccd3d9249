import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { describe, expect, test } from "vitest";
import { SYSTEM } from "@tms/kit/values/actor";
import { newId } from "@tms/kit/values/ids";
import { AccountType, TransferKind, TransferSpecSchema } from "@tms/proto/tms/wallet/v1/wallet";
import type { TransferRow } from "../db/posting.ts";
import {
  contentDigest,
  requestedTransfer,
  sameContent,
  type RequestedTransfer,
  type TransferSpec,
} from "./transfer.ts";

type Spec = MessageInitShape<typeof TransferSpecSchema>;

const BY_NOBODY = { actor: SYSTEM, requestId: null };
const gameId = newId();
const gamer = { gameId, type: AccountType.GAMER, ownerId: newId() };
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
    BY_NOBODY,
  );

const rowOf = (transfer: RequestedTransfer): TransferRow => ({
  ...transfer,
  sequence: 7n,
  createdAt: new Date("2026-01-01T00:00:00Z"),
});

/** Every change that gives a transfer another content. */
const others: [string, Partial<Spec>][] = [
  ["another debit", { debit: { ...pool, ownerId: newId() } }],
  ["another credit", { credit: { ...gamer, ownerId: newId() } }],
  ["another amount", { amount: { currency: "USD", minorUnits: 6n } }],
  ["another currency", { amount: { currency: "EUR", minorUnits: 5n } }],
  ["another kind", { kind: TransferKind.REFUND }],
  ["another reference", { referenceId: newId() }],
];

describe("the content of a transfer", () => {
  test("is that of its request, stored or refused", () => {
    expect(sameContent(rowOf(requested()), requested({ linked: false }))).toBe(true);
    expect(contentDigest(requested())).toEqual(contentDigest(requested({ linked: false })));
    expect(contentDigest(requested())).toHaveLength(32);
    expect(sameContent({ ...rowOf(requested()), currency: "EUR" }, requested())).toBe(false);
  });

  test.for(others)("is not that of one with %s", ([, changes]) => {
    expect(sameContent(rowOf(requested()), requested(changes))).toBe(false);
    expect(contentDigest(requested())).not.toEqual(contentDigest(requested(changes)));
  });
});
