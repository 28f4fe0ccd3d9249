import { createLogger } from "@tms/kit/process/log";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startGateway, type TestGateway } from "../support/gateway.ts";

let gateway: TestGateway;
const complaints: string[] = [];
beforeAll(async () => {
  const log = createLogger("gateway", "warn", { write: (line) => void complaints.push(line) });
  gateway = await startGateway({ log });
});
afterAll(() => gateway.close());

test("what a caller who hung up had not got yet is left to the repeat, and is no failure", async () => {
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  gateway.fakes.before = (rpc) => {
    if (rpc !== "CreateGamer") return;
    reached.resolve();
    return released.promise;
  };
  const path = "/wallet/ada/deposit";
  const headers = {
    "x-api-key": gateway.key,
    "content-type": "application/json",
    "idempotency-key": "hang-up",
  };
  const caller = new AbortController();
  const { signal } = caller;
  const body = JSON.stringify({ amount: 5 });
  const given = fetch(gateway.url + path, { method: "POST", headers, body, signal });
  await reached.promise;
  caller.abort();
  await expect(given).rejects.toThrow("abort");
  // Whoever comes later is answered, so the end of that connection has arrived.
  await gateway.send("GET", "/tournament");
  released.resolve();
  const repeat = () => gateway.raw("POST", path, body, headers);
  await expect.poll(async () => (await repeat()).status).toBe(201);
  expect(gateway.fakes.calls.filter(({ rpc }) => rpc === "BatchTransfer")).toHaveLength(1);
  const keys = gateway.fakes.calls.filter(({ rpc }) => rpc === "CreateGamer");
  // The first attempt got as far as this, and no further.
  expect(keys.length).toBeGreaterThan(1);
  expect(complaints).toEqual([]);
});
