import { and, desc, eq, gte, lt } from "drizzle-orm";
import type { Queryable } from "@tms/kit/database/handle";
import { tournament } from "./tables.ts";
import { TOURNAMENT, type TournamentRow } from "./tournaments.ts";

/** Which of a game's tournaments; what is undefined does not restrict. */
export interface TournamentFilter {
  gameId: string;
  status: TournamentRow["status"] | undefined;
  endsAfter: Date | undefined;
  endsBefore: Date | undefined;
  externalId: string | undefined;
  beforeId: string | undefined;
}

/** A game's tournaments, newest first: ids are ordered by time. */
export async function listTournaments(
  db: Queryable,
  { gameId, status, endsAfter, endsBefore, externalId, beforeId }: TournamentFilter,
  limit: number,
): Promise<TournamentRow[]> {
  return await db
    .select(TOURNAMENT)
    .from(tournament)
    .where(
      and(
        eq(tournament.gameId, gameId),
        status && eq(tournament.status, status),
        endsAfter && gte(tournament.endsAt, endsAfter),
        endsBefore && lt(tournament.endsAt, endsBefore),
        externalId === undefined ? undefined : eq(tournament.externalId, externalId),
        beforeId === undefined ? undefined : lt(tournament.id, beforeId),
      ),
    )
    .orderBy(desc(tournament.id))
    .limit(limit);
}
