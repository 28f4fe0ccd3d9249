import { newId } from "@tms/kit/values/ids";
import { verifyWebhook, type EnvironmentEvent } from "@tms/sdk";
import { Webhook } from "standardwebhooks";
import { TRIGGERED } from "../../sdk/src/cli/commands/trigger.ts";
import { startReceiver } from "../harness/receiver.ts";
import { sample } from "../harness/sample.ts";
import { expect, test } from "./cli.ts";

test("events are shown, and followed until Ctrl-C", async ({ cli }) => {
  await cli.json("trigger", "tournament.created");
  const shown = await cli.tms("events", "--types", "tournament.*", "--json");
  const [first] = shown.stdout.trimEnd().split("\n");
  expect(JSON.parse(first ?? "")).toMatchObject({ type: "tournament.created" });
  const { line, interrupt } = cli.follow("events", "-f", "--types", "tournament.*", "--json");
  expect(JSON.parse(await line())).toMatchObject({ type: "tournament.created" });
  const made = await cli.json("trigger", "tournament.published");
  expect(JSON.parse(await line())).toMatchObject({ type: "tournament.created" });
  expect(JSON.parse(await line())).toEqual(made);
  expect(await interrupt()).toEqual([0, null]);
  const after = String(Number(made["sequence"]) - 1);
  expect((await cli.tms("events", "--after", after)).stdout).toMatch(
    /^\S+ +\d+ {2}tournament\.published +Triggered \w{8} {2}[0-9a-f-]{36}\n/,
  );
});

test("events are forwarded to a receiver that verifies them with the secret", async ({ cli }) => {
  const { url, received, close } = await startReceiver(204, "");
  const listen = `listen --forward ${url} --events entry.* --json`.split(" ");
  const { line, interrupt } = cli.follow(...listen);
  const { secret } = JSON.parse(await line()) as { secret: string };
  const made = await cli.json("trigger", "entry.eliminated");
  const told = [JSON.parse(await line()), JSON.parse(await line()), JSON.parse(await line())];
  expect(told).toMatchObject([
    { event: { type: "entry.joined" }, answer: 204 },
    { event: { type: "entry.joined" }, answer: 204 },
    { event: { type: "entry.eliminated", id: made["id"] }, answer: 204 },
  ]);
  expect(received).toHaveLength(3);
  const events: EnvironmentEvent[] = [];
  for (const { body, headers } of received) {
    const event = await verifyWebhook(body, headers, secret);
    expect(new Webhook(secret).verify(body, headers)).toEqual(event);
    expect([headers["webhook-id"], headers["user-agent"]]).toEqual([event.id, "TMS-Webhooks/1.0"]);
    await expect(verifyWebhook(`${body} `, headers, secret)).rejects.toThrow("No signature");
    events.push(event);
  }
  expect(events.at(-1)).toEqual(made);
  expect(await interrupt()).toEqual([0, null]);
  close();
});

test("what a receiver answers is told, also when there is none", async ({ cli }) => {
  const failing = await startReceiver(500, "");
  const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  const one = cli.follow("listen", "--forward", failing.url, "--secret", secret);
  expect(await one.line()).toBe(`Forwarding to ${failing.url}, signed with ${secret}`);
  await cli.json("trigger", "tournament.created");
  expect(await one.line()).toMatch(/tournament\.created +500 {2}\d+ ms$/);
  failing.close();
  await cli.json("trigger", "tournament.created");
  expect(await one.line()).toMatch(/tournament\.created +(refused|failed) {2}\d+ ms$/);
  expect(await one.interrupt()).toEqual([0, null]);
});

test.for(sample(TRIGGERED, 10))("brings %s about by the real steps", async (type, { cli }) => {
  expect(await cli.json("trigger", type)).toMatchObject({ type, test: true });
});

test("a trigger leaves no key or endpoint, even after a refusal", async ({ cli, run }) => {
  const { secret } = await cli.json("keys", "create", "Backend");
  const asKey = cli.environment({ TMS_API_KEY: String(secret) });
  const refused = await run(asKey, "trigger", "webhook_endpoint.rolled", "--json");
  expect(refused.code).toBe(1);
  expect(JSON.parse(refused.stderr)).toMatchObject({ error: { code: "person_required" } });
  const ask = cli.owner.in(cli.environments.test.id);
  expect((await ask("GET", "/webhook")).body.endpoints).toEqual([]);
  const { keys } = (await ask("GET", "/key")).body;
  expect(keys.filter(({ state }) => state === "active").map(({ name }) => name)).toEqual([
    "Backend",
  ]);
});

test("nothing is triggered in live, nor what nobody can bring about", async ({ cli }) => {
  const { live, test: own } = cli.environments;
  const refused = await cli.tms("trigger", "settlement.failed");
  expect([refused.code, refused.stdout]).toEqual([2, ""]);
  await cli.tms("use", live.id, "--live");
  const inLive = await cli.tms("trigger", "tournament.created");
  await cli.tms("use", own.id);
  expect([inLive.code, inLive.stdout]).toEqual([1, ""]);
  expect(inLive.stderr).toMatch(/^tms: This command works only in a test environment/);
  const events = await cli.owner.in(live.id)("GET", "/event?types=tournament.*");
  expect(events.body.events).toEqual([]);
});

test("shows requests, and follows those that come", async ({ cli }) => {
  const path = `/tournament/${newId()}`;
  const send = () => cli.owner.in(cli.environments.test.id)("GET", path);
  await send();
  const following = cli.follow("logs", "-f", "--json", "--path", path);
  const seen: string[] = [];
  for (let count = 0; count < 3; count++) {
    if (count > 0) await send();
    const record = JSON.parse(await following.line()) as { requestId: string; status: number };
    expect(record.status).toBe(404);
    seen.push(record.requestId);
  }
  await following.interrupt();
  expect(new Set(seen).size).toBe(3);
  const logs = `logs --path ${path} --since 1h --problem tournament_not_found`.split(" ");
  const shown = await cli.tms(...logs);
  const lines = shown.stdout.trimEnd().split("\n");
  expect(lines.map((line) => line.split("  ").at(-1)).slice(0, 3)).toEqual(seen);
});
