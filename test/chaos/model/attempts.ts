import type { ScoreBody } from "../../harness/bodies.ts";
import { callsOf, type Call, type History } from "../history.ts";
import type { GivenScore, IntentOf } from "../plan.ts";

/** A report of one score or of many. */
export type ScoreCall = Call<IntentOf<"score">> | Call<IntentOf<"scores">>;

/** What became of one score of a report, as each of its answers tells it. */
export interface ReportedScore {
  call: ScoreCall;
  given: GivenScore;
  told: ToldScore[];
}

type ToldScore = { recorded: ScoreBody } | { refused: string };

/** Every score that was reported of a tournament. */
export const reportsOf = (history: History, tournament: number): ReportedScore[] =>
  [...callsOf(history, "score"), ...callsOf(history, "scores")]
    .filter(({ intent }) => intent.tournament === tournament)
    .flatMap(reportedIn);

/** The scores of one report. */
export function reportedIn(call: ScoreCall): ReportedScore[] {
  const { intent } = call;
  const given = intent.kind === "score" ? [intent.given] : intent.given;
  return given.map((one, index) => ({ call, given: one, told: toldOf(call, index) }));
}

function toldOf(call: ScoreCall, index: number): ToldScore[] {
  const { intent, outcome, answers } = call;
  if (outcome.kind === "refused") return [{ refused: outcome.code }];
  return answers.flatMap((body): ToldScore[] => {
    if (intent.kind === "score") return [{ recorded: body.score }];
    const { score, problem } = body.results[index] ?? {};
    if (score !== undefined) return [{ recorded: score }];
    return [{ refused: problem?.code ?? "no answer at all" }];
  });
}

/** An attempt that was recorded. */
export interface Attempt extends Pick<ScoreBody, "id" | "state"> {
  handle: string;
  name: string | null;
  /** Its score, and behind it its tie-breaks. */
  numbers: readonly number[];
  /** The moment of its batch. */
  at: number;
}

/** The attempts of a tournament that were recorded, each once however often it was told of. */
export function attemptsOf(history: History, tournament: number): Attempt[] {
  const attempts = new Map<string, Attempt>();
  for (const { told } of reportsOf(history, tournament))
    for (const one of told)
      if ("recorded" in one) attempts.set(one.recorded.id, attemptOf(one.recorded));
  return [...attempts.values()];
}

/** An attempt as an answer tells of it. */
export const attemptOf = (body: ScoreBody): Attempt => ({
  id: body.id,
  state: body.state,
  handle: body.gamerHandle,
  name: body.attempt,
  numbers: [body.score, ...body.tieBreaks],
  at: Date.parse(body.createdAt),
});
