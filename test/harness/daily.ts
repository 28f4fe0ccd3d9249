import pMap from "p-map";
import type { Api } from "./api.ts";
import { joined } from "./gamers.ts";

const DAY_MS = 86_400_000;

/** When a tournament starts and ends, in milliseconds since the epoch. */
export interface Span {
  from: number;
  until: number;
}

/** Publishes one tournament of a series, lets two gamers in, and one of them out; returns its path. */
export async function publishDay(api: Api, { from, until: to }: Span): Promise<string> {
  const { status, body } = await api.post("/tournament/create", {
    game: api.gameId,
    name: "Daily",
    description: "One a day",
    entryFee: 2.5,
    prizeSplit: [70, 30],
    startTime: new Date(from).toISOString(),
    endTime: new Date(to).toISOString(),
  });
  if (status !== 201) throw new Error(`create answered ${status}: ${JSON.stringify(body)}`);
  const path = `/tournament/${body.tournament.id}`;
  await api.patch(`${path}/publish`);
  await joined(api, path, "ada", "bob");
  await api.patch(`${path}/eliminate`, { gamer: "ada" });
  return path;
}

/** Publishes a calendar of a tournament a day, from the time of a test environment's clock on. */
export async function publishDays(api: Api, count: number): Promise<Span[]> {
  const from = Date.parse((await api.get("/clock")).body.clock.now);
  const days = Array.from({ length: count }, (_, day) => ({
    from: from + day * DAY_MS,
    until: from + (day + 1) * DAY_MS,
  }));
  await pMap(days, (span) => publishDay(api, span), { concurrency: 16 });
  return days;
}

/** Lets one day pass after the other on the clock of a test environment. */
export async function passDays(api: Api, days: readonly Span[]): Promise<void> {
  for (const { until: endsAt } of days) {
    const to = new Date(endsAt).toISOString();
    const { status, body } = await api.patch("/clock/advance", { to });
    if (status !== 200) throw new Error(`${to} was answered ${status}: ${body.code}`);
  }
}
