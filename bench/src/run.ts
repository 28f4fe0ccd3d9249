import type { Bench } from "./bench.ts";
import { describeMachine } from "./report/machine.ts";
import { compare, summarize, type Report, type Sample } from "./report/result.ts";
import type { Scenario } from "./scenario.ts";

/** Runs a scenario and reports on it. */
export async function runScenario(
  scenario: Scenario,
  parts: Omit<Bench, "record">,
): Promise<Report> {
  const samples: Sample[] = [];
  const begunAt = new Date();
  await scenario.run({
    ...parts,
    record(sample) {
      samples.push(sample);
      const { point, series, round, values } = sample;
      const value = values[scenario.primary]?.toPrecision(3);
      // What has another unit is seen in the table.
      if (value !== undefined)
        parts.say(`round ${round + 1}  ${series} at ${point}: ${value} ${scenario.primary}`);
    },
  });
  return {
    scenario: scenario.name,
    begunAt: begunAt.toISOString(),
    seconds: Math.round((Date.now() - begunAt.getTime()) / 1_000),
    machine: describeMachine(),
    summaries: summarize(samples),
    ratios: scenario.ratios.flatMap((pair) => compare(samples, scenario.primary, pair)),
    samples,
  };
}
