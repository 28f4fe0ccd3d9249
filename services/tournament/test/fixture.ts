import { collected, soleResult } from "@tms/kit/rpc/outcomes";
import { newId } from "@tms/kit/values/ids";
import {
  createGame,
  createTournament as create,
  inHours,
  join,
  publishTournament as publish,
  type Terms,
  type TournamentKey,
} from "../../../test/world/actions.ts";
import { test as base } from "../../../test/world/test.ts";
import type { World } from "../../../test/world/world.ts";

export { describe, expect } from "../../../test/world/test.ts";

/**
 * Tests of tournaments.
 *
 * - `gameId`: a game of the test's own, which pays 2.5 % of each pool to its platform.
 */
export const test = base.extend("gameId", async ({ world }) => {
  const { gameId } = await createGame(world, { platformFeeBps: 250 });
  return gameId;
});

/** Returns terms of a tournament that starts in an hour and ends in two. */
export const upcomingTerms = (terms: Terms = {}): Terms => ({
  name: "Chess",
  description: "A fine tournament.",
  entryFeeMinorUnits: 250n,
  startTime: inHours(1),
  endTime: inHours(2),
  ...terms,
});

export const createTournament = (world: World, gameId: string, terms?: Terms) =>
  create(world, { gameId, ...upcomingTerms(terms) });

export const publishTournament = (world: World, gameId: string, terms?: Terms) =>
  publish(world, { gameId, ...upcomingTerms(terms) });

/** Publishes a tournament whose end has passed. */
export async function publishDue(world: World, gameId: string): Promise<TournamentKey> {
  const key = await publishTournament(world, gameId);
  await shift(world, key, "-2 hours");
  return key;
}

/** Moves the times of a tournament. */
export async function shift({ admin }: World, { tournamentId }: TournamentKey, by: string) {
  await admin.query(
    `UPDATE tournament.tournament SET starts_at = starts_at + $2::interval,
       ends_at = ends_at + $2::interval WHERE id = $1`,
    [tournamentId, by],
  );
}

/** Has gamers enter, who each add 250 to the prize pool. */
export async function enter(world: World, key: TournamentKey, count: number): Promise<void> {
  for (let number = 0; number < count; number++) await join(world, key, `gamer ${number}`);
}

/** Returns a new request about a tournament. */
export const toRequest = ({ gameId, tournamentId }: TournamentKey) => ({
  requestId: newId(),
  gameId,
  tournamentId,
});

/** Begins a tournament's settlement. */
export const begin = async ({ tournament }: World, key: TournamentKey) =>
  soleResult(await collected(tournament.batchBeginSettlement({ tournaments: [key] })));

/** Completes a tournament, with these winners in addition to those recorded before. */
export async function finish(
  { tournament: client }: World,
  tournament: TournamentKey,
  winnerGamerIds: string[] = [],
) {
  const ends = [{ tournament, winnerGamerIds }];
  return soleResult((await client.batchFinishSettlement({ ends })).outcomes);
}
