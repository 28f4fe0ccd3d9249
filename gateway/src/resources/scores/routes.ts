import { originMessage } from "@tms/kit/rpc/origin";
import { derivedId } from "@tms/kit/values/ids";
import { scoreJson } from "@tms/resources/score";
import type { FastifyRequest } from "fastify";
import type { App } from "../../app-type.ts";
import { originOf, principalOf } from "../../auth/principal.ts";
import type { PendingScore, Scorer } from "../../batching/scores.ts";
import type { Clients } from "../../clients.ts";
import { metadataText } from "../../http/body/metadata.ts";
import { deadlineOf, within } from "../../http/deadline.ts";
import { isRepeatable, keepIfAllMay, rpcRequestId } from "../../idempotency/repeats.ts";
import { METADATA_BYTES } from "../../openapi/schemas/metadata.ts";
import { tournamentIdOf } from "../../paths/tournament-id.ts";
import { resultsOf } from "../../problems/results.ts";
import { leaderboardJson, standingsJson } from "./json.ts";
import * as operations from "./operations.ts";
import type { ScoreInput } from "./schemas.ts";

/** Scores: one, or many each by itself, and the leaderboard they make. */
export function scoreRoutes(
  app: App,
  { entry: entries }: Clients,
  submit: Scorer,
  publicUrl: string,
): void {
  app.get("/tournament/:tournamentId/leaderboard", operations.leaderboard, async (request) => {
    const { limit: pageSize = 0, cursor: pageToken = "", around, metadata } = request.query;
    const withMetadata = metadata === "true";
    const page = await entries.readLeaderboard(
      {
        gameId: principalOf(request).game.id,
        tournamentId: tournamentIdOf(request),
        pageSize,
        pageToken,
        withMetadata,
        ...(around !== undefined && { around }),
      },
      within(request),
    );
    return leaderboardJson(page, withMetadata);
  });

  app.post("/tournament/:tournamentId/leaderboard", operations.standings, async (request) => {
    const withMetadata = request.query.metadata === "true";
    const asked = {
      gameId: principalOf(request).game.id,
      tournamentId: tournamentIdOf(request),
      withMetadata,
      // In the same spelling, so that a gamer who is named twice is refused as a repeated value.
      handles: request.body.gamers.map((gamer) => gamer.normalize("NFC")),
    };
    return standingsJson(await entries.readLeaderboard(asked, within(request)), withMetadata);
  });

  app.post("/tournament/:tournamentId/score", operations.submit, async (request, reply) => {
    const withRank = request.query.rank === "true";
    const pending = pendingScores(request, withRank);
    const { score, recordedBefore } = await submit(
      pending(request.body, rpcRequestId(request), ""),
    );
    const message = recordedBefore ? "Score recorded before" : "Score recorded successfully";
    return reply
      .code(recordedBefore ? 200 : 201)
      .send({ message, score: scoreJson(score, withRank) });
  });

  app.post("/tournament/:tournamentId/scores", operations.submitMany, async (request) => {
    const withRank = request.query.rank === "true";
    const requestId = rpcRequestId(request);
    // All are looked at before any is sent: a request that is not valid does nothing.
    const pending = pendingScores(request, withRank);
    const calls = request.body.scores.map((given, index) =>
      pending(given, derivedId("score", requestId, String(index)), `/scores/${index}`),
    );
    const outcomes = await Promise.allSettled(calls.map(submit));
    const items = { field: "scores", items: request.body.scores, publicUrl };
    const results = resultsOf(request, items, outcomes, ({ score, recordedBefore }) => ({
      status: recordedBefore ? (200 as const) : (201 as const),
      score: scoreJson(score, withRank),
    }));
    keepIfAllMay(request, results);
    return { message: "Scores processed", results };
  });
}

/** Creates a function that makes the scores of a request ready; `pointer` says where in its body one is. */
function pendingScores(
  request: FastifyRequest & Parameters<typeof tournamentIdOf>[0],
  withRank: boolean,
) {
  const of = { gameId: principalOf(request).game.id, tournamentId: tournamentIdOf(request) };
  const deadlineAt = deadlineOf(request);
  const shared = {
    ...of,
    origin: originMessage(originOf(request)),
    repeatable: isRepeatable(request),
    withRank,
  };
  return (
    { gamer, score, tieBreaks = [], attempt, metadata, hold }: ScoreInput,
    requestId: string,
    pointer: string,
  ): PendingScore => ({
    of,
    deadlineAt,
    score: {
      ...shared,
      requestId,
      handle: gamer,
      score: BigInt(score),
      tieBreaks: tieBreaks.map(BigInt),
      metadata: metadataText(metadata, METADATA_BYTES, `${pointer}/metadata`),
      hold: hold === true,
      ...(attempt !== undefined && { attempt }),
    },
  });
}
