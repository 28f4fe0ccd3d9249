import { audit } from "@tms/test/harness/audit.ts";
import { measureLoad, verifyTally, type Tally } from "./load.ts";
import { makeReport, type Report, type Sample } from "./report.ts";
import type { Bench, Measurement, Scenario } from "./scenario.ts";

/** Runs a scenario, verifies the product's work and reports. `say` prints a line of progress. */
export async function runScenario(
  scenario: Scenario,
  bench: Bench,
  say: (line: string) => void,
): Promise<Report> {
  const { primary } = scenario;
  const begunAt = new Date();
  const samples: Sample[] = [];
  const tally: Tally = new Map();
  const measure = async (measurement: Measurement) =>
    "load" in measurement
      ? await measureLoad(bench, primary, measurement, tally)
      : await measurement.measure();
  say("preparing");
  const groups = await scenario.prepare(bench);
  if (scenario.warmUp) {
    say("warming up");
    for (const measurement of groups.flat().toReversed()) await measure(measurement);
  }
  for (const group of groups)
    for (let round = 0; round < bench.rounds; round++)
      // Every other round runs in reverse order.
      for (const measurement of round % 2 === 0 ? group : group.toReversed()) {
        const { point, series } = measurement;
        const values = await measure(measurement);
        samples.push({ point, series, round, values });
        say(
          `round ${round + 1}  ${series} at ${point}: ${values[primary]?.toPrecision(3)} ${primary}`,
        );
      }
  say("verifying");
  await verifyTally(bench.product, tally);
  await audit(bench.product.adminUrl);
  return makeReport(scenario, begunAt, samples);
}
