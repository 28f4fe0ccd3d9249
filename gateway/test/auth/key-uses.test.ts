import { newId } from "@tms/kit/values/ids";
import { afterEach, expect, test, vi } from "vitest";
import { createKeyUses } from "../../src/auth/keys/key-uses.ts";
import { createFakes } from "../support/fakes.ts";
import { startGateway } from "../support/gateway.ts";

afterEach(() => void vi.useRealTimers());

function setUp() {
  vi.useFakeTimers({ toFake: ["setTimeout", "Date"], now: Date.UTC(2030, 0, 1) });
  const fakes = createFakes();
  const told = () => fakes.calls.filter(({ rpc }) => rpc === "RecordApiKeyUses").length;
  return { fakes, told, noteUse: createKeyUses(fakes.clients.game) };
}

test("the uses of a second travel together, one of each key a minute", async () => {
  const { fakes, told, noteUse } = setUp();
  const [one, other] = [newId(), newId()];
  for (let n = 0; n < 100; n++) noteUse(one, "203.0.113.7");
  noteUse(other, "::ffff:203.0.113.8");
  expect(told()).toBe(0);
  await vi.advanceTimersByTimeAsync(1_000);
  await vi.waitFor(() => expect(fakes.games.uses).toHaveLength(2), 30_000);
  expect(fakes.games.uses).toMatchObject([
    { apiKeyId: one, address: "203.0.113.7" },
    { apiKeyId: other, address: "203.0.113.8" },
  ]);
  noteUse(one, "203.0.113.9");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told()).toBe(1);
  noteUse(one, "203.0.113.9");
  await vi.advanceTimersByTimeAsync(1_000);
  await vi.waitFor(() => expect(fakes.games.uses).toHaveLength(3), 30_000);
});

test("no call carries more than the service takes", async () => {
  const { fakes, told, noteUse } = setUp();
  for (let n = 0; n < 600; n++) noteUse(newId(), "203.0.113.7");
  await vi.advanceTimersByTimeAsync(1_000);
  await vi.waitFor(() => expect(fakes.games.uses).toHaveLength(600), 30_000);
  expect(told()).toBe(3);
});

test("what is no address is not told, and no failure is felt", async () => {
  const { fakes, told, noteUse } = setUp();
  noteUse(newId(), "unknown");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(told()).toBe(0);
  fakes.before = () => {
    throw new Error("lost");
  };
  noteUse(newId(), "fe80::1%eth0");
  await vi.advanceTimersByTimeAsync(1_000);
  await vi.waitFor(() => expect(told()).toBe(1), 30_000);
});

test("a request by a key is a use of it, unless the key may not be used from there", async () => {
  const gateway = await startGateway();
  const { games } = gateway.fakes;
  const elsewhere = games.addKey(gateway.game, { ipRanges: ["203.0.113.0/24"] });
  await gateway.send("GET", "/account", undefined, { "x-api-key": elsewhere });
  await gateway.send("GET", "/account");
  await vi.waitFor(() => expect(games.uses).toHaveLength(1), 30_000);
  expect(games.uses[0]?.address).toBe("127.0.0.1");
  await gateway.close();
});
