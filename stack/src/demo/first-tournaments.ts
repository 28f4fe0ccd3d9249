import { createTms } from "@tms/sdk";
import type { GameAccess } from "../system/demo-game.ts";

const DAY_MS = 86_400_000;
const GAMERS = ["ada", "grace", "alan", "edsger", "barbara", "donald", "margaret", "tony"];

/**
 * Creates two tournaments in an empty game, so that the dashboard has data: one is paid out, and gamers can
 * join the other.
 */
export async function firstTournaments({
  baseUrl,
  apiKey,
  gameId,
}: GameAccess & { baseUrl: string }): Promise<void> {
  const tms = createTms({ baseUrl, apiKey });
  if ((await tms.tournaments.list().page({ limit: 1 })).tournaments.length > 0) return;

  /** Creates a tournament with these gamers, and returns its id. */
  async function play(name: string, durationMs: number, gamers: readonly string[]) {
    const now = Date.now();
    const { tournament } = await tms.tournaments.create({
      game: gameId,
      name,
      description: "An example tournament",
      entryFee: 2.5,
      startTime: new Date(now).toISOString(),
      endTime: new Date(now + durationMs).toISOString(),
      prizeSplit: [50, 30, 20],
    });
    await tms.tournaments.publish(tournament.id);
    await Promise.all(gamers.map((gamer) => tms.entries.join(tournament.id, gamer)));
    return tournament.id;
  }

  const paidOut = await play("First Evening", DAY_MS, GAMERS);
  for (const gamer of GAMERS.slice(1).toReversed()) await tms.entries.eliminate(paidOut, gamer);
  await tms.tournaments.complete(paidOut);
  await play("Open House", 7 * DAY_MS, GAMERS.slice(0, 3));
}
