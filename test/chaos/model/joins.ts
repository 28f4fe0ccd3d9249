import { callsOf, type Call, type History } from "../history.ts";
import type { IntentOf } from "../plan.ts";

/** A request that has one gamer join, or many. */
export type JoinCall = Call<IntentOf<"join">> | Call<IntentOf<"joins">>;

/** What became of the join of one gamer, alone or among others, as each answer tells it. */
export interface Joining {
  call: JoinCall;
  handle: string;
  told: ToldJoin[];
}

type ToldJoin = "in" | { refused: string };

/** All that was asked to join a tournament. */
export const joiningsOf = (history: History, tournament: number): Joining[] =>
  [...callsOf(history, "join"), ...callsOf(history, "joins")]
    .filter(({ intent }) => intent.tournament === tournament)
    .flatMap(joiningsIn);

/** Those of them that got in. */
export const joinedOf = (history: History, tournament: number): Joining[] =>
  joiningsOf(history, tournament).filter(isIn);

export const isIn = ({ told }: Joining): boolean => told.includes("in");

/** The joins of one request. */
export function joiningsIn(call: JoinCall): Joining[] {
  const { intent, outcome, answers } = call;
  if (intent.kind === "join") {
    const told = outcome.kind === "acknowledged" ? ["in" as const] : [];
    return [{ call, handle: intent.handle, told }];
  }
  return intent.handles.map((handle, index) => ({
    call,
    handle,
    told: answers.map(({ results }): ToldJoin => {
      const { entry, problem } = results[index] ?? {};
      return entry === undefined ? { refused: problem?.code ?? "no answer at all" } : "in";
    }),
  }));
}
