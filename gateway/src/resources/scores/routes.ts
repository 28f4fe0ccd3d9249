import { originMessage } from "@tms/kit/rpc/origin";
import { derivedId } from "@tms/kit/values/ids";
import { scoreJson } from "@tms/resources/score";
import type { FastifyRequest } from "fastify";
import type { App } from "../../app-type.ts";
import { originOf, principalOf } from "../../auth/principal.ts";
import type { Scorer } from "../../batching/scores.ts";
import type { Clients } from "../../clients.ts";
import { metadataText } from "../../http/body/metadata.ts";
import { deadlineOf, within } from "../../http/deadline.ts";
import { isRepeatable, keepIfAllMay, rpcRequestId } from "../../idempotency/repeats.ts";
import { METADATA_BYTES } from "@tms/resources/values/metadata";
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
    const score = { ...scoresOf(request)(request.body, rpcRequestId(request), ""), withRank };
    const [result] = await submit({ ...waitOf(request), scores: [score] });
    if (result === undefined) throw new Error("the score has no outcome");
    if (result instanceof Error) throw result;
    const { recordedBefore } = result;
    const message = recordedBefore ? "Score recorded before" : "Score recorded successfully";
    return reply
      .code(recordedBefore ? 200 : 201)
      .send({ message, score: scoreJson(result.score, withRank) });
  });

  app.post("/tournament/:tournamentId/scores", operations.submitMany, async (request) => {
    const withRank = request.query.rank === "true";
    const requestId = rpcRequestId(request);
    const given = request.body.scores;
    const toScore = scoresOf(request);
    // All scores are read before any is sent: an invalid request does nothing.
    const scores = given.map((score, index) => ({
      ...toScore(score, derivedId("score", requestId, String(index)), `/scores/${index}`),
      withRank,
    }));
    const outcomes = await submit({ ...waitOf(request), scores });
    const items = { field: "scores", items: given, publicUrl };
    const results = resultsOf(request, items, outcomes, ({ score, recordedBefore }) => ({
      status: recordedBefore ? (200 as const) : (201 as const),
      score: scoreJson(score, withRank),
    }));
    keepIfAllMay(request, results);
    return { message: "Scores processed", results };
  });
}

type ScoreCall = FastifyRequest & Parameters<typeof tournamentIdOf>[0];

const waitOf = (request: ScoreCall) => ({
  of: { gameId: principalOf(request).game.id, tournamentId: tournamentIdOf(request) },
  deadlineAt: deadlineOf(request),
});

/** Returns a function that reads one score of a request; `pointer` is its place in the body. */
function scoresOf(request: ScoreCall) {
  const shared = {
    gameId: principalOf(request).game.id,
    tournamentId: tournamentIdOf(request),
    origin: originMessage(originOf(request)),
    repeatable: isRepeatable(request),
  };
  return (
    { gamer, score, tieBreaks = [], attempt, metadata, hold }: ScoreInput,
    requestId: string,
    pointer: string,
  ) => ({
    ...shared,
    requestId,
    handle: gamer,
    score: BigInt(score),
    tieBreaks: tieBreaks.map(BigInt),
    metadata: metadataText(metadata, METADATA_BYTES, `${pointer}/metadata`),
    hold: hold === true,
    ...(attempt !== undefined && { attempt }),
  });
}
