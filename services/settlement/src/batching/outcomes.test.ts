import { describe, expect, test } from "vitest";
import { DomainError } from "@tms/kit/errors/domain-error";
import { toRefusal } from "@tms/kit/errors/refusal";
import type { Refusal } from "@tms/proto/tms/error/v1/reason";
import { streamedOutcomes } from "./outcomes.ts";

type Outcome = {
  index: number;
  outcome: { case: "done"; value: string } | { case: "refused"; value: Refusal };
};

const done = (index: number, value: string): Outcome => ({
  index,
  outcome: { case: "done", value },
});

describe("calls that travel together and are answered as outcomes become known", () => {
  test("each have their own outcome, before that of one that takes longer", async () => {
    const held = Promise.withResolvers<void>();
    const batches: string[][] = [];
    const call = streamedOutcomes<string, Outcome["outcome"]>(async function* (items) {
      batches.push([...items]);
      yield { outcomes: [done(2, "third"), done(1, "second")] };
      await held.promise;
      yield { outcomes: [done(0, "first")] };
    });
    const [slow, ...quick] = ["a", "b", "c"].map(call);
    expect(await Promise.all(quick)).toEqual(["second", "third"]);
    held.resolve();
    expect(await slow).toBe("first");
    expect(batches).toEqual([["a", "b", "c"]]);
  });

  test("are refused alone, as a call for one would be", async () => {
    const call = streamedOutcomes<string, Outcome["outcome"]>(async function* () {
      const refusal = toRefusal(new DomainError("TOURNAMENT_NOT_FOUND", "There is none."));
      yield {
        outcomes: [done(0, "first"), { index: 1, outcome: { case: "refused", value: refusal } }],
      };
    });
    const [first, second] = await Promise.allSettled(["a", "b"].map(call));
    expect(first).toEqual({ status: "fulfilled", value: "first" });
    expect(second).toMatchObject({ reason: { reason: "TOURNAMENT_NOT_FOUND" } });
  });
});
