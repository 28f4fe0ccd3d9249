import { DomainError, required } from "@tms/kit/errors/domain-error";
import { toOutcome } from "@tms/kit/errors/status";
import { receive } from "@tms/kit/rpc/rpcs";
import { originForLog, originOf, originOfItem, type Origin } from "@tms/kit/rpc/origin";
import { refusedAlone } from "@tms/kit/rpc/outcomes";
import { settledInGroups } from "@tms/kit/rpc/streams";
import { inTraceOf } from "@tms/kit/tracing/spans";
import { metadataOf } from "@tms/kit/values/input";
import { openPage, TOKEN_PART } from "@tms/kit/values/page";
import { ScoreRequestSchema, type ScoreRequest } from "@tms/proto/tms/entry/v1/entry";
import type { Context, Rpcs } from "../context.ts";
import { listReviewed } from "../db/attempts.ts";
import { findBoards, getBoard } from "../db/boards.ts";
import { getGamer } from "../db/gamers.ts";
import { reviewedMessage, SCORE_STATES, scoreMessage } from "../messages.ts";
import { isNotOpened } from "../registration.ts";
import { toAttemptId, type ScoreRequest as Score } from "../scoring/decide-scores.ts";
import type { ScoreOutcome } from "../scoring/record-scores.ts";

export const scoreRpcs = {
  /** Groups scores by REST request and tournament. Records each group together, in order. */
  async *batchSubmitScore(context, { scores }, call) {
    const origin = originOf(call);
    const groups = new Map<string, { index: number; score: Score }[]>();
    const refused: ReturnType<typeof outcomeMessage>[] = [];
    scores.forEach((request, index) => {
      const score = readScore(request, origin);
      if (score instanceof DomainError) return refused.push(outcomeMessage(index, score));
      // A call contains scores of several REST requests. A failed request must not fail other requests.
      const key = `${score.origin.requestId}/${score.gameId}/${score.tournamentId}`;
      return groups.getOrInsert(key, []).push({ index, score });
    });
    if (refused.length > 0) yield { outcomes: refused };
    const recorded = Array.from(groups.values(), async (group) => {
      const given = group.map(({ score }) => score);
      const outcomes = await submitGroup(context, given);
      return group.map(({ index }, n) => outcomeMessage(index, outcomes[n]));
    });
    for await (const known of settledInGroups(recorded)) yield { outcomes: known.flat() };
  },

  async listScores(context, request) {
    const { db } = context;
    const { gameId, tournamentId, handle } = request;
    const board =
      (await findBoards(db, [tournamentId]))[0] ??
      ((await isNotOpened(context, request)) ? undefined : await getBoard(db, tournamentId));
    if (board === undefined) return {};
    if (board.gameId !== gameId) throw new DomainError("TOURNAMENT_NOT_FOUND");
    const gamerId = handle === undefined ? null : (await getGamer(db, { gameId, handle })).id;
    const state = SCORE_STATES.word(request.state) ?? null;
    const list = ["scores", tournamentId, gamerId ?? "", state ?? ""];
    const [page, below] = openPage(request, list, [TOKEN_PART.integer]);
    const rows = await listReviewed(db, tournamentId, { gamerId, state }, below, page.limit);
    const { items, nextPageToken } = page.cut(rows, (row) => [row.attempt.sequence]);
    return { scores: items.map((score) => reviewedMessage(score)), nextPageToken };
  },
} satisfies Rpcs;

/** Reads a score. Returns the refusal of an invalid score, so that the other scores are still recorded. */
function readScore(request: ScoreRequest, call: Origin): Score | DomainError {
  const fault = receive(ScoreRequestSchema, request);
  if (fault) return fault;
  try {
    return {
      ...request,
      attempt: request.attempt ?? null,
      attemptId: toAttemptId(request),
      score: Number(request.score),
      tieBreaks: request.tieBreaks.map(Number),
      metadata: metadataOf("metadata", request.metadata) ?? "",
      origin: originOfItem(request.origin, call),
    };
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}

/** Records a group. If the whole group fails, each score gets the failure. */
async function submitGroup({ log, submitScores }: Context, scores: readonly Score[]) {
  const [first, ...rest] = scores;
  if (first === undefined) return [];
  const outcomes = await refusedAlone(
    log,
    () => inTraceOf(first.origin.trace, () => submitScores([first, ...rest])),
    () => originForLog(first.origin),
  );
  return outcomes instanceof DomainError ? scores.map(() => outcomes) : outcomes;
}

function outcomeMessage(index: number, outcome: ScoreOutcome | undefined) {
  const result = required(outcome, "a score has no outcome");
  const isRefused = result instanceof DomainError;
  return {
    index,
    outcome: toOutcome("score", isRefused ? result : scoreMessage(result)),
    recordedBefore: !isRefused && result.repeated,
  };
}
