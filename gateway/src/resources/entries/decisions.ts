import { entryJson } from "@tms/resources/entry";
import type { FastifyRequest } from "fastify";
import type { App } from "../../app-type.ts";
import { principalOf } from "../../auth/principal.ts";
import type { Clients } from "../../clients.ts";
import { within } from "../../http/deadline.ts";
import { rpcRequestId } from "../../idempotency/repeats.ts";
import { tournamentIdOf } from "../../paths/tournament-id.ts";
import { invalid } from "../../problems/problem-error.ts";
import * as operations from "./operations.ts";

/** Decisions on entries: eliminate, disqualify, reinstate. */
export function decisionRoutes(app: App, { entry: entries }: Clients): void {
  app.patch("/tournament/:tournamentId/eliminate", operations.eliminate, async (request) => {
    const { game } = principalOf(request);
    const eliminated = await entries.eliminate(
      {
        requestId: rpcRequestId(request),
        gameId: game.id,
        tournamentId: tournamentIdOf(request),
        handles: handlesOf(request.body),
      },
      within(request),
    );
    const message = "Gamers eliminated successfully";
    return { message, entries: eliminated.entries.map((entry) => entryJson(entry, game)) };
  });

  app.patch("/tournament/:tournamentId/disqualify", operations.disqualify, async (request) => {
    const { game } = principalOf(request);
    const disqualified = await entries.disqualify(decisionOf(request), within(request));
    const message = "Gamers disqualified successfully";
    return { message, entries: disqualified.entries.map((entry) => entryJson(entry, game)) };
  });

  app.patch("/tournament/:tournamentId/reinstate", operations.reinstate, async (request) => {
    const { game } = principalOf(request);
    const reinstated = await entries.reinstate(decisionOf(request), within(request));
    const message = "Gamers reinstated successfully";
    return { message, entries: reinstated.entries.map((entry) => entryJson(entry, game)) };
  });
}

interface Named {
  gamer?: string;
  gamers?: string[];
}

/** What a decision on entries is sent on as. */
const decisionOf = (
  request: FastifyRequest<{ Body: Named & { reason: string } }> &
    Parameters<typeof tournamentIdOf>[0],
) => ({
  requestId: rpcRequestId(request),
  gameId: principalOf(request).game.id,
  tournamentId: tournamentIdOf(request),
  handles: handlesOf(request.body),
  reason: request.body.reason,
});

// In the same spelling, so that a gamer who is named twice is refused as a repeated value.
const handlesOf = (body: Named): string[] =>
  namedGamers(body).map((handle) => handle.normalize("NFC"));

function namedGamers({ gamer, gamers }: Named): string[] {
  if (gamer !== undefined && gamers !== undefined)
    throw invalid({ pointer: "/gamer", detail: "is not allowed with gamers" });
  if (gamer !== undefined) return [gamer];
  if (gamers !== undefined) return gamers;
  throw invalid({ pointer: "/gamer", detail: "is required unless you send gamers" });
}
