import { acknowledged, callsOf, maybeBefore, type Call, type History } from "../history.ts";
import { payerOf, rangeDuring } from "../model/moves.ts";
import { certainlyOver, maybeOver, maybePastEnd } from "../model/over.ts";
import type { IntentOf } from "../plan.ts";
import { at } from "../fixture.ts";
import type { Aftermath, Behaviour } from "./behaviour.ts";
import { tournamentRequest } from "./tournament-request.ts";

type Join = IntentOf<"join">;

export const join: Behaviour<Join> = {
  request: (intent, fixture) =>
    tournamentRequest(fixture, intent.tournament, "POST", "join", { gamer: intent.handle }),
  identity: ({ entry }) => [entry.id, entry.gamer, entry.joinedAt, entry.entryFee],
  checkAcknowledged(call, aftermath) {
    const { history } = aftermath;
    const { tournament } = call.intent;
    const { seats } = at(history.fixture.tournaments, tournament).plan;
    const joined = acknowledged(history, "join").filter(
      ({ intent }) => intent.tournament === tournament,
    );
    return [
      ...(joined.some((other) => other !== call && other.intent.handle === call.intent.handle)
        ? ["admitted a gamer twice"]
        : []),
      ...(seats !== null && joined.length > seats
        ? [`admitted ${joined.length} to ${seats} seats`]
        : []),
      ...(certainlyOver(history, tournament, call) ? ["admitted a gamer after the end"] : []),
      ...(canPay(call, aftermath, "most") ? [] : ["admitted a gamer whose payer had too little"]),
    ];
  },
  refusals: {
    gamer_already_joined: (call, { history }) =>
      acknowledged(history, "join").some(
        (other) => other !== call && sameGamer(other, call) && maybeBefore(other, call),
      ),
    tournament_full: (call, { history }) => mostSeatsTaken(history, call) >= seatsOf(history, call),
    tournament_ended: (call, { history }) => maybePastEnd(history, call.intent.tournament, call),
    tournament_not_published: (call, { history }) =>
      maybeOver(history, call.intent.tournament, call),
    insufficient_funds: (call, aftermath) => !canPay(call, aftermath, "least"),
  },
};

const sameGamer = (a: Call<Join>, b: Call<Join>) =>
  a.intent.tournament === b.intent.tournament && a.intent.handle === b.intent.handle;

const seatsOf = (history: History, call: Call<Join>) =>
  at(history.fixture.tournaments, call.intent.tournament).plan.seats ?? Infinity;

/** Joins that got in by then, and those that may have held a seat until they were refused. */
const mostSeatsTaken = (history: History, call: Call<Join>) =>
  callsOf(history, "join").filter(
    (other) =>
      other !== call &&
      other.intent.tournament === call.intent.tournament &&
      maybeBefore(other, call) &&
      (other.outcome.kind === "acknowledged" || maybeBefore(call, other)),
  ).length;

/** Whether the payer could pay, if it held as much as it may have, or as little. */
function canPay(call: Call<Join>, { history, moves }: Aftermath, bound: "least" | "most"): boolean {
  const { plan, game } = at(history.fixture.tournaments, call.intent.tournament);
  const account = payerOf(game, plan.game, call.intent.handle);
  const { creditLimitMinor, payer } = game.plan;
  if (payer === "game" && creditLimitMinor === null) return true;
  const floor = payer === "game" ? -(creditLimitMinor ?? 0n) : 0n;
  return rangeDuring(moves, account, call)[bound] - plan.feeMinor >= floor;
}
