import { expect, test } from "vitest";
import { after, call } from "../../fixtures/history.ts";
import type { Call } from "../../history.ts";
import type { IntentOf } from "../../plan.ts";
import { useKey } from "./use-key.ts";

const using = (when: [number, number]): Call<IntentOf<"use-key">> =>
  call({ kind: "use-key", key: 0 }, when);
const revoked = call({ kind: "revoke-key", team: 0, person: 0, key: 0 }, [10, 11]);
const rolled = (graceSeconds: 0 | 3_600) =>
  call({ kind: "roll-key", team: 0, person: 0, key: 0, successor: 0, graceSeconds }, [10, 11]);
const mayBeRefused = (one: Call<IntentOf<"use-key">>, ...calls: Call[]) =>
  useKey.refusals["api_key_invalid"]?.(one, after(...calls, one));

test("a key works until it is revoked, or rolled without a grace", () => {
  expect(mayBeRefused(using([20, 21]))).toBe(false);
  expect(mayBeRefused(using([20, 21]), rolled(3_600))).toBe(false);
  expect(mayBeRefused(using([20, 21]), rolled(0))).toBe(true);
  expect(mayBeRefused(using([20, 21]), revoked)).toBe(true);
  expect(mayBeRefused(using([1, 2]), revoked)).toBe(false);
});

test("a revoked key is refused five seconds later, or soon after its service is back", () => {
  const faultsOf = (one: Call<IntentOf<"use-key">>, gamesAwayUntil?: number) => {
    const { history, ...course } = after(revoked, one);
    const aftermath = { ...course, history: { ...history, gamesAwayUntil } };
    return useKey.checkAcknowledged(one, aftermath);
  };
  const wrong = ["let in by a key that was revoked"];
  expect(faultsOf(using([5_011, 5_012]))).toEqual([]);
  expect(faultsOf(using([5_012, 5_013]))).toEqual(wrong);
  expect(faultsOf(using([8_000, 8_001]), 2_000)).toEqual([]);
  expect(faultsOf(using([9_501, 9_502]), 2_000)).toEqual(wrong);
});
