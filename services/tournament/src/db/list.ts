import type { Queryable } from "@tms/kit/database/handle";
import { Status } from "@tms/proto/tms/tournament/v1/tournament";
import { TOURNAMENT_COLUMNS, type TournamentRow } from "./tournaments.ts";

/** Which of a game's tournaments; what is undefined does not restrict. */
export interface TournamentFilter {
  gameId: string;
  status: Status;
  endsAfter: Date | undefined;
  endsBefore: Date | undefined;
  beforeId: string | undefined;
}

/** A game's tournaments, newest first: ids are ordered by time. */
export async function selectTournaments(
  db: Queryable,
  filter: TournamentFilter,
  limit: number,
): Promise<TournamentRow[]> {
  const conditions = ["game_id = $1"];
  const values: unknown[] = [filter.gameId];
  const add = (condition: string, value: unknown) => {
    if (value === undefined) return;
    values.push(value);
    conditions.push(`${condition} $${values.length}`);
  };
  add("status =", filter.status === Status.UNSPECIFIED ? undefined : filter.status);
  add("ends_at >=", filter.endsAfter);
  add("ends_at <", filter.endsBefore);
  add("id <", filter.beforeId);
  const { rows } = await db.$client.query<TournamentRow>(
    `SELECT ${TOURNAMENT_COLUMNS} FROM tournament
     WHERE ${conditions.join(" AND ")}
     ORDER BY id DESC LIMIT $${values.push(limit)}`,
    values,
  );
  return rows;
}
