import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { TransferKind } from "@tms/proto/tms/wallet/v1/wallet";
import { BALANCE_LIMIT, chainsOf, createAdmission, type AccountState } from "./balance-limits.ts";

const NAMES = ["a", "b", "c", "d"] as const;
const name = fc.constantFrom(...NAMES);
const amount = fc.oneof(fc.bigInt(1n, 30n), fc.bigInt(BALANCE_LIMIT - 20n, BALANCE_LIMIT));
const anyKind = fc.constantFrom(
  TransferKind.DEPOSIT,
  TransferKind.WITHDRAWAL,
  TransferKind.ENTRY_FEE,
  TransferKind.PAYOUT,
  TransferKind.PLATFORM_FEE,
  TransferKind.REFUND,
);
const candidate = fc
  .record({ debitAccountId: name, creditAccountId: name, amountMinor: amount, kind: anyKind })
  .filter((c) => c.debitAccountId !== c.creditAccountId);
const state: fc.Arbitrary<AccountState> = fc
  .record({
    balanceMinor: fc.bigInt(0n, 40n),
    floorMinor: fc.option(fc.bigInt(-20n, 0n)),
    closed: fc.boolean(),
  })
  .map((s) => ({ ...s, closed: s.closed && s.balanceMinor > 30n }));
const accounts = fc
  .tuple(state, state, state, state)
  .map(([a, b, c, d]) => new Map<string, AccountState>(Object.entries({ a, b, c, d })));
const chains = fc.array(fc.array(candidate, { minLength: 1, maxLength: 4 }), { maxLength: 10 });

const total = (states: Iterable<bigint>) => [...states].reduce((sum, each) => sum + each, 0n);

describe("admission", () => {
  test("keeps every balance within its bounds and the sum as it was", () => {
    fc.assert(
      fc.property(accounts, chains, (states, asked) => {
        const admit = createAdmission(states);
        const balances = new Map([...states].map(([id, { balanceMinor }]) => [id, balanceMinor]));
        for (const chain of asked) {
          const decisions = admit(chain);
          if (decisions.some((decision) => decision !== null)) continue;
          for (const { debitAccountId, creditAccountId, amountMinor, kind } of chain) {
            balances.set(debitAccountId, (balances.get(debitAccountId) ?? 0n) - amountMinor);
            balances.set(creditAccountId, (balances.get(creditAccountId) ?? 0n) + amountMinor);
            expect(states.get(creditAccountId)?.closed === true && kind < TransferKind.PAYOUT).toBe(
              false,
            );
            expect(
              states.get(debitAccountId)?.closed === true && kind === TransferKind.ENTRY_FEE,
            ).toBe(false);
          }
        }
        for (const [id, balance] of balances) {
          const floor = states.get(id)?.floorMinor ?? -BALANCE_LIMIT;
          expect(balance >= floor && balance <= BALANCE_LIMIT).toBe(true);
        }
        expect(total(balances.values())).toBe(
          total([...states.values()].map(({ balanceMinor }) => balanceMinor)),
        );
      }),
    );
  });

  test("admits a chain whole or refuses it whole, naming at least one own reason", () => {
    fc.assert(
      fc.property(accounts, chains, (states, asked) => {
        const admit = createAdmission(states);
        for (const chain of asked) {
          const reasons = admit(chain).map((decision) => decision?.reason);
          expect(reasons).toHaveLength(chain.length);
          if (reasons.every((reason) => reason === undefined)) continue;
          expect(reasons).not.toContain(undefined);
          expect(reasons.some((reason) => reason !== "LINKED_TRANSFER_REFUSED")).toBe(true);
        }
      }),
    );
  });

  test("refuses a chain only if it cannot happen, and leaves no trace of it", () => {
    fc.assert(
      fc.property(accounts, chains, (states, asked) => {
        const admit = createAdmission(states);
        let now = states;
        for (const chain of asked) {
          // A second opinion that knows only what admitted chains have left.
          const second = createAdmission(now)(chain);
          const decisions = admit(chain);
          expect(decisions.map((d) => d?.reason)).toEqual(second.map((d) => d?.reason));
          if (decisions.every((decision) => decision === null)) now = applied(now, chain);
        }
      }),
    );
  });

  test("changes none of the accounts it is given", () => {
    fc.assert(
      fc.property(accounts, chains, (states, asked) => {
        const before = structuredClone(states);
        const admit = createAdmission(states);
        asked.forEach(admit);
        expect(states).toEqual(before);
      }),
    );
  });
});

function applied(
  states: Map<string, AccountState>,
  chain: readonly { debitAccountId: string; creditAccountId: string; amountMinor: bigint }[],
): Map<string, AccountState> {
  const result = new Map([...states].map(([id, each]) => [id, { ...each }]));
  for (const { debitAccountId, creditAccountId, amountMinor } of chain) {
    result.get(debitAccountId)!.balanceMinor -= amountMinor;
    result.get(creditAccountId)!.balanceMinor += amountMinor;
  }
  return result;
}

test.for([
  [["a"], "b", "a"],
  [["a"], "a", "b"],
  [[], "a", "b"],
] as const)("with %j alone nothing is decided of %s to %s", ([locked, debit, credit]) => {
  const open = { balanceMinor: 9n, floorMinor: 0n, closed: false };
  const admit = createAdmission(new Map(locked.map((id) => [id, open])));
  const kind = TransferKind.DEPOSIT;
  const asked = { debitAccountId: debit, creditAccountId: credit, amountMinor: 1n, kind };
  expect(() => admit([asked])).toThrow("an account was not locked");
});

describe("chains", () => {
  test("run from linked orders to the first that is not, and lose none", () => {
    fc.assert(
      fc.property(fc.array(fc.record({ linked: fc.boolean() })), (orders) => {
        const cut = chainsOf(orders);
        expect(cut.flat()).toEqual(orders);
        expect(cut.every((chain) => chain.length > 0)).toBe(true);
        for (const chain of cut.slice(0, -1)) {
          expect(chain.at(-1)?.linked).toBe(false);
          expect(chain.slice(0, -1).every((order) => order.linked)).toBe(true);
        }
      }),
    );
  });
});
