import { maybeBefore, type Call, type History } from "../history.ts";
import { isIn, joinedOf, joiningsIn, joiningsOf, type Joining } from "../model/joins.ts";
import { payerOf, rangeDuring } from "../model/moves.ts";
import { certainlyOver, maybeOver, maybePastEnd } from "../model/over.ts";
import type { IntentOf } from "../plan.ts";
import { at } from "../fixture.ts";
import type { Aftermath, Behaviour } from "./behaviour.ts";
import { tournamentRequest } from "./tournament-request.ts";

export const join: Behaviour<IntentOf<"join">> = {
  request: (intent, fixture) =>
    tournamentRequest(fixture, intent.tournament, "POST", "join", { gamer: intent.handle }),
  identity: ({ entry }) => [entry.id, entry.gamer, entry.joinedAt, entry.entryFee],
  checkAcknowledged: (call, aftermath) =>
    joiningsIn(call).flatMap((joining) => checkJoined(joining, aftermath)),
  refusals: Object.fromEntries(
    [
      "gamer_already_joined",
      "tournament_full",
      "tournament_ended",
      "tournament_not_published",
      "insufficient_funds",
    ].map((code) => [
      code,
      (call: Call<IntentOf<"join">>, aftermath: Aftermath) =>
        joiningsIn(call).every((joining) => mayRefuse(code, joining, aftermath)),
    ]),
  ),
};

export const joins: Behaviour<IntentOf<"joins">> = {
  request: (intent, fixture) =>
    tournamentRequest(fixture, intent.tournament, "POST", "joins", { gamers: intent.handles }),
  // What was refused may get in by a repeat of which the gateway had forgotten the first answer.
  identity: ({ results }) => results.flatMap((result) => result.entry?.id ?? []),
  checkAcknowledged: (call, aftermath) =>
    joiningsIn(call).flatMap((joining) => [
      ...(isIn(joining) ? checkJoined(joining, aftermath) : []),
      ...joining.told.flatMap((told) =>
        told === "in" || mayRefuse(told.refused, joining, aftermath)
          ? []
          : [`the join of ${joining.handle} was refused as ${told.refused}, which cannot be`],
      ),
    ]),
  refusals: {},
  // A repeat answers anew whatever was refused, and knows again only what got in.
  repeats: (call) => joiningsIn(call).every(({ told }) => told.every((one) => one === "in")),
};

/** Why a gamer cannot have got in. */
function checkJoined(joining: Joining, aftermath: Aftermath): string[] {
  const { history } = aftermath;
  const { call, handle } = joining;
  const { tournament } = call.intent;
  const { seats } = at(history.fixture.tournaments, tournament).plan;
  const joined = joinedOf(history, tournament);
  return [
    ...(joined.some((other) => other.call !== call && other.handle === handle)
      ? ["admitted a gamer twice"]
      : []),
    ...(seats !== null && joined.length > seats
      ? [`admitted ${joined.length} to ${seats} seats`]
      : []),
    ...(certainlyOver(history, tournament, call) ? ["admitted a gamer after the end"] : []),
    ...(canPay(joining, aftermath, "most") ? [] : ["admitted a gamer whose payer had too little"]),
  ];
}

/** Whether a join may have been refused with a code. */
function mayRefuse(code: string, joining: Joining, aftermath: Aftermath): boolean {
  const { history } = aftermath;
  const { call, handle } = joining;
  const { tournament } = call.intent;
  switch (code) {
    case "gamer_already_joined":
      return joinedOf(history, tournament).some(
        (other) => other.call !== call && other.handle === handle && maybeBefore(other.call, call),
      );
    case "tournament_full":
      return (
        mostSeatsTaken(history, joining) >=
        (at(history.fixture.tournaments, tournament).plan.seats ?? Infinity)
      );
    case "tournament_ended":
      return maybePastEnd(history, tournament, call);
    case "tournament_not_published":
      return maybeOver(history, tournament, call);
    case "insufficient_funds":
      return !canPay(joining, aftermath, "least");
    default:
      return false;
  }
}

/** Joins that got in by then, and those that may have held a seat until they were refused. */
const mostSeatsTaken = (history: History, { call, handle }: Joining) =>
  joiningsOf(history, call.intent.tournament).filter(
    (other) =>
      !(other.call === call && other.handle === handle) &&
      maybeBefore(other.call, call) &&
      (isIn(other) || maybeBefore(call, other.call)),
  ).length;

/** Whether the payer could pay, if it held as much as it may have, or as little. */
function canPay(
  { call, handle }: Joining,
  { history, moves }: Aftermath,
  bound: "least" | "most",
): boolean {
  const { plan, game } = at(history.fixture.tournaments, call.intent.tournament);
  const account = payerOf(game, plan.game, handle);
  const { creditLimitMinor, payer } = game.plan;
  if (payer === "game" && creditLimitMinor === null) return true;
  const floor = payer === "game" ? -(creditLimitMinor ?? 0n) : 0n;
  return rangeDuring(moves, account, call, handle)[bound] - plan.feeMinor >= floor;
}
