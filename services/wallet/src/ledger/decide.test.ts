import { create } from "@bufbuild/protobuf";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { derivedId } from "@tms/kit/values/ids";
import { AccountType, TransferKind, TransferSpecSchema } from "@tms/proto/tms/wallet/v1/wallet";
import { LedgerModel, type ModelOrder } from "../../test/model.ts";
import { ACCOUNTS, anyBatch, KINDS, TYPES } from "../../test/arbitraries.ts";
import { accountId } from "./accounts.ts";
import type { AccountState } from "./balance-limits.ts";
import { refusalOf, rule, type Ruling } from "./decide.ts";
import { orderOf, type Order } from "./transfer.ts";

const GAME = derivedId("game");
const refOf = (account: number) => ({
  gameId: GAME,
  type: TYPES[account] ?? AccountType.UNSPECIFIED,
  ownerId: derivedId("owner", String(account)),
});

const toOrder = ({ id, debit, credit, cents, linked, kind }: ModelOrder): Order =>
  orderOf(
    create(TransferSpecSchema, {
      id: derivedId("transfer", String(id)),
      debit: refOf(debit),
      credit: refOf(credit),
      amount: { currency: "USD", minorUnits: cents },
      kind: KINDS[kind],
      linked,
    }),
  );

/** The account ids of the model's accounts, by their index. */
const ID_OF = ACCOUNTS.map((_, index) => accountId(refOf(index), "USD"));

const stateOf = (model: LedgerModel): Map<string, AccountState> =>
  new Map(
    model.accounts.map(({ cents, floor, closed }, index) => [
      ID_OF[index] ?? "",
      { balanceMinor: cents, floorMinor: floor, closed },
    ]),
  );

const DEPOSIT: ModelOrder = {
  id: 1,
  debit: 0,
  credit: 1,
  cents: 1n,
  linked: false,
  kind: "deposit",
};

/** A fee that a gamer without money is to pay. */
const FEE: ModelOrder = { ...DEPOSIT, debit: 2, credit: 4, kind: "entry fee" };

describe("rulings", () => {
  test("are those of the model, batch after batch", () => {
    const batches = fc.array(fc.tuple(anyBatch, fc.option(fc.nat(ACCOUNTS.length - 1))), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(batches, (steps) => {
        const model = new LedgerModel(ACCOUNTS);
        const rulings = new Map<string, Ruling>();
        for (const [asked, closes] of steps) {
          const [orders, accounts, known] = [
            asked.map(toOrder),
            stateOf(model),
            [...rulings.keys()],
          ];
          const { admitted, refused } = rule(orders, accounts, rulings);
          const reasons = orders.map((order) => refusalOf(order, rulings)?.reason ?? "posted");
          expect(reasons).toEqual(model.post(asked));
          // Each id is ruled on once, for good or for bad.
          const ruled = [...admitted, ...refused.map(({ order }) => order)].map(({ id }) => id);
          const fresh = new Set(orders.map(({ id }) => id).filter((id) => !known.includes(id)));
          expect(ruled.toSorted()).toEqual([...fresh].toSorted());
          for (const { order, error } of refused) {
            expect(refusalOf(order, rulings)).toBe(error);
            expect(error.message).toMatch(/^[A-Z].*\.$/);
            if (order.kind === TransferKind.PAYOUT) rulings.delete(order.id);
          }
          if (closes !== null) model.accounts[closes]!.closed = true;
        }
      }),
      { numRuns: 400 },
    );
  });

  test("let a chain happen that holds one made before, and none that holds one refused", () => {
    const made = toOrder({ ...DEPOSIT, id: 1, linked: true });
    const lost = toOrder({ ...FEE, id: 2, linked: true });
    const accounts = stateOf(new LedgerModel(ACCOUNTS));
    const rulings = new Map<string, Ruling>();
    rule(
      [
        { ...made, linked: false },
        { ...lost, linked: false },
      ],
      accounts,
      rulings,
    );
    const [after, never] = [3, 4].map((id) => toOrder({ ...DEPOSIT, id }));
    const { admitted, refused } = rule([made, after!, lost, never!], accounts, rulings);
    expect(admitted).toEqual([after]);
    expect(refused).toMatchObject([{ order: never, error: { reason: "LINKED_TRANSFER_REFUSED" } }]);
  });

  test("have a sentence for an id used before, and none for what was never ruled on", () => {
    const order = toOrder({
      id: 1,
      debit: 0,
      credit: 1,
      cents: 1n,
      linked: false,
      kind: "deposit" as const,
    });
    expect(() => refusalOf(order, new Map())).toThrow("neither made nor refused");
    const other = new Map([[order.id, { refusal: null, isFor: () => false }]]);
    expect(refusalOf(order, other)).toMatchObject({
      reason: "TRANSFER_ID_REUSED",
      message: expect.stringMatching(/^[A-Z].*\.$/),
    });
  });
});
