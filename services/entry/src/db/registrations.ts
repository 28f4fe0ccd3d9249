import type { Queryable, Tx } from "@tms/kit/database/handle";
import { traced } from "@tms/kit/process/fault-points";
import type { Payer } from "@tms/proto/tms/game/v1/game";

/** A tournament's registration as stored. */
export interface RegistrationRow {
  tournament_id: string;
  game_id: string;
  currency: string;
  fee_minor: bigint;
  payer: Payer;
  max_entries: number | null;
  registration_closes_at: Date;
  ends_at: Date;
  seats_taken: number;
  eliminated: number;
  closed_at: Date | null;
  /** Every entry up to this gamer has its final rank. */
  ranked_up_to: string | null;
  frozen_at: Date | null;
  /** Postgres' clock when the row was read. */
  read_at: Date;
}

/** Which registration, asked about by which game. */
export interface TournamentKey {
  gameId: string;
  tournamentId: string;
}

/** What a registration is opened with. */
export type NewRegistration = Pick<
  RegistrationRow,
  | "tournament_id"
  | "game_id"
  | "currency"
  | "fee_minor"
  | "payer"
  | "max_entries"
  | "registration_closes_at"
  | "ends_at"
>;

const COLUMNS = `tournament_id, game_id, currency, fee_minor, payer, max_entries,
  registration_closes_at, ends_at, seats_taken, eliminated, closed_at, ranked_up_to, frozen_at,
  clock_timestamp() AS read_at`;

/** Reads a registration; one never opened is absent. */
export async function findRegistration(
  db: Queryable,
  id: string,
): Promise<RegistrationRow | undefined> {
  const { rows } = await db.$client.query<RegistrationRow>({
    name: "find-registration",
    text: `SELECT ${COLUMNS} FROM registration WHERE tournament_id = $1`,
    values: [id],
  });
  return rows[0];
}

/** Those of the tournaments that have a registration. */
export async function findOpened(db: Queryable, ids: readonly string[]): Promise<string[]> {
  const { rows } = await db.$client.query<Pick<RegistrationRow, "tournament_id">>({
    name: "find-opened",
    text: `SELECT tournament_id FROM registration WHERE tournament_id = ANY($1::uuid[])`,
    values: [ids],
  });
  return rows.map((row) => row.tournament_id);
}

/**
 * Reads a registration that is closed and has no joins under way, which is how it stays: its seats are its
 * entries. One statement, because a join that is seen neither here nor there would be missed.
 */
export async function findFinishedRegistration(
  db: Queryable,
  id: string,
): Promise<RegistrationRow | undefined> {
  const { rows } = await db.$client.query<RegistrationRow>({
    name: "find-finished-registration",
    text: `SELECT ${COLUMNS} FROM registration
      WHERE tournament_id = $1 AND closed_at IS NOT NULL
        AND NOT EXISTS (SELECT FROM pending_join WHERE tournament_id = $1)`,
    values: [id],
  });
  return rows[0];
}

/** Locks registrations against other joins and eliminations, in the order of their ids. */
export async function lockRegistrations(
  tx: Tx,
  ids: readonly string[],
  whenHeld: "wait" | "skip" = "wait",
): Promise<RegistrationRow[]> {
  const skips = whenHeld === "skip";
  const { rows } = await tx.$client.query<RegistrationRow>({
    name: skips ? "lock-free-registrations" : "lock-registrations",
    text: `SELECT ${COLUMNS} FROM registration WHERE tournament_id = ANY($1::uuid[])
      ORDER BY tournament_id FOR NO KEY UPDATE ${skips ? "SKIP LOCKED" : ""}`,
    values: [ids],
  });
  return rows;
}

/** Opens a registration unless it is open, or closed, already. */
export async function insertRegistration(
  db: Queryable,
  registration: NewRegistration,
): Promise<void> {
  await traced("entry.open-registration", () =>
    db.$client.query(
      `INSERT INTO registration (tournament_id, game_id, currency, fee_minor, payer, max_entries,
       registration_closes_at, ends_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (tournament_id) DO NOTHING`,
      [
        registration.tournament_id,
        registration.game_id,
        registration.currency,
        registration.fee_minor,
        registration.payer,
        registration.max_entries,
        registration.registration_closes_at,
        registration.ends_at,
      ],
    ),
  );
}

/**
 * Closes a registration for good. One never opened is opened closed, so that a join that learnt of the
 * tournament before it ended cannot open it afterwards.
 */
export async function closeRegistration(db: Queryable, id: string, gameId: string): Promise<void> {
  await traced("entry.close-registration", () =>
    db.$client.query({
      name: "close-registration",
      text: `INSERT INTO registration (tournament_id, game_id, currency, fee_minor, payer,
       registration_closes_at, ends_at, closed_at)
     VALUES ($1, $2, '', 0, 1, 'epoch', '9999-12-31', now())
     ON CONFLICT (tournament_id) DO UPDATE SET closed_at = coalesce(registration.closed_at, now())`,
      values: [id, gameId],
    }),
  );
}

/** Closes those of the registrations that exist, are their game's and have few seats taken. */
export async function closeSmallRegistrations(
  db: Queryable,
  registrations: readonly TournamentKey[],
  mostSeats: number,
): Promise<string[]> {
  const { rows } = await traced("entry.close-registration", () =>
    db.$client.query<Pick<RegistrationRow, "tournament_id">>({
      name: "close-small-registrations",
      text: `WITH locked AS MATERIALIZED (
        SELECT tournament_id FROM registration
        JOIN unnest($1::uuid[], $2::uuid[]) AS key (tournament_id, game_id)
          USING (tournament_id, game_id)
        WHERE seats_taken <= $3
        ORDER BY tournament_id FOR NO KEY UPDATE OF registration
      )
      UPDATE registration SET closed_at = coalesce(closed_at, now())
      WHERE tournament_id IN (SELECT tournament_id FROM locked) RETURNING tournament_id`,
      values: [...keyColumns(registrations), mostSeats],
    }),
  );
  return rows.map((row) => row.tournament_id);
}

const keyColumns = (registrations: readonly TournamentKey[]) => [
  registrations.map((registration) => registration.tournamentId),
  registrations.map((registration) => registration.gameId),
];

/** Counts seats as taken, or with a negative number as free. Fails on registration_seats beyond the limit. */
export async function countSeats(tx: Tx, seats: ReadonlyMap<string, number>): Promise<void> {
  await tx.$client.query({
    name: "count-seats",
    text: `UPDATE registration SET seats_taken = seats_taken + taken.seats
      FROM unnest($1::uuid[], $2::int[]) AS taken (id, seats) WHERE tournament_id = taken.id`,
    values: [[...seats.keys()], [...seats.values()]],
  });
}

/** An elimination of one or several together: its moment, and how many are out since then. */
export interface Elimination {
  round: number;
  at: Date;
}

/**
 * Counts an elimination in a locked registration and takes its moment, which is later than that of every
 * one before, even when the clock stepped back or both fall into one millisecond.
 */
export async function countElimination(
  tx: Tx,
  id: string,
  eliminated: number,
): Promise<Elimination> {
  const { rows } = await tx.$client.query<Elimination>({
    name: "count-elimination",
    text: `UPDATE registration SET rounds = rounds + $2, eliminated = eliminated + $2,
        last_eliminated_at =
          greatest(clock_timestamp(), last_eliminated_at + interval '1 millisecond')
      WHERE tournament_id = $1 RETURNING eliminated AS round, last_eliminated_at AS at`,
    values: [id, eliminated],
  });
  const [elimination] = rows;
  if (elimination === undefined) throw new Error("a locked registration vanished");
  return elimination;
}

/** Marks the rankings of registrations as final. */
export async function markFrozen(db: Queryable, ids: readonly string[]): Promise<void> {
  await db.$client.query({
    name: "mark-frozen",
    text: `UPDATE registration SET frozen_at = now()
      WHERE tournament_id = ANY($1::uuid[]) AND frozen_at IS NULL`,
    values: [ids],
  });
}

/** The confirmed entries of a game's tournaments, by tournament, where anybody ever joined. */
export async function countEntries(
  db: Queryable,
  gameId: string,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await db.$client.query<{ tournament_id: string; entries: number }>(
    `SELECT tournament_id, seats_taken - (
       SELECT count(*) FROM pending_join WHERE pending_join.tournament_id = registration.tournament_id
     )::int AS entries
     FROM registration WHERE game_id = $1 AND tournament_id = ANY($2::uuid[])`,
    [gameId, ids],
  );
  return new Map(rows.map((row) => [row.tournament_id, row.entries]));
}
