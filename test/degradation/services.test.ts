import { afterAll, beforeAll, describe, test } from "vitest";
import { losableService, WAYS } from "../harness/losable.ts";
import { TRUSTING } from "../harness/people.ts";
import { startTestSystem, type TestSystem } from "../harness/system.ts";
import { tryColumn } from "./column.ts";

const SERVICES = [
  "game",
  "tournament",
  "entry",
  "wallet",
  "settlement",
  "identity",
  "events",
] as const;

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem({ env: TRUSTING });
});
afterAll(() => system?.stop());

describe.each(SERVICES)("only what needs the %s service is unavailable", (service) => {
  test.each(WAYS)("while it is %s", async (way) => {
    await tryColumn(system, losableService(system, service), service, way);
  });
});
