import { afterAll, beforeAll, test } from "vitest";
import { startTestSystem, type TestSystem } from "../stack/for-tests.ts";
import { tryColumn } from "./column.ts";
import { ownPostgres, type OwnServer } from "./own-server.ts";
import { WAYS } from "./parts.ts";

let postgres: OwnServer;
let system: TestSystem;
beforeAll(async () => {
  postgres = await ownPostgres();
  const database = { adminUrl: postgres.url, drop: () => postgres.remove() };
  system = await startTestSystem({ redisDatabase: 9, database });
});
afterAll(() => system?.stop());

test.each(WAYS)("all but repeats is unavailable while Postgres is %s", async (way) => {
  await tryColumn(system, postgres, "postgres", way);
});
