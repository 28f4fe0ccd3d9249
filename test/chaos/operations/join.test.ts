import { expect, test } from "vitest";
import type { Call } from "../history.ts";
import { after, call, TOURNAMENT_ID, ENDS_AT } from "../fixtures/history.ts";
import type { IntentOf } from "../plan.ts";
import type { Body } from "../../harness/bodies.ts";
import { join, joins } from "./join.ts";

const joining = (handle: string, when: [number, number]): Call<IntentOf<"join">> =>
  call({ kind: "join", tournament: 0, handle }, when);
const funded = (handle: string, amountMinor: bigint, when: [number, number]) =>
  call({ kind: "deposit", game: 0, handle, amountMinor }, when);

test("a gamer admitted twice, or after the end, or beyond the seats is found", () => {
  const money = ["ada", "bob", "cyd"].map((handle) => funded(handle, 1_000n, [0, 1]));
  const ada = joining("ada", [2, 3]);
  const bob = joining("bob", [4, 5]);
  expect(join.checkAcknowledged(ada, after(...money, ada, bob))).toEqual([]);
  const again = joining("ada", [6, 7]);
  expect(join.checkAcknowledged(ada, after(...money, ada, again))).toEqual([
    "admitted a gamer twice",
  ]);
  const cyd = joining("cyd", [6, 7]);
  expect(join.checkAcknowledged(cyd, after(...money, ada, bob, cyd))).toEqual([
    "admitted 3 to 2 seats",
  ]);
  const late = joining("ada", [ENDS_AT + 1_000, ENDS_AT + 1_001]);
  const cancelled = call({ kind: "cancel", tournament: 0 }, [1, 1]);
  for (const course of [after(...money, late), after(...money, cancelled, late)])
    expect(join.checkAcknowledged(late, course)).toEqual(["admitted a gamer after the end"]);
});

test("a tournament cancelled while the entry service is away may be joined, until its time is up", () => {
  const cancelled = call({ kind: "cancel", tournament: 0 }, [3, 4]);
  const faultsOf = (late: Call<IntentOf<"join">>) => {
    const { history, ...course } = after(funded("ada", 1_000n, [1, 2]), cancelled, late);
    const leftOpen = { ...history, leftOpen: new Set([TOURNAMENT_ID]) };
    return join.checkAcknowledged(late, { ...course, history: leftOpen });
  };
  expect(faultsOf(joining("ada", [5, 6]))).toEqual([]);
  expect(faultsOf(joining("ada", [ENDS_AT + 1_000, ENDS_AT + 1_001]))).not.toEqual([]);
});

test("who certainly could pay cannot be refused, who certainly could not cannot be admitted", () => {
  const refused = join.refusals["insufficient_funds"];
  const ada = joining("ada", [5, 8]);
  expect(refused?.(ada, after(funded("ada", 100n, [1, 2]), ada))).toBe(false);
  expect(join.checkAcknowledged(ada, after(funded("ada", 100n, [1, 2]), ada))).toEqual([]);
  // Under way at the same time: either may be.
  expect(refused?.(ada, after(funded("ada", 100n, [1, 6]), ada))).toBe(true);
  expect(join.checkAcknowledged(ada, after(funded("ada", 100n, [1, 6]), ada))).toEqual([]);
  for (const course of [after(funded("ada", 99n, [1, 2]), ada), after(ada)])
    expect(join.checkAcknowledged(ada, course)).toEqual([
      "admitted a gamer whose payer had too little",
    ]);
});

test("a tournament with a free seat cannot be full, one still open cannot be over", () => {
  const full = join.refusals["tournament_full"];
  const [ada, bob, cyd] = [
    joining("ada", [1, 2]),
    joining("bob", [3, 9]),
    call({ kind: "join", tournament: 0, handle: "cyd" }, [5, 6], { kind: "refused", code: "" }),
  ];
  expect(full?.(cyd, after(ada, cyd))).toBe(false);
  expect(full?.(cyd, after(ada, bob, cyd))).toBe(true);
  const over = join.refusals["tournament_not_published"];
  expect(over?.(cyd, after(cyd))).toBe(false);
  expect(
    over?.(cyd, after(call({ kind: "complete", tournament: 0, ranks: [] }, [6, 7]), cyd)),
  ).toBe(true);
  const joined = join.refusals["gamer_already_joined"];
  expect(joined?.(cyd, after(ada, cyd))).toBe(false);
  expect(joined?.(cyd, after(joining("cyd", [4, 9]), cyd))).toBe(true);
});

test("of many who join at once each is judged by itself", () => {
  const money = ["ada", "bob"].map((handle) => funded(handle, 1_000n, [0, 1]));
  const results = [
    { status: 201, entry: {} },
    { status: 409, problem: { code: "" } },
  ];
  const many = (code: string) => {
    const together = call({ kind: "joins", tournament: 0, handles: ["ada", "bob"] }, [4, 5]);
    const body = {
      results: results.map((result) =>
        "problem" in result ? { ...result, problem: { code } } : result,
      ),
    } as Body;
    return { ...together, outcome: { kind: "acknowledged" as const, body }, answers: [body] };
  };
  const [broke, full, twice] = [
    many("insufficient_funds"),
    many("tournament_full"),
    many("gamer_already_joined"),
  ];
  expect(joins.checkAcknowledged(broke, after(...money, broke)).join()).toContain(
    "the join of bob was refused as insufficient_funds",
  );
  expect(joins.checkAcknowledged(full, after(...money, full))).not.toEqual([]);
  expect(joins.checkAcknowledged(full, after(...money, joining("cyd", [2, 3]), full))).toEqual([]);
  expect(joins.checkAcknowledged(twice, after(...money, joining("bob", [2, 3]), twice))).toEqual(
    [],
  );
  expect(joins.checkAcknowledged(twice, after(...money, joining("ada", [2, 3]), twice))).toContain(
    "admitted a gamer twice",
  );
});
