import type { Game } from "@tms/proto/tms/game/v1/game";
import type { FastifyRequest } from "fastify";
import type { Clients } from "../../clients.ts";
import { within } from "../../http/deadline.ts";
import { Clock, newClockJson, type ClockJson } from "@tms/resources/clock";

/** Reads the clocks of games' test environments; each game is given by its live environment. */
export async function clocksOf(
  { clock }: Pick<Clients, "clock">,
  games: readonly (Game | undefined)[],
  request: FastifyRequest,
): Promise<(live: Game | undefined) => ClockJson> {
  const gameIds = games.flatMap((live) => live?.siblingId ?? []);
  if (gameIds.length === 0) return newClockJson;
  const { clocks } = await clock.batchGetClocks({ gameIds }, within(request));
  const byId = new Map(clocks.map((one) => [one.gameId, Clock.toJson(one)]));
  // One that is not there was replaced a moment ago, and its successor was never advanced.
  return (live) => byId.get(live?.siblingId ?? "") ?? newClockJson();
}
