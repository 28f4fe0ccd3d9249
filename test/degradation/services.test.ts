import { afterAll, beforeAll, describe, test } from "vitest";
import { losableService, WAYS } from "../harness/losable.ts";
import { startTestSystem, type TestSystem } from "../harness/system.ts";
import { tryColumn } from "./column.ts";

const SERVICES = ["game", "tournament", "entry", "wallet", "settlement"] as const;

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system?.stop());

describe.each(SERVICES)("only what needs the %s service is unavailable", (service) => {
  test.each(WAYS)("while it is %s", async (way) => {
    await tryColumn(system, losableService(system, service), service, way);
  });
});
