import { newId } from "@tms/kit/values/ids";
import { ScoreVerdict } from "@tms/proto/tms/entry/v1/entry";
import { submit } from "./scores.ts";
import type { EntryUnderTest, TournamentKey } from "./service.ts";
import type { Verdict } from "../src/values/attempts.ts";

const VERDICTS = {
  accept: ScoreVerdict.ACCEPT,
  void: ScoreVerdict.VOID,
  hold: ScoreVerdict.HOLD,
} as const satisfies Record<Verdict, ScoreVerdict>;

/** Decides on attempts by their ids, for a reason. */
export const reviewer =
  (service: () => EntryUnderTest) =>
  async (tournament: TournamentKey, verdict: Verdict, ...scoreIds: string[]) => {
    const decision = { scoreIds, verdict: VERDICTS[verdict], reason: "looked at it" };
    return await service().entry.reviewScores({ ...tournament, ...decision, requestId: newId() });
  };

type Given = readonly [handle: string, score: number, hold?: boolean];

/** Records attempts of gamers; returns their ids. */
export const recorder =
  (service: () => EntryUnderTest) =>
  async (tournament: TournamentKey, ...given: readonly Given[]): Promise<string[]> => {
    const scores = given.map(([handle, score, hold = false]) => ({ handle, score, hold }));
    const outcomes = await submit(
      service(),
      tournament,
      scores.map((each) => ({ ...each, repeatable: true })),
    );
    return outcomes.map(({ outcome }) => (outcome.case === "score" ? outcome.value.id : ""));
  };
