import type { HandlerContext } from "@connectrpc/connect";
import { DomainError } from "@tms/kit/errors/domain-error";
import { toOutcome } from "@tms/kit/errors/status";
import { refusedAlone } from "@tms/kit/rpc/outcomes";
import { inParts, settledInGroups } from "@tms/kit/rpc/streams";
import { dateOf } from "@tms/kit/values/input";
import { openPage, TOKEN_PART } from "@tms/kit/values/page";
import type { Tournament } from "@tms/proto/tms/tournament/v1/tournament";
import type { Context, Rpcs } from "../context.ts";
import {
  findGames,
  findTournaments,
  listTournaments as listPage,
  type TournamentRow,
  countShared,
  MAX_LISTED,
  readWinners,
} from "../db/tournaments.ts";
import { STATUSES, tournamentMessage } from "../messages.ts";
import { readPrizePools } from "../prize-pool.ts";

// These winners take some 400 KB, and the terms of 128 tournaments less than 3 MB. A message has up to 4 MiB.
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
    if (withPrizePools) return yield* readWithPools(context, asked, call);
    const outcomes = asked.map(({ index, row }) => outcomeMessage(index, messageOrNotFound(row)));
    yield { outcomes };
  },

  async listTournaments(context, request, call) {
    const { gameId, status } = request;
    const endsAfter = request.endsAfter && dateOf("ends_after", request.endsAfter);
    const endsBefore = request.endsBefore && dateOf("ends_before", request.endsBefore);
    const externalId = request.externalId || undefined;
    const asked = [gameId, status, endsAfter, endsBefore, encodeURIComponent(externalId ?? "")];
    const listed = ["tournaments", ...asked.map(String)];
    const pageRequest = { ...request, pageSize: request.pageSize || DEFAULT_PAGE_SIZE };
    const [page, beforeId] = openPage(pageRequest, listed, [TOKEN_PART.id]);
    const own = { gameId, status: STATUSES.word(status), externalId, beforeId };
    const rows = await listPage(context.db, { ...own, endsAfter, endsBefore }, page.limit);
    const { items, nextPageToken } = page.cut(rows, ({ id }) => [id]);
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
  const { db, log } = context;
  const rows = asked.flatMap(({ row }) => row ?? []);
  const poolOf = readPrizePools(context, rows, call);
  const readOne = async ({ index, row }: Asked) => {
    const read = async () => messageOrNotFound(row, row && (await poolOf(row)));
    return outcomeMessage(index, await refusedAlone(log, read));
  };
  // The other tournaments are read while the winners of completed tournaments are read.
  const others = asked.filter(({ row }) => row?.status !== "completed").map(readOne);
  const completed = asked.flatMap(({ index, row }) =>
    row?.status === "completed" ? [{ index, row }] : [],
  );
  const completedRows = completed.map(({ row }) => row);
  const counts = await countShared(db, completedRows);
  const listedOf = (id: string) => Math.min(counts.get(id) ?? 0, MAX_LISTED);
  // One message at a time, because a tournament can have a hundred thousand winners.
  for (const part of inParts(completed, ({ row }) => listedOf(row.id), MAX_WINNERS)) {
    const partRows = part.map(({ row }) => row);
    const winnersOf = await readWinners(db, partRows, { counts });
    const outcomes = part.map(async ({ index, row }) =>
      outcomeMessage(index, tournamentMessage(row, await poolOf(row), winnersOf(row))),
    );
    yield { outcomes: await Promise.all(outcomes) };
  }
  for await (const outcomes of settledInGroups(others)) yield { outcomes };
}

const messageOrNotFound = (row: TournamentRow | undefined, poolMinor?: bigint) =>
  row === undefined ? new DomainError("TOURNAMENT_NOT_FOUND") : tournamentMessage(row, poolMinor);

const outcomeMessage = (index: number, found: Tournament | DomainError) => ({
  index,
  outcome: toOutcome("tournament", found),
});
