import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { describe, expect, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { AccountType, TransferKind, TransferSpecSchema } from "@tms/proto/tms/wallet/v1/wallet";
import {
  contentDigest,
  orderOf,
  sameContent,
  transferMessage,
  type Order,
  type TransferRow,
} from "./transfer.ts";

type Spec = MessageInitShape<typeof TransferSpecSchema>;

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
const orderFrom = (changes: Partial<Spec> = {}) =>
  orderOf(create(TransferSpecSchema, { ...spec, ...changes } as Spec));
const inCapitals = (ref: typeof gamer | typeof pool) => ({
  gameId: ref.gameId.toUpperCase(),
  type: ref.type,
  ownerId: ref.ownerId.toUpperCase(),
});

const rowOf = (order: Order): TransferRow => ({
  id: order.id,
  sequence: 7n,
  game_id: order.gameId,
  currency: order.currency,
  debit_account_id: order.debitAccountId,
  credit_account_id: order.creditAccountId,
  amount_minor: order.amountMinor,
  kind: order.kind,
  reference_id: order.referenceId,
  created_at: new Date("2026-01-01T00:00:00Z"),
});

/** Every way to mean something else by the same id. */
const others: [string, Partial<Spec>][] = [
  ["another debit", { debit: { ...pool, ownerId: newId() } }],
  ["another credit", { credit: { ...gamer, ownerId: newId() } }],
  ["another amount", { amount: { currency: "USD", minorUnits: 6n } }],
  ["another currency", { amount: { currency: "EUR", minorUnits: 5n } }],
  ["another kind", { kind: TransferKind.REFUND }],
  ["another reference", { referenceId: newId() }],
];

describe("an order", () => {
  test("is what was asked for", () => {
    expect(orderFrom()).toMatchObject({
      id: spec.id,
      gameId,
      currency: "USD",
      amountMinor: 5n,
      kind: TransferKind.PAYOUT,
      referenceId: spec.referenceId,
      linked: true,
    });
    const { $typeName: _, $unknown: __, ...bare } = create(TransferSpecSchema, spec);
    const { referenceId: ___, ...without } = bare;
    expect(orderOf(create(TransferSpecSchema, without)).referenceId).toBe(null);
  });

  test("is the same in capitals", () => {
    const loud = orderFrom({
      id: String(spec.id).toUpperCase(),
      debit: inCapitals(pool),
      credit: inCapitals(gamer),
      referenceId: String(spec.referenceId).toUpperCase(),
    });
    const { debit: _, credit: __, ...rest } = orderFrom();
    expect(loud).toMatchObject(rest);
  });

  test.for(["debit", "credit", "amount"] as const)("is refused without its %s", (part) => {
    const incomplete = create(TransferSpecSchema, spec);
    delete incomplete[part];
    expect(() => orderOf(incomplete)).toThrow("transfer is incomplete");
  });

  test("within one account is refused, however spelt", () => {
    expect(() => orderFrom({ credit: inCapitals(pool) })).toThrow(
      "transfer.credit.type must be ACCOUNT_TYPE_GAMER in a transfer of this kind",
    );
  });
});

describe("the content of a transfer", () => {
  test("is that of its order, stored or refused", () => {
    expect(sameContent(rowOf(orderFrom()), orderFrom({ linked: false }))).toBe(true);
    expect(contentDigest(orderFrom())).toEqual(contentDigest(orderFrom({ linked: false })));
    expect(contentDigest(orderFrom())).toHaveLength(32);
    expect(sameContent({ ...rowOf(orderFrom()), currency: "EUR" }, orderFrom())).toBe(false);
  });

  test.for(others)("is not that of one with %s", ([, changes]) => {
    expect(sameContent(rowOf(orderFrom()), orderFrom(changes))).toBe(false);
    expect(contentDigest(orderFrom())).not.toEqual(contentDigest(orderFrom(changes)));
  });
});

test("a transfer that was made carries its place and its time", () => {
  const asked = create(TransferSpecSchema, spec);
  expect(transferMessage(asked, rowOf(orderOf(asked)))).toMatchObject({
    spec: asked,
    sequence: 7n,
    createTime: timestampFromDate(new Date("2026-01-01T00:00:00Z")),
  });
});
