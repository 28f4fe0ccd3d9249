import { afterAll, beforeAll, test } from "vitest";
import { startTestSystem, type TestSystem } from "../harness/system.ts";
import { tryColumn } from "./column.ts";
import { losableService } from "../harness/losable.ts";
import { WAYS } from "../harness/losable.ts";

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system?.stop());

test.each(WAYS)("only what needs the game service is unavailable while it is %s", async (way) => {
  await tryColumn(system, losableService(system, "game"), "game", way);
});
