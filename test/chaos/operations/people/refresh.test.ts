import { expect, test } from "vitest";
import { after, call } from "../../fixtures/history.ts";
import type { Call, Outcome } from "../../history.ts";
import { generationsOf } from "../../model/sessions.ts";
import type { IntentOf } from "../../plan.ts";
import { readUser } from "./read-user.ts";
import { refresh } from "./refresh.ts";

type When = [number, number];
const ENDED: Outcome = { kind: "refused", code: "session_ended" };

const refreshing = (when: When, outcome?: Outcome): Call<IntentOf<"refresh">> =>
  call({ kind: "refresh", session: 0 }, when, outcome);
const signingOut = (when: When) => call({ kind: "sign-out", session: 0 }, when);
const mayBeRefused = (one: Call<IntentOf<"refresh">>, ...calls: Call[]) =>
  refresh.refusals["session_ended"]?.(one, after(...calls, one));

test("a session that nobody ended cannot be over", () => {
  expect(mayBeRefused(refreshing([5, 6], ENDED), refreshing([1, 2]))).toBe(false);
  expect(mayBeRefused(refreshing([5, 6], ENDED), signingOut([1, 2]))).toBe(true);
  const stolen = call({ kind: "steal", session: 0 }, [1, 2], ENDED);
  expect(mayBeRefused(refreshing([5, 6], ENDED), stolen)).toBe(true);
});

test("a session is over for good once it is over", () => {
  const late = refreshing([5, 6]);
  const wrong = ["went on with a session that had ended"];
  expect(refresh.checkAcknowledged(late, after(refreshing([1, 2]), late))).toEqual([]);
  for (const end of [signingOut([1, 2]), refreshing([1, 2], ENDED)])
    expect(refresh.checkAcknowledged(late, after(end, late))).toEqual(wrong);
  // At the same time: either may have come first.
  expect(refresh.checkAcknowledged(late, after(signingOut([4, 7]), late))).toEqual([]);
});

test("a repeat ends the session where its first attempt is ten seconds old", () => {
  const repeated = (when: When) => ({ ...refreshing(when, ENDED), unanswered: 1 });
  expect(mayBeRefused(repeated([0, 9_000]))).toBe(false);
  expect(mayBeRefused(repeated([0, 11_000]))).toBe(true);
});

test("each refresh moves its session on by one", () => {
  const { history } = after(
    refreshing([1, 2]),
    refreshing([3, 4]),
    { ...refreshing([5, 16_000], ENDED), unanswered: 1 },
    refreshing([17_000, 17_001], ENDED),
  );
  expect(generationsOf(history, 0)).toEqual([3, 4]);
});

test("an access token works for five seconds after its session has ended, and no longer", () => {
  const reading = (when: When) =>
    call({ kind: "read-user", session: 0 }, when, {
      kind: "acknowledged",
      body: { user: { id: "ada" } },
    } as Outcome);
  const faultsOf = (one: Call<IntentOf<"read-user">>) =>
    readUser.checkAcknowledged(one, after(signingOut([1, 2]), one));
  expect(faultsOf(reading([5_002, 5_003]))).toEqual([]);
  expect(faultsOf(reading([5_003, 5_004]))).toEqual(["let in by a session that had ended"]);
});
