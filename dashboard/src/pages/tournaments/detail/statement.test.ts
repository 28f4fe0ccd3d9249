import { expect, test } from "vitest";
import type { Seal, StatementLine } from "../../../api/schema.d.ts";
import { isBalanced, sha256, toFlow, verify, withBalance } from "./statement.ts";

const line = (kind: StatementLine["kind"], minor: number): StatementLine => ({
  transaction: `${kind}${minor}`,
  kind,
  amount: minor / 100,
  createdAt: "2030-05-01T18:00:00.000Z",
  seal: 1,
  text: `1 id ${minor} account 3 reference 1`,
});

test("balances fees with payouts, platform fee, refunds and the rest", () => {
  const flow = toFlow([
    line("entry_fee", 1_001),
    line("entry_fee", 999),
    line("platform_fee", -200),
    line("payout", -1_500),
  ]);
  expect(flow).toMatchObject({ fees: 2_000n, payouts: 1_500n, platformFee: 200n, left: 300n });
  expect(isBalanced(flow)).toBe(true);
});

test("adds up amounts exactly that decimals would round", () => {
  const lines = Array.from({ length: 1_000 }, () => line("entry_fee", 10));
  expect(toFlow(lines).left).toBe(10_000n);
  expect(withBalance(lines)[2]?.balanceAfter).toBe(30n);
});

const account = "8bcf9473-00db-5855-a3e4-1fd6eda9f4f9";
const first = await sha256(`${account}\none\ntwo\n`);
const second = await sha256(`${first}\nthree\n`);
const seal = (number: number, digest: string) => ({ number, digest }) as Seal;
const sealedLine = (number: number, text: string) => ({ seal: number, text }) as StatementLine;

test("computes SHA-256 digests", async () => {
  const digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  expect(await sha256("abc")).toBe(digest);
});

test("verifies a chain of seals, even if a page ends within a seal", async () => {
  const pages = [
    { account, lines: [sealedLine(1, "one")], seals: [seal(1, first)] },
    {
      account,
      lines: [sealedLine(1, "two"), sealedLine(2, "three")],
      seals: [seal(1, first), seal(2, second)],
    },
  ];
  expect(await verify(pages)).toEqual({ state: "whole", seals: 2, digest: second });
});

test("rejects the seal of a changed line", async () => {
  const lines = [sealedLine(1, "one"), sealedLine(1, "too"), sealedLine(2, "three")];
  const page = { account, lines, seals: [seal(1, first), seal(2, second)] };
  expect(await verify([page])).toEqual({ state: "broken", seal: 1 });
});

test("rejects a line whose seal is missing", async () => {
  const page = { account, lines: [sealedLine(3, "one")], seals: [] };
  expect(await verify([page])).toEqual({ state: "broken", seal: 3 });
});
