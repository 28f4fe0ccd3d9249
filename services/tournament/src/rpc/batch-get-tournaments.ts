import type { HandlerContext } from "@connectrpc/connect";
import { DomainError } from "@tms/kit/errors/domain-error";
import { toRefusal } from "@tms/kit/errors/refusal";
import { refusedAlone } from "@tms/kit/rpc/outcomes";
import { inParts } from "@tms/kit/rpc/parts";
import { settledInGroups } from "@tms/kit/rpc/streams";
import type { Tournament } from "@tms/proto/tms/tournament/v1/tournament";
import type { Context, Rpcs } from "../context.ts";
import { findTournaments, type TournamentRow } from "../db/tournaments.ts";
import { countWinners, listWinners, MOST_LISTED } from "../db/winners.ts";
import { tournamentNotFound } from "../errors.ts";
import { tournamentMessage } from "../messages.ts";
import { readPrizePools } from "../prize-pool.ts";

// Some 400 KB. The terms of as many tournaments as one call reads come to less than 3 MB, and a
// message holds 4 MiB. A tournament with more winners has a message of its own.
const MOST_WINNERS = 10_000;

/** A tournament asked for: its place in the request, and what is known of it. */
interface Asked {
  index: number;
  row: TournamentRow | undefined;
}

/** Reads many tournaments, also of several games. */
export const batchGetTournaments = (context: Context): Rpcs["batchGetTournaments"] =>
  async function* ({ tournaments, withPrizePools }, call) {
    const rows = await findTournaments(context.db, tournaments);
    const asked = rows.map((row, index) => ({ index, row }));
    if (withPrizePools) yield* readWithPools(context, asked, call);
    else
      yield {
        outcomes: asked.map(({ index, row }) => outcomeMessage(index, messageOrNotFound(row))),
      };
  };

async function* readWithPools(context: Context, asked: readonly Asked[], call: HandlerContext) {
  const poolOf = readPrizePools(
    context,
    asked.flatMap(({ row }) => row ?? []),
    call,
  );
  // Already under way while the winners of others are read.
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

/** Reads winners for one message after the other: there may be a hundred thousand to each. */
async function* readCompleted(
  { db }: Context,
  asked: readonly Asked[],
  poolOf: ReturnType<typeof readPrizePools>,
) {
  const completed = asked.flatMap(({ index, row }) =>
    row?.status === "completed" ? [{ index, row }] : [],
  );
  // The row names a sole winner.
  const shared = completed.flatMap(({ row }) => (row.winnerGamerId === null ? [row.id] : []));
  const counts = shared.length > 0 ? await countWinners(db, shared) : new Map<string, number>();
  const listedOf = (id: string) => Math.min(counts.get(id) ?? 0, MOST_LISTED);
  for (const part of inParts(completed, ({ row }) => listedOf(row.id), MOST_WINNERS)) {
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
  row === undefined ? tournamentNotFound() : tournamentMessage(row, poolMinor);

const outcomeMessage = (index: number, found: Tournament | DomainError) => ({
  index,
  outcome:
    found instanceof DomainError
      ? ({ case: "refused", value: toRefusal(found) } as const)
      : ({ case: "tournament", value: found } as const),
});
