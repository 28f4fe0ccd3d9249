import { createApi, type Settings } from "./api.ts";

const DAY_MS = 86_400_000;
const GAMERS = ["ada", "grace", "alan", "edsger", "barbara", "donald", "margaret", "tony"];
const FEE = 2.5;

/**
 * Puts two tournaments into an empty game: one that is paid out, and one that gamers can join. Whoever
 * opens the dashboard for the first time then sees how it all looks. A game that has any is left alone.
 */
export async function firstTournaments(settings: Settings): Promise<void> {
  const api = createApi(settings);
  if ((await api.get("/tournament?limit=1")).tournaments.length > 0) return;

  /** A tournament that these gamers are in; its path. */
  async function played(name: string, lastsMs: number, gamers: readonly string[]) {
    const now = Date.now();
    const { tournament } = await api.post("/tournament/create", {
      game: settings.gameId,
      name,
      description: "An example tournament",
      entryFee: FEE,
      startTime: new Date(now).toISOString(),
      endTime: new Date(now + lastsMs).toISOString(),
      prizeSplit: [50, 30, 20],
    });
    const path = `/tournament/${tournament.id}`;
    await api.patch(`${path}/publish`);
    await Promise.all(gamers.map((gamer) => api.post(`${path}/join`, { gamer })));
    return path;
  }

  const paidOut = await played("First Evening", DAY_MS, GAMERS);
  for (const gamer of GAMERS.slice(1).toReversed())
    await api.patch(`${paidOut}/eliminate`, { gamer });
  await api.patch(`${paidOut}/complete`);
  await played("Open House", 7 * DAY_MS, GAMERS.slice(0, 3));
}
