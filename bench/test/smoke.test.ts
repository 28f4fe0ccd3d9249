import { afterAll, beforeAll, expect, test } from "vitest";
import { startGenerator, type Generator } from "../src/load/generator.ts";
import { draw } from "../src/report/picture.ts";
import { describe } from "../src/report/table.ts";
import { runScenario } from "../src/run.ts";
import { SCENARIOS } from "../src/scenarios.ts";
import { openHarness, type Harness } from "../src/system/harness.ts";

let harness: Harness;
let load: Generator;
beforeAll(async () => {
  harness = await openHarness({ durable: false });
  load = startGenerator();
});
afterAll(async () => {
  load?.stop();
  await harness?.stop();
});

// Processor time, which growth is about, is told by Linux alone.
const RUNNABLE = SCENARIOS.filter(({ name }) => name !== "growth" || process.platform === "linux");

test.each(RUNNABLE.map((scenario) => [scenario.name, scenario] as const))(
  "%s measures what it says, and finds the product's work right",
  async (_, scenario) => {
    const parts = {
      harness,
      load,
      rounds: 1,
      seconds: 0.1,
      scale: "smoke",
      board: undefined,
      say: () => {},
    } as const;
    const report = await runScenario(scenario, parts);
    const figures = report.summaries.flatMap(({ values }) => values[scenario.primary] ?? []);
    expect(figures.length).toBeGreaterThan(1);
    expect(figures.every(Number.isFinite)).toBe(true);
    const measured = new Set(report.summaries.map(({ series }) => series));
    const comparable = scenario.ratios.filter((pair) => pair.every((name) => measured.has(name)));
    const compared = report.ratios.map(({ series, base }) => `${series} ÷ ${base}`);
    expect(new Set(compared)).toEqual(new Set(comparable.map((pair) => pair.join(" ÷ "))));
    expect(describe(scenario, report)).toContain(scenario.primary);
    expect(draw(scenario, report.summaries).match(/<rect /g)?.length).toBeGreaterThan(2);
  },
);
