import { newId } from "@tms/kit/values/ids";
import { createTms, type TmsEvent } from "@tms/sdk";
import { handleWebhook, playTournament } from "@tms/sdk/example";
import { repository } from "@tms/stack/paths";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { Webhook } from "standardwebhooks";
import { expect, inject, test } from "vitest";
import { gameIn } from "../harness/game.ts";

const baseUrl = inject("baseUrl");
const FILE = join(repository, "sdk/example/backend.ts");
const newGame = () =>
  gameIn({ gatewayUrl: baseUrl, urls: inject("urls"), token: inject("tokens").test });

test("the example plays a tournament from its creation to the payout", async () => {
  const { apiKey, gameId } = await newGame();
  const tms = createTms({ baseUrl, apiKey, gameId });
  const outcome = await playTournament(tms, ["ada", "bob", "cyd"]);
  expect(outcome).toMatchObject({ joined: ["ada", "bob"], tooLate: ["cyd"] });
  expect(outcome.payouts).toMatchObject([{ gamerHandle: "ada", rank: 1, amount: 5 }]);
});

test("the example runs as the command that it says, in fewer than 150 lines", async () => {
  const { apiKey, gameId } = await newGame();
  const settings = { TMS_BASE_URL: baseUrl, TMS_API_KEY: apiKey, TMS_GAME_ID: gameId };
  const env = { ...process.env, ...settings };
  const { stdout } = await promisify(execFile)(process.execPath, [FILE], { env });
  expect(stdout).toBe("ada gets 5\n");
  const text = await readFile(FILE, "utf8");
  expect(text.split("\n").length).toBeLessThan(150);
  expect(Array.from(text.matchAll(/from "(.*)"/g), ([, name]) => name)).toEqual(["@tms/sdk"]);
});

test("the example handles each event once, and believes no forged one", async () => {
  const secret = `whsec_${Buffer.from(newId()).toString("base64")}`;
  const event = {
    id: newId(),
    sequence: 1,
    type: "payout.paid",
    timestamp: new Date().toISOString(),
    game: newId(),
    test: true,
    actor: { type: "system", id: null },
    requestId: null,
    data: {},
  };
  const body = JSON.stringify(event);
  const now = new Date();
  const delivery = (signature: string) =>
    new Request("https://game.example.com/hooks", {
      method: "POST",
      body,
      headers: {
        "webhook-id": event.id,
        "webhook-timestamp": String(Math.floor(now.getTime() / 1_000)),
        "webhook-signature": signature,
      },
    });
  const signature = new Webhook(secret).sign(event.id, now, body);
  const handled: TmsEvent[] = [];
  const seen = new Set<string>();
  const inbox = {
    isNew: (id: string) => seen.size < seen.add(id).size,
    handle: (one: TmsEvent) => void handled.push(one),
  };
  const answers = [signature, signature, "v1,forged"].map((text) => delivery(text));
  const statuses: number[] = [];
  for (const request of answers)
    statuses.push((await handleWebhook(request, secret, inbox)).status);
  expect(statuses).toEqual([204, 204, 400]);
  expect(handled).toEqual([event]);
});
