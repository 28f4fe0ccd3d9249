import { expect, test } from "vitest";
import type { EntryBody } from "../../harness/bodies.ts";
import { decided } from "../fixtures/decided.ts";
import { after } from "../fixtures/history.ts";
import type { Call } from "../history.ts";
import type { IntentOf } from "../plan.ts";
import { decidedOf } from "./decided.ts";

type Kind = "eliminate" | "disqualify" | "reinstate";

/** A decision, made at a moment, after which its gamers were told to be in this state. */
const at = (
  moment: number,
  kind: Kind,
  handles: string[],
  state: string,
  told: Partial<EntryBody> = {},
): Call<IntentOf<Kind>> =>
  decided({ kind, tournament: 0, handles }, [moment - 10, moment], state, told);

const rounds = (...calls: Call[]) => decidedOf(after(...calls).history, 0)?.rounds;

const OUT = at(100, "eliminate", ["ada", "bob"], "eliminated");
const CHEAT = at(200, "disqualify", ["ada"], "disqualified", { eliminated: true });

test("a reinstatement undoes a disqualification and leaves the elimination before it", () => {
  const back = at(300, "reinstate", ["ada"], "eliminated");
  const end = decidedOf(after(OUT, CHEAT, back).history, 0);
  expect(end?.rounds).toEqual([["ada", "bob"]]);
  expect(end?.disqualified).toEqual(new Set());
  const forgotten = at(300, "reinstate", ["ada"], "in");
  expect(rounds(OUT, CHEAT, forgotten)).toBeUndefined();
});

test("one of the latest elimination may come back, whoever went out with them stays out", () => {
  const back = at(300, "reinstate", ["bob"], "in");
  expect(rounds(OUT, back)).toEqual([["ada"]]);
  expect(rounds(OUT, CHEAT, back)).toEqual([["ada"]]);
  const later = at(200, "eliminate", ["cyd"], "eliminated");
  expect(rounds(OUT, later, back)).toBeUndefined();
  const alone = at(300, "reinstate", ["cyd"], "in");
  const next = at(400, "reinstate", ["bob"], "in");
  expect(rounds(OUT, later, alone, next)).toEqual([["ada"]]);
});

test.each([
  ["eliminated twice", [OUT, at(200, "eliminate", ["bob"], "eliminated")]],
  ["disqualified twice", [OUT, CHEAT, at(300, "disqualify", ["ada"], "disqualified")]],
  ["brought back without having been out", [at(100, "reinstate", ["ada"], "in")]],
  [
    "eliminated while disqualified",
    [at(100, "disqualify", ["ada"], "disqualified"), at(200, "eliminate", ["ada"], "eliminated")],
  ],
])("nobody is %s", (_, calls) => {
  expect(rounds(...calls)).toBeUndefined();
});

test("of moments that are too close to tell, the order is one that was allowed", () => {
  const out = decided(
    { kind: "eliminate", tournament: 0, handles: ["ada"] },
    [0, 101],
    "eliminated",
  );
  const back = decided({ kind: "reinstate", tournament: 0, handles: ["ada"] }, [0, 100], "in");
  expect(rounds(out, back)).toEqual([]);
  const early = decided({ kind: "reinstate", tournament: 0, handles: ["ada"] }, [0, 50], "in");
  expect(rounds(out, early)).toBeUndefined();
});
