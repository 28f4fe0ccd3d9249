import { interleave, type Bench, type Measurement } from "../bench.ts";
import { createPayingGame } from "../fill/tournaments.ts";
import { audit } from "@tms/test/harness/audit.ts";
import { testEnvironmentOf } from "@tms/test/harness/game.ts";
import { passDays, publishDays } from "@tms/test/harness/daily.ts";
import type { Scenario } from "../scenario.ts";
import type { BenchSystem } from "../system/system.ts";

const DAYS = { full: 365, smoke: 3 };
const PRIMARY = "seconds";
const [PUBLISHED, PASSED] = ["published and joined", "ended and paid"];

export const year: Scenario = {
  name: "year",
  title: "A year of daily tournaments on the clock of a test environment, each advance a day",
  primary: PRIMARY,
  ratios: [[PASSED, PUBLISHED]],
  async run(bench) {
    const product = await bench.harness.product();
    const measure: Measurement = (round) => measureYear(bench, product, round);
    await interleave(bench.rounds, [[measure]]);
    bench.say("verifying");
    await audit(product.adminUrl);
  },
};

async function measureYear(bench: Bench, product: BenchSystem, round: number): Promise<void> {
  const { gameId } = await createPayingGame(product);
  const api = await testEnvironmentOf(product, gameId);
  for (const gamer of ["ada", "bob"])
    await api.post(`/wallet/${gamer}/deposit`, { amount: 10_000 });
  const count = DAYS[bench.scale];
  const point = `${count} days`;
  const startedAt = performance.now();
  const days = await publishDays(api, count);
  const publishedAt = performance.now();
  await passDays(api, days);
  const seconds = {
    [PUBLISHED]: publishedAt - startedAt,
    [PASSED]: performance.now() - publishedAt,
  };
  for (const [series, ms] of Object.entries(seconds))
    bench.record({ point, series, round, values: { [PRIMARY]: ms / 1_000 } });
}
