import { expect, test } from "vitest";
import { decided } from "../fixtures/decided.ts";
import { after, call } from "../fixtures/history.ts";
import type { Call } from "../history.ts";
import { certainlyOut, certainlyOutAt, maybeOutBy } from "./out.ts";

const handles = ["ada"];
const OUT = decided({ kind: "eliminate", tournament: 0, handles }, [10, 20], "eliminated");
const CHEAT = decided({ kind: "disqualify", tournament: 0, handles }, [30, 40], "disqualified");
const backAs = (state: string, when: [number, number]) =>
  decided({ kind: "reinstate", tournament: 0, handles }, when, state);
const asked = (when: [number, number]) => call({ kind: "cancel", tournament: 0 }, when);

const maybe = (kind: "eliminate" | "disqualify", of: Call, ...calls: Call[]) =>
  maybeOutBy(kind, after(...calls).history, 0, "ada", of);

test("a gamer may be out from when they may be taken out until they are back for certain", () => {
  const back = backAs("in", [50, 60]);
  const times: [number, number][] = [
    [0, 5],
    [5, 15],
    [55, 65],
    [70, 80],
  ];
  expect(times.map((when) => maybe("eliminate", asked(when), OUT, back))).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

test("back from a disqualification a gamer may still be eliminated", () => {
  const back = backAs("eliminated", [50, 60]);
  const later = asked([70, 80]);
  expect(maybe("disqualify", later, OUT, CHEAT, back)).toBe(false);
  expect(maybe("eliminate", later, OUT, CHEAT, back)).toBe(true);
  expect(certainlyOut(after(OUT, CHEAT, back).history, 0, "ada", later)).toBe(true);
});

test("a gamer is out for certain unless they may have come back", () => {
  const back = backAs("in", [50, 60]);
  const { history } = after(CHEAT, back);
  expect(certainlyOut(history, 0, "ada", asked([42, 45]))).toBe(true);
  expect(certainlyOut(history, 0, "ada", asked([42, 55]))).toBe(false);
  expect(certainlyOut(history, 0, "ada", asked([35, 45]))).toBe(false);
  const moments = [39, 45, 51].map((at) => certainlyOutAt(history, 0, "ada", at, 0));
  expect(moments).toEqual([false, true, false]);
});
