import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { transferKind, type TransferKind } from "../db/tables.ts";
import { BALANCE_LIMIT, type AccountState } from "./balance-limits.ts";
import { chainsOf, createChainCheck } from "./chains.ts";

const NAMES = ["a", "b", "c", "d"] as const;
const name = fc.constantFrom(...NAMES);
const amount = fc.oneof(fc.bigInt(1n, 30n), fc.bigInt(BALANCE_LIMIT - 20n, BALANCE_LIMIT));
const anyKind = fc.constantFrom(...transferKind.enumValues);
const movement = fc
  .record({ debitAccountId: name, creditAccountId: name, amountMinor: amount, kind: anyKind })
  .filter((c) => c.debitAccountId !== c.creditAccountId);
const state: fc.Arbitrary<AccountState> = fc
  .record({
    balanceMinor: fc.bigInt(0n, 40n),
    floorMinor: fc.option(fc.bigInt(-20n, 0n)),
    closedAt: fc.option(fc.constant(new Date(0))),
  })
  .map((s) => ({ ...s, closedAt: s.balanceMinor > 30n ? s.closedAt : null }));
const OWED: readonly TransferKind[] = ["payout", "platform_fee", "refund"];
const accounts = fc
  .tuple(state, state, state, state)
  .map(([a, b, c, d]) => new Map<string, AccountState>(Object.entries({ a, b, c, d })));
const chains = fc.array(fc.array(movement, { minLength: 1, maxLength: 4 }), { maxLength: 10 });

const total = (states: Iterable<bigint>) => [...states].reduce((sum, each) => sum + each, 0n);

describe("the check of chains", () => {
  test("keeps every balance within its bounds and the sum as it was", () => {
    fc.assert(
      fc.property(accounts, chains, (states, asked) => {
        const checkChain = createChainCheck(states);
        const balances = new Map([...states].map(([id, { balanceMinor }]) => [id, balanceMinor]));
        for (const chain of asked) {
          const refusals = checkChain(chain);
          if (refusals.some((refusal) => refusal !== null)) continue;
          for (const { debitAccountId, creditAccountId, amountMinor, kind } of chain) {
            balances.set(debitAccountId, (balances.get(debitAccountId) ?? 0n) - amountMinor);
            balances.set(creditAccountId, (balances.get(creditAccountId) ?? 0n) + amountMinor);
            if (states.get(creditAccountId)?.closedAt) expect(OWED).toContain(kind);
            if (states.get(debitAccountId)?.closedAt) expect(kind).not.toBe("entry_fee");
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

  test("accepts a chain whole or refuses it whole, naming at least one own reason", () => {
    fc.assert(
      fc.property(accounts, chains, (states, asked) => {
        const checkChain = createChainCheck(states);
        for (const chain of asked) {
          const reasons = checkChain(chain).map((refusal) => refusal?.reason);
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
        const checkChain = createChainCheck(states);
        let now = states;
        for (const chain of asked) {
          // A second check that knows only what accepted chains have left.
          const second = createChainCheck(now)(chain);
          const refusals = checkChain(chain);
          expect(refusals.map((d) => d?.reason)).toEqual(second.map((d) => d?.reason));
          if (refusals.every((refusal) => refusal === null)) now = applied(now, chain);
        }
      }),
    );
  });

  test("changes none of the accounts it is given", () => {
    fc.assert(
      fc.property(accounts, chains, (states, asked) => {
        const before = structuredClone(states);
        const checkChain = createChainCheck(states);
        asked.forEach((chain) => checkChain(chain));
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
  const open = { balanceMinor: 9n, floorMinor: 0n, closedAt: null };
  const checkChain = createChainCheck(new Map(locked.map((id) => [id, open])));
  const kind = "deposit" as const;
  const asked = { debitAccountId: debit, creditAccountId: credit, amountMinor: 1n, kind };
  expect(() => checkChain([asked])).toThrow("an account was not locked");
});

describe("chains", () => {
  test("run from linked transfers to the first that is not, and lose none", () => {
    fc.assert(
      fc.property(fc.array(fc.record({ linked: fc.boolean() })), (transfers) => {
        const cut = chainsOf(transfers);
        expect(cut.flat()).toEqual(transfers);
        expect(cut.every((chain) => chain.length > 0)).toBe(true);
        for (const chain of cut.slice(0, -1)) {
          expect(chain.at(-1)?.linked).toBe(false);
          expect(chain.slice(0, -1).every((transfer) => transfer.linked)).toBe(true);
        }
      }),
    );
  });
});
