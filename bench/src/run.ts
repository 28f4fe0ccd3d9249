import { arch, availableParallelism, cpus, totalmem, type } from "node:os";
import { compare, summarize, type Report, type Sample } from "./report/result.ts";
import type { Bench, Scenario } from "./scenario.ts";

const GIB = 1_024 ** 3;

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
      parts.say(`round ${round + 1}  ${series} at ${point}: ${value} ${scenario.primary}`);
    },
  });
  return {
    scenario: scenario.name,
    begunAt: begunAt.toISOString(),
    seconds: Math.round((Date.now() - begunAt.getTime()) / 1_000),
    machine: {
      processors: `${availableParallelism()} × ${cpus()[0]?.model ?? arch()}`,
      memory: `${Math.round(totalmem() / GIB)} GiB`,
      system: type(),
      node: `Node ${process.version}`,
    },
    summaries: summarize(samples),
    ratios: scenario.ratios.flatMap((pair) => compare(samples, scenario.primary, pair)),
    samples,
  };
}
