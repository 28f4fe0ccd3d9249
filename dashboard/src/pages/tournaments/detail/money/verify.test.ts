import { expect, test } from "vitest";
import type { Seal, StatementLine } from "../../../../api/types.ts";
import { sha256, verify } from "./verify.ts";

const account = "8bcf9473-00db-5855-a3e4-1fd6eda9f4f9";
const first = await sha256(`${account}\none\ntwo\n`);
const second = await sha256(`${first}\nthree\n`);
const seal = (number: number, digest: string) => ({ number, digest }) as Seal;
const line = (number: number, text: string) => ({ seal: number, text }) as StatementLine;

test("digests are those that everybody computes", async () => {
  const digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  expect(await sha256("abc")).toBe(digest);
});

test("a chain that holds is recognised, also where a page ends within a seal", async () => {
  const pages = [
    { account, lines: [line(1, "one")], seals: [seal(1, first)] },
    {
      account,
      lines: [line(1, "two"), line(2, "three")],
      seals: [seal(1, first), seal(2, second)],
    },
  ];
  expect(await verify(pages)).toEqual({ state: "whole", seals: 2, digest: second });
});

test("a changed line breaks its seal", async () => {
  const lines = [line(1, "one"), line(1, "too"), line(2, "three")];
  const page = { account, lines, seals: [seal(1, first), seal(2, second)] };
  expect(await verify([page])).toEqual({ state: "broken", seal: 1 });
});

test("a line under a seal that is not there is broken", async () => {
  const page = { account, lines: [line(3, "one")], seals: [] };
  expect(await verify([page])).toEqual({ state: "broken", seal: 3 });
});
