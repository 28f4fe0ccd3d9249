import { createLogger } from "@tms/kit/process/log";
import { createShutdown } from "@tms/kit/process/shutdown";
import { expect, test } from "vitest";
import { openIdempotencyStore } from "../../src/idempotency/open.ts";
import { newTournament, startGateway } from "../support/gateway.ts";

test("a request goes on while Redis is away", async () => {
  const log = createLogger("gateway", "silent");
  const shutdown = createShutdown(log);
  // Port 1 is served by nobody.
  const idempotency = openIdempotencyStore("redis://127.0.0.1:1", log, shutdown);
  const gateway = await startGateway({ idempotency });
  const { status } = await gateway.send("POST", "/tournament/create", newTournament(gateway.game), {
    "idempotency-key": "k",
  });
  expect(status).toBe(201);
  await gateway.close();
  await shutdown.run();
});
