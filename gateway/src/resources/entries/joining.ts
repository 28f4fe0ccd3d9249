import { derivedId } from "@tms/kit/values/ids";
import type { Entry } from "@tms/proto/tms/entry/v1/entry";
import { entryJson } from "@tms/resources/entry";
import type { FastifyRequest } from "fastify";
import type { App } from "../../app-type.ts";
import { originOf, principalOf } from "../../auth/principal.ts";
import type { Joiner, PendingJoin } from "../../batching/joins.ts";
import { metadataText } from "../../http/body/metadata.ts";
import { deadlineOf } from "../../http/deadline.ts";
import { keepIfAllMay, rpcRequestId } from "../../idempotency/repeats.ts";
import { METADATA_BYTES } from "@tms/resources/values/metadata";
import { tournamentIdOf } from "../../paths/tournament-id.ts";
import type { ProblemName } from "../../problems/catalogue.ts";
import { resultsOf } from "../../problems/results.ts";
import { toProblem } from "../../problems/translate.ts";
import * as operations from "./operations.ts";
import type { JoinsInput } from "./schemas.ts";

// As many as one batch takes: a join that comes alone waits behind no more of them.
const MANY_AT_ONCE = 256;

/** Joins: one, or many each by itself. */
export function joinRoutes(app: App, join: Joiner, publicUrl: string): void {
  app.post("/tournament/:tournamentId/join", operations.join, async (request, reply) => {
    const { game } = principalOf(request);
    const entry = await join(pendingOf(request, request.body, rpcRequestId(request), ""));
    const message = "Tournament joined successfully";
    return reply.code(201).send({ message, entry: entryJson(entry, game) });
  });

  app.post("/tournament/:tournamentId/joins", operations.joinMany, async (request) => {
    const { game } = principalOf(request);
    const requestId = rpcRequestId(request);
    const { gamers } = request.body;
    // All are looked at before any is sent: a request that is not valid does nothing.
    const calls = gamers.map((given, index) =>
      pendingOf(request, given, derivedId("join", requestId, String(index)), `/gamers/${index}`),
    );
    const outcomes = await joinAll(join, calls);
    const items = { field: "gamers", items: gamers, publicUrl };
    const results = resultsOf(request, items, outcomes, (entry) => ({
      status: 201 as const,
      entry: entryJson(entry, game),
    }));
    keepIfAllMay(request, results);
    return { message: "Joins processed", results };
  });
}

/** What became of a join: the entry, or why the gamer is not in. */
type JoinOutcome = Entry | Error;

/**
 * Joins gamers in their order; returns their outcomes. A gamer who cannot pay gives the seat back: as
 * many of those for whom there was none try once more.
 */
async function joinAll(join: Joiner, calls: readonly PendingJoin[]): Promise<JoinOutcome[]> {
  const outcomes: JoinOutcome[] = [];
  let next = calls.map((_, index) => index);
  while (next.length > 0) {
    for (let first = 0; first < next.length; first += MANY_AT_ONCE) {
      const some = next.slice(first, first + MANY_AT_ONCE);
      const joins = some.map(async (index) => {
        const call = calls[index];
        if (call) outcomes[index] = await join(call).catch(toError);
      });
      await Promise.all(joins);
    }
    const isRefused = (index: number, reasons: ReadonlySet<ProblemName>) => {
      const outcome = outcomes[index];
      return outcome instanceof Error && reasons.has(toProblem(outcome, {}).problem);
    };
    const freed = next.filter((index) => isRefused(index, CHARGE_REFUSED)).length;
    next = calls.flatMap((_, index) => (isRefused(index, FULL) ? [index] : [])).slice(0, freed);
  }
  return outcomes;
}

const FULL: ReadonlySet<ProblemName> = new Set(["TOURNAMENT_FULL"]);
const CHARGE_REFUSED: ReadonlySet<ProblemName> = new Set([
  "INSUFFICIENT_FUNDS",
  "BALANCE_OVERFLOW",
]);

const toError = (error: unknown): Error =>
  error instanceof Error ? error : new Error("a join failed", { cause: error });

/** A join as it is sent on; `pointer` says where it stands in the body. */
function pendingOf(
  request: FastifyRequest & Parameters<typeof tournamentIdOf>[0],
  given: JoinsInput,
  requestId: string,
  pointer: string,
): PendingJoin {
  const { gamer: handle, metadata } = typeof given === "string" ? { gamer: given } : given;
  const join = {
    requestId,
    gameId: principalOf(request).game.id,
    tournamentId: tournamentIdOf(request),
    handle,
  };
  return {
    join:
      metadata === undefined
        ? join
        : { ...join, metadata: metadataText(metadata, METADATA_BYTES, `${pointer}/metadata`) },
    origin: originOf(request),
    deadlineAt: deadlineOf(request),
  };
}
