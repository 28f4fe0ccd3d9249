import type { HandlerContext } from "@connectrpc/connect";
import { DomainError } from "@tms/kit/errors/domain-error";
import { toOutcome } from "@tms/kit/errors/refusal";
import { refusedAlone } from "@tms/kit/rpc/outcomes";
import { inParts } from "@tms/kit/rpc/parts";
import { settledInGroups } from "@tms/kit/rpc/streams";
import { dateOf } from "@tms/kit/values/input";
import { cutPage, decodePageToken, TOKEN_PART } from "@tms/kit/values/page";
import type { Tournament } from "@tms/proto/tms/tournament/v1/tournament";
import type { Context, Rpcs } from "../context.ts";
import {
  findGames,
  findTournaments,
  listTournaments as listPage,
  type TournamentRow,
} from "../db/tournaments.ts";
import { countWinners, listWinners, MAX_LISTED } from "../db/winners.ts";
import { STATUSES, tournamentMessage } from "../messages.ts";
import { readPrizePools } from "../prize-pool.ts";

// The maximum number of winners in one message, which takes some 400 KB. The terms of the tournaments of one
// call are less than 3 MB, and a message has at most 4 MiB. A tournament with more winners has its own
// message.
const MAX_WINNERS = 10_000;
const DEFAULT_PAGE_SIZE = 20;

interface Asked {
  index: number;
  row: TournamentRow | undefined;
}

export const queryRpcs = {
  async *batchGetTournaments(context, { tournaments, withPrizePools }, call) {
    const rows = await findTournaments(context.db, tournaments);
    const asked = rows.map((row, index) => ({ index, row }));
    if (withPrizePools) yield* readWithPools(context, asked, call);
    else
      yield {
        outcomes: asked.map(({ index, row }) => outcomeMessage(index, messageOrNotFound(row))),
      };
  },

  /** Lists a game's tournaments, newest first, with their prize pools. */
  async listTournaments(context, request, call) {
    const size = request.pageSize || DEFAULT_PAGE_SIZE;
    const { gameId, status } = request;
    const endsAfter = request.endsAfter && dateOf("ends_after", request.endsAfter);
    const endsBefore = request.endsBefore && dateOf("ends_before", request.endsBefore);
    const externalId = request.externalId || undefined;
    const asked = [gameId, status, endsAfter, endsBefore, encodeURIComponent(externalId ?? "")];
    const listed = ["tournaments", ...asked.map(String)];
    const [beforeId] = decodePageToken(request.pageToken, listed, [TOKEN_PART.id]) ?? [];
    const filter = {
      gameId,
      status: STATUSES.word(status),
      endsAfter,
      endsBefore,
      externalId,
      beforeId,
    };
    const rows = await listPage(context.db, filter, size + 1);
    const { items, nextPageToken } = cutPage(rows, size, listed, (row) => [row.id]);
    const poolOf = readPrizePools(context, items, call);
    const tournaments = await Promise.all(
      items.map(async (row) => tournamentMessage(row, await poolOf(row))),
    );
    return { tournaments, nextPageToken };
  },

  /** Finds the games of tournaments. The caller must check who may know these games. */
  async batchFindGames({ db }, { tournamentIds }) {
    return { games: await findGames(db, tournamentIds) };
  },
} satisfies Rpcs;

async function* readWithPools(context: Context, asked: readonly Asked[], call: HandlerContext) {
  const poolOf = readPrizePools(
    context,
    asked.flatMap(({ row }) => row ?? []),
    call,
  );
  // The other tournaments are read while the winners of completed tournaments are read.
  const others = asked
    .filter(({ row }) => row?.status !== "completed")
    .map(async ({ index, row }) =>
      outcomeMessage(
        index,
        await refusedAlone(context.log, async () =>
          messageOrNotFound(row, row === undefined ? 0n : await poolOf(row)),
        ),
      ),
    );
  yield* readCompleted(context, asked, poolOf);
  for await (const outcomes of settledInGroups(others)) yield { outcomes };
}

/**
 * Returns the completed tournaments with their winners, one message after the other. Reads the winners of
 * only one message at a time, because a tournament can have a hundred thousand.
 */
async function* readCompleted(
  { db }: Context,
  asked: readonly Asked[],
  poolOf: ReturnType<typeof readPrizePools>,
) {
  const completed = asked.flatMap(({ index, row }) =>
    row?.status === "completed" ? [{ index, row }] : [],
  );
  // Winners are read only if several gamers share rank 1, because the row contains a sole winner.
  const shared = completed.flatMap(({ row }) => (row.winnerGamerId === null ? [row.id] : []));
  const counts = shared.length > 0 ? await countWinners(db, shared) : new Map<string, number>();
  const listedOf = (id: string) => Math.min(counts.get(id) ?? 0, MAX_LISTED);
  for (const part of inParts(completed, ({ row }) => listedOf(row.id), MAX_WINNERS)) {
    const ids = new Set(part.map(({ row }) => row.id).filter((id) => counts.has(id)));
    const winners = ids.size > 0 ? await listWinners(db, [...ids]) : new Map<string, string[]>();
    const outcomes = part.map(async ({ index, row }) => {
      const gamerIds = row.winnerGamerId ? [row.winnerGamerId] : (winners.get(row.id) ?? []);
      const count = counts.get(row.id) ?? gamerIds.length;
      return outcomeMessage(index, tournamentMessage(row, await poolOf(row), { gamerIds, count }));
    });
    yield { outcomes: await Promise.all(outcomes) };
  }
}

const messageOrNotFound = (
  row: TournamentRow | undefined,
  poolMinor?: bigint,
): Tournament | DomainError =>
  row === undefined ? new DomainError("TOURNAMENT_NOT_FOUND") : tournamentMessage(row, poolMinor);

const outcomeMessage = (index: number, found: Tournament | DomainError) => ({
  index,
  outcome: toOutcome("tournament", found),
});
