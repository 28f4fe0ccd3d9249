import { afterAll, beforeAll, expect, test } from "vitest";
import { startGenerator, type Generator } from "../src/generator.ts";
import { startProduct, type Product } from "../src/product.ts";
import { renderTables } from "../src/report.ts";
import { runScenario } from "../src/run.ts";
import { joinHot } from "../src/scenarios/joins.ts";
import { settle } from "../src/scenarios/settlements.ts";

const started = new AsyncDisposableStack();
let product: Product;
let generate: Generator;
beforeAll(async () => {
  product = await startProduct(started, { durable: false });
  generate = startGenerator(started);
});
afterAll(() => started.disposeAsync());

// `pnpm bench --smoke` runs all scenarios.
test.each([joinHot, settle])("measures $name and verifies the product's work", async (scenario) => {
  const options = { rounds: 1, seconds: 0.1, smoke: true, board: 2_000 };
  const report = await runScenario(scenario, { ...options, product, generate }, () => {});
  expect(report.summaries).toHaveLength(2);
  for (const { values } of report.summaries)
    expect(values[scenario.primary]).toSatisfy(Number.isFinite);
  expect(renderTables(scenario, report)).toContain(scenario.primary);
});
