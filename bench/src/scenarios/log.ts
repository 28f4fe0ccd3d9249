import { audit } from "@tms/test/harness/audit.ts";
import { addEvents } from "../fill/events.ts";
import { createPayingGame } from "../fill/tournaments.ts";
import { residentBytes } from "../measure/memory.ts";
import { tidy, type Product } from "../product.ts";
import { interleave, type Scenario } from "../scenario.ts";

const SIZES = { full: 1_000_000, smoke: 2_500 };
const PAGE = 1_000;
const MIB = 1_024 ** 2;

export const log: Scenario = {
  name: "log",
  title: "Rate at which one consumer reads a log of 1,000,000 events from its beginning",
  primary: "events/s",
  ratios: [],
  async run({ product, rounds, scale, record, say }) {
    const { gameId, apiKey } = await createPayingGame(product);
    say("filling");
    const last = await addEvents(product.db, gameId, SIZES[scale]);
    await tidy(product.db);
    const point = `${SIZES[scale].toLocaleString("en")} events`;
    const measure = async (round: number) => {
      const values = await pull(product, apiKey, last);
      record({ point, series: "GET /event", round, values });
    };
    await pull(product, apiKey, PAGE);
    await interleave(rounds, [measure]);
    say("verifying");
    await audit(product.adminUrl);
  },
};

/** Pulls page after page over one connection; throws if a page is not the next one. */
async function pull(
  { gatewayUrl, pids }: Product,
  apiKey: string,
  last: number,
): Promise<Record<string, number>> {
  const sumResident = () =>
    residentBytes(pids["gateway"] ?? 0) + residentBytes(pids["events"] ?? 0);
  const begunAt = performance.now();
  let [after, resident] = [0, 0];
  while (after < last) {
    const response = await fetch(`${gatewayUrl}/event?after=${after}&limit=${PAGE}`, {
      headers: { "x-api-key": apiKey },
    });
    if (!response.ok) throw new Error(`GET /event returned the status ${response.status}.`);
    const body = (await response.json()) as { events: { sequence: number }[]; nextAfter: number };
    const gap = body.events.findIndex(({ sequence }, index) => sequence !== after + index + 1);
    if (gap >= 0 || body.nextAfter !== after + body.events.length)
      throw new Error(`The page after ${after} is not the next page.`);
    after = body.nextAfter;
    // Pools and heaps have their full size by the middle.
    if (resident === 0 && after >= last / 2) resident = sumResident();
  }
  const seconds = (performance.now() - begunAt) / 1_000;
  return { "events/s": after / seconds, "MiB grown": (sumResident() - resident) / MIB };
}
