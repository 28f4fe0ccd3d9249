import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { refusedFor } from "@tms/kit/errors/remote-error";
import { readSettings } from "@tms/kit/process/config";
import { newId } from "@tms/kit/values/ids";
import { Mode, Payer } from "@tms/proto/tms/game/v1/game";
import type { Command } from "commander";
import { setTimeout } from "node:timers/promises";
import { gameClient, memberClient, readAll } from "../clients.ts";
import { OperatorError } from "../texts.ts";

const NAME = "Smoke test";
const TIMEOUT_MS = 10_000;
const RETRIES_FOR_MS = 30_000;
const SETTLES_WITHIN_MS = 60_000;
const KEY_LASTS_MS = 600_000;
const DAY_MS = 86_400_000;

export function addSmokeTestCommand(program: Command): void {
  program
    .command("smoke-test")
    .description(`play a tournament from creation to payout, in test mode of the game "${NAME}"`)
    .action(smokeTest);
}

async function smokeTest(): Promise<void> {
  const gateway = readSettings((env) => env.url("GATEWAY_URL", ["http:", "https:"])).replace(
    /\/+$/,
    "",
  );
  const client = gameClient();
  const gameId = await whenAvailable(findGame);
  // A killed run does not revoke its key. The key expires soon, so that such keys do not use up the limit.
  const expireTime = timestampFromMs(Date.now() + KEY_LASTS_MS);
  const request = { requestId: newId(), gameId, name: NAME, expireTime };
  const { apiKey, secret } = await client.issueApiKey(request);
  try {
    await play(gateway, gameId, secret);
  } finally {
    await client.revokeApiKey({ requestId: newId(), gameId, apiKeyId: apiKey?.id ?? "" });
  }
}

/**
 * Repeats work for 30 seconds while a service is unavailable. Network policies can refuse the first connections of
 * a new pod.
 */
async function whenAvailable<T>(work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + RETRIES_FOR_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!refusedFor(error, "UNAVAILABLE") || Date.now() > deadline) throw error;
    }
    await setTimeout(1_000);
  }
}

/**
 * Returns the test environment of the smoke test's game. Creates the game the first time. A person can have a
 * game of the same name, but the command line creates games without members.
 */
async function findGame(): Promise<string> {
  const client = gameClient();
  for (const game of await readAll("games", (part) => client.listGames(part))) {
    if (game.name !== NAME) continue;
    const { members } = await memberClient().listMembers({ projectId: game.projectId });
    if (members.length === 0) return game.mode === Mode.TEST ? game.id : game.siblingId;
  }
  const { testGame } = await client.createGame({
    requestId: newId(),
    name: NAME,
    currency: { code: "USD", exponent: 2 },
    payer: Payer.GAME,
  });
  return testGame?.id ?? "";
}

interface Settlement {
  payouts: { gamerHandle: string; amount: number; paidAt: string | null }[];
}

async function play(gateway: string, game: string, key: string): Promise<void> {
  /** Repeats a call for 30 seconds while it gets no response or a 5xx, as just after a rollout. */
  async function call<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    const headers = {
      "x-api-key": key,
      ...(method !== "GET" && { "idempotency-key": newId() }),
      ...(body && { "content-type": "application/json" }),
    };
    const request = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const deadline = Date.now() + RETRIES_FOR_MS;
    for (;;) {
      const { status, text } = await send(`${gateway}/tournament${path}`, request);
      if (status === 200 || status === 201) return JSON.parse(text) as Answer;
      if ((status !== 0 && status < 500) || Date.now() > deadline)
        throw new OperatorError(`${method} /tournament${path} failed (${status}): ${text}`);
      await setTimeout(1_000);
    }
  }

  const { tournament } = await call<{ tournament: { id: string } }>("POST", "/create", {
    game,
    name: NAME,
    description: "Checks the installation",
    entryFee: 2.5,
    prizeSplit: [60, 40],
    startTime: new Date().toISOString(),
    endTime: new Date(Date.now() + DAY_MS).toISOString(),
  });
  const at = `/${tournament.id}`;
  await call("PATCH", `${at}/publish`);
  for (const gamer of ["ada", "bob", "cyd"]) await call("POST", `${at}/join`, { gamer });
  for (const gamer of ["cyd", "bob"]) await call("PATCH", `${at}/eliminate`, { gamer });
  await call("PATCH", `${at}/complete`, {});
  console.log(`The tournament ${tournament.id} has ended. Its settlement is running.`);

  const deadline = Date.now() + SETTLES_WITHIN_MS;
  for (;;) {
    const { payouts } = await call<Settlement>("GET", `${at}/settlement`);
    const paid = payouts.filter(({ paidAt }) => paidAt !== null);
    const texts = paid.map(({ gamerHandle, amount }) => `${gamerHandle} ${amount}`);
    if (texts.join(", ") === "ada 4.5, bob 3") break;
    if (Date.now() > deadline)
      throw new OperatorError(`The payouts should be ada 4.5, bob 3. Paid: ${texts.join(", ")}.`);
    await setTimeout(500);
  }
  console.log("The prizes are paid: ada 4.5, bob 3.");
}

/** Sends a request. If there is no response, the status is 0 and the text is the error. */
async function send(url: string, request: RequestInit): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(url, { ...request, signal: AbortSignal.timeout(TIMEOUT_MS) });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    return { status: 0, text: String(error) };
  }
}
