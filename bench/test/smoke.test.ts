import { afterAll, beforeAll, expect, test } from "vitest";
import { startGenerator, type Generator } from "../src/load/generator.ts";
import { startProduct, type Product } from "../src/product.ts";
import { renderTables } from "../src/report/table.ts";
import { runScenario } from "../src/run.ts";
import { joinHot } from "../src/scenarios/joins.ts";
import { settle } from "../src/scenarios/settlements.ts";

const started = new AsyncDisposableStack();
let product: Product;
let load: Generator;
beforeAll(async () => {
  product = await startProduct(started, { durable: false });
  load = startGenerator();
  started.defer(() => load.stop());
});
afterAll(() => started.disposeAsync());

// `pnpm bench --smoke` runs all scenarios.
test.each([joinHot, settle])("measures $name and verifies the product's work", async (scenario) => {
  const report = await runScenario(scenario, {
    product,
    load,
    rounds: 1,
    seconds: 0.1,
    scale: "smoke",
    board: undefined,
    say: () => {},
  });
  expect(report.summaries).toHaveLength(2);
  for (const { values } of report.summaries)
    expect(values[scenario.primary]).toSatisfy(Number.isFinite);
  expect(renderTables(scenario, report)).toContain(scenario.primary);
});
