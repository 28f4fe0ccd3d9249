import { DomainError } from "@tms/kit/errors/domain-error";
import { receive } from "@tms/kit/rpc/canonical-request";
import { originForLog, originOf, originOfItem, type Origin } from "@tms/kit/rpc/origin";
import { refusedAlone } from "@tms/kit/rpc/outcomes";
import { settledInGroups } from "@tms/kit/rpc/streams";
import { inTraceOf } from "@tms/kit/tracing/spans";
import { metadataOf } from "@tms/kit/values/input";
import { cutPage, decodePageToken, TOKEN_PART } from "@tms/kit/values/page";
import { ScoreRequestSchema, type ScoreRequest } from "@tms/proto/tms/entry/v1/entry";
import type { Context, Rpcs } from "../context.ts";
import { listReviewed } from "../db/attempts.ts";
import { findBoards } from "../db/boards.ts";
import { getGamer } from "../db/gamers.ts";
import { tournamentNotFound } from "../errors.ts";
import { reviewedMessage, SCORE_STATES, scoreMessage, toOutcome } from "../messages.ts";
import { isNotOpened } from "../registration.ts";
import { toAttemptId, type ScoreRequest as Score } from "../scoring/decide-scores.ts";
import type { ScoreOutcome } from "../scoring/record-scores.ts";

/**
 * Records scores. The scores of one REST request are recorded in their order, without other scores between
 * them. Outcomes are sent as soon as they are known.
 */
export const batchSubmitScore = (context: Context): Rpcs["batchSubmitScore"] =>
  async function* ({ scores }, call) {
    const origin = originOf(call);
    const groups = new Map<string, { index: number; score: Score }[]>();
    const refused: ReturnType<typeof outcomeMessage>[] = [];
    scores.forEach((request, index) => {
      const score = readScore(request, origin);
      if (score instanceof DomainError) return refused.push(outcomeMessage(index, score));
      // A call carries scores of several requests. A group that fails must not fail another request.
      const key = `${score.origin.requestId}/${score.gameId}/${score.tournamentId}`;
      const group = groups.get(key) ?? [];
      groups.set(key, group);
      return group.push({ index, score });
    });
    if (refused.length > 0) yield { outcomes: refused };
    const recorded = Array.from(groups.values(), async (group) => {
      const outcomes = await submitGroup(
        context,
        group.map(({ score }) => score),
      );
      return group.map(({ index }, place) => outcomeMessage(index, outcomes[place]));
    });
    for await (const known of settledInGroups(recorded)) yield { outcomes: known.flat() };
  };

/**
 * Checks and converts one score. Returns the refusal of an invalid score, because it must not refuse the
 * other scores.
 */
function readScore(request: ScoreRequest, call: Origin): Score | DomainError {
  const fault = receive(ScoreRequestSchema, request);
  if (fault) return fault;
  const { requestId, gameId, tournamentId, handle, hold, repeatable, withRank } = request;
  const named = { requestId, tournamentId, handle, attempt: request.attempt ?? null };
  try {
    return {
      ...named,
      attemptId: toAttemptId(named),
      gameId,
      score: Number(request.score),
      tieBreaks: request.tieBreaks.map(Number),
      metadata: metadataOf("metadata", request.metadata) ?? "",
      hold,
      repeatable,
      withRank,
      origin: originOfItem(request.origin, call),
    };
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}

/** Records a group. If the whole group fails, each score gets the failure. */
async function submitGroup(
  { log, submitScores }: Context,
  scores: readonly Score[],
): Promise<ScoreOutcome[]> {
  const [first, ...rest] = scores;
  if (first === undefined) return [];
  const about = () => originForLog(first.origin);
  const submit = () => submitScores([first, ...rest]);
  const outcomes = await refusedAlone(log, () => inTraceOf(first.origin.trace, submit), about);
  return outcomes instanceof DomainError ? scores.map(() => outcomes) : outcomes;
}

const outcomeMessage = (index: number, outcome: ScoreOutcome | undefined) => {
  if (outcome === undefined) throw new Error("a score has no outcome");
  return {
    index,
    outcome: toOutcome("score", outcome, scoreMessage),
    recordedBefore: !(outcome instanceof Error) && outcome.repeated,
  };
};

const DEFAULT_PAGE_SIZE = 50;

/** Lists the attempts of a tournament, the newest first. */
export const listScores = (context: Context): Rpcs["listScores"] =>
  async function list(request): Promise<Awaited<ReturnType<Rpcs["listScores"]>>> {
    const { db } = context;
    const { gameId, tournamentId, handle, pageToken } = request;
    const [board] = await findBoards(db, [tournamentId]);
    if (board === undefined)
      return (await isNotOpened(context, request)) ? {} : await list(request);
    if (board.gameId !== gameId) throw tournamentNotFound();
    const gamerId = handle === undefined ? null : (await getGamer(db, { gameId, handle })).id;
    const state = SCORE_STATES.word(request.state) ?? null;
    const listName = ["scores", tournamentId, gamerId ?? "", state ?? ""];
    const position = decodePageToken(pageToken, listName, [TOKEN_PART.integer]);
    const size = request.pageSize || DEFAULT_PAGE_SIZE;
    const below = position === undefined ? null : Number(position[0]);
    const rows = await listReviewed(db, tournamentId, { gamerId, state }, below, size + 1);
    const { items, nextPageToken } = cutPage(rows, size, listName, (row) => [row.attempt.sequence]);
    return { scores: items.map((score) => reviewedMessage(score)), nextPageToken };
  };
