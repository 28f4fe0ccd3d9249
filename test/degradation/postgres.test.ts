import { Code } from "@connectrpc/connect";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ErrorInfoSchema } from "@tms/proto/google/rpc/error_details";
import { TRUSTING } from "../harness/people.ts";
import { startTestSystem, type TestSystem } from "../harness/system.ts";
import { tryColumn } from "./column.ts";
import { ownPostgres, type OwnServer } from "../harness/own-server.ts";
import { WAYS } from "../harness/losable.ts";
import { callEveryService, CALLS } from "./rpcs.ts";

let postgres: OwnServer;
let system: TestSystem;
beforeAll(async () => {
  postgres = await ownPostgres();
  system = await startTestSystem({ adminUrl: postgres.url, env: TRUSTING });
});
afterAll(async () => {
  await system?.stop();
  await postgres?.remove();
});

test.each(WAYS)("all but repeats is unavailable while Postgres is %s", async (way) => {
  await tryColumn(system, postgres, "postgres", way);
});

test.each(WAYS)(
  "every service says why within its caller's deadline while it is %s",
  async (way) => {
    await postgres.lose(way);
    try {
      const failures = await callEveryService(system);
      expect(failures).toHaveLength(CALLS);
      for (const failure of failures) {
        expect(failure.code).toBeOneOf([Code.Unavailable, Code.DeadlineExceeded]);
        const [info] = failure.findDetails(ErrorInfoSchema);
        expect(info?.reason).toBeOneOf(["UNAVAILABLE", "DEADLINE_EXCEEDED"]);
      }
    } finally {
      await postgres.bringBack();
    }
  },
);
