import { until } from "@tms/stack/until";
import { expect, test } from "vitest";
import type { Api } from "../harness/api.ts";
import type { EventBody } from "../harness/bodies.ts";
import { passDays, publishDay, publishDays } from "../harness/daily.ts";
import { reaches } from "../harness/tournament.ts";
import { newEnvironments } from "./game.ts";

// A month of one series, a tournament a day, against one tournament that was waited for.

const DAYS = 30;
const SHORT_MS = 4_000;

/** All events of an environment about its tournaments, by tournament, once there are so many. */
async function lives(api: Api, count: number): Promise<EventBody[][]> {
  const events: EventBody[] = [];
  let after = 0;
  await until(
    async () => {
      const types = "tournament.*,entry.*,settlement.*,payout.*,refund.*";
      const { body } = await api.get(`/event?after=${after}&types=${types}&limit=1000`);
      events.push(...body.events);
      after = body.nextAfter;
      return events.length >= count;
    },
    { timeoutMs: 60_000, everyMs: 100, what: `${count} events` },
  );
  return [...Map.groupBy(events, tournamentOf).values()];
}

const ID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const MOMENT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;

type Data = Record<"tournament" | "entry" | "settlement" | "payout", Record<string, unknown>>;
function tournamentOf({ data }: EventBody): string {
  const { tournament, entry, settlement, payout } = data as Partial<Data>;
  return String(
    tournament?.["id"] ??
      entry?.["tournament"] ??
      settlement?.["tournament"] ??
      payout?.["tournament"],
  );
}

/**
 * What a tournament's events tell, without ids, without their places in the log, and with each moment as
 * the one that it is nearest to: the tournament's start or its end.
 */
function toldBy(events: readonly EventBody[]): string[] {
  const [first] = events;
  const { startTime, endTime } = ((first?.data ?? {}) as Partial<Data>).tournament ?? {};
  const [start, end] = [startTime, endTime].map((time) => Date.parse(String(time)));
  const nearest = (moment: string) => {
    const [toStart, toEnd] = [start!, end!].map((at) => Math.abs(Date.parse(moment) - at));
    return toStart! < toEnd! ? "start" : "end";
  };
  return events
    .map((event) =>
      JSON.stringify({ ...event, sequence: 0, test: true })
        .replaceAll(ID, "id")
        .replaceAll(MOMENT, nearest),
    )
    .toSorted();
}

test("a month of daily tournaments on the clock tells what waiting would tell", async () => {
  const { live, testing } = await newEnvironments({ platformFeeBps: 500 });
  const now = Date.now();
  const waited = await publishDay(live, { from: now, until: now + SHORT_MS });
  await reaches(live, waited, "completed");
  await passDays(testing, await publishDays(testing, DAYS));

  const [expected = []] = await lives(live, 11);
  const told = toldBy(expected);
  expect(told).toHaveLength(11);
  const days = await lives(testing, DAYS * told.length);
  expect(days).toHaveLength(DAYS);
  for (const day of days) expect(toldBy(day)).toEqual(told);
});
