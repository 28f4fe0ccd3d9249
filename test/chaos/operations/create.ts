import { maybePastEnd } from "../model/over.ts";
import { toMajor } from "../money.ts";
import type { IntentOf } from "../plan.ts";
import { at } from "../fixture.ts";
import type { Behaviour } from "./behaviour.ts";
import { keyOfGame } from "./key-header.ts";

export const create: Behaviour<IntentOf<"create">> = {
  request(intent, fixture) {
    const { tournaments, beganAt } = fixture;
    const { plan, game, endsAt } = at(tournaments, intent.tournament);
    return {
      headers: keyOfGame(fixture, plan.game),
      method: "POST",
      path: "/tournament/create",
      body: {
        game: game.access.gameId,
        name: `Open ${intent.tournament}`,
        description: "A tournament of the simulation",
        entryFee: toMajor(plan.feeMinor, game.plan.exponent),
        startTime: new Date(beganAt).toISOString(),
        endTime: new Date(endsAt).toISOString(),
        minEntries: plan.minEntries,
        ...(plan.seats !== null && { maxEntries: plan.seats }),
        ...(plan.split.length > 0 && { prizeSplit: plan.split }),
        ...(plan.scoring !== null && { scoring: plan.scoring }),
      },
    };
  },
  identity: ({ tournament }) => tournament.id,
  checkAcknowledged: () => [],
  refusals: {
    // Refused as invalid once its end has passed.
    invalid_argument: (call, { history }) => maybePastEnd(history, call.intent.tournament, call),
  },
};
