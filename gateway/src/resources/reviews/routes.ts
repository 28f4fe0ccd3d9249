import { reviewedScoreJson, SCORE_STATES, VERDICTS } from "@tms/resources/score";
import type { App } from "../../app-type.ts";
import { principalOf } from "../../auth/principal.ts";
import type { Clients } from "../../clients.ts";
import { within } from "../../http/deadline.ts";
import { rpcRequestId } from "../../idempotency/repeats.ts";
import { tournamentIdOf } from "../../paths/tournament-id.ts";
import * as operations from "./operations.ts";

/** Reviews: deciding on scores, and the scores with what was decided. */
export function reviewRoutes(app: App, { entry: entries }: Clients): void {
  app.patch("/tournament/:tournamentId/review", operations.review, async (request) => {
    const { scores: scoreIds, decision, reason } = request.body;
    const { scores } = await entries.reviewScores(
      {
        requestId: rpcRequestId(request),
        gameId: principalOf(request).game.id,
        tournamentId: tournamentIdOf(request),
        // In the same spelling, so that one that is named twice is refused as a repeated value.
        scoreIds: scoreIds.map((id) => id.toLowerCase()),
        verdict: VERDICTS.value(decision),
        reason,
      },
      within(request),
    );
    const told = scores.map((score) => ({
      ...score,
      decisions: score.decisions.map((each) => ({ ...each, reason })),
    }));
    return { message: "Scores reviewed successfully", scores: told.map(reviewedScoreJson) };
  });

  app.get("/tournament/:tournamentId/scores", operations.list, async (request) => {
    const { limit: pageSize = 0, cursor: pageToken = "", gamer, state } = request.query;
    const page = await entries.listScores(
      {
        gameId: principalOf(request).game.id,
        tournamentId: tournamentIdOf(request),
        pageSize,
        pageToken,
        ...(gamer !== undefined && { handle: gamer }),
        ...(state !== undefined && { state: SCORE_STATES.value(state) }),
      },
      within(request),
    );
    return { scores: page.scores.map(reviewedScoreJson), nextCursor: page.nextPageToken || null };
  });
}
