import type { Tms } from "../../tms.ts";
import type { EventType } from "../../types.ts";
import { defineCommand } from "../command.ts";
import { Misuse, Refusal } from "../failures.ts";
import { listGames, type Connection } from "../session.ts";

export interface Scene {
  tms: Tms;
  connection: Connection;
  /** A part of names that makes them unique. */
  run: string;
  tournamentId: string;
  endpointId: string;
  keyId: string;
}

type Step = (scene: Scene) => Promise<unknown>;

const HOUR_MS = 3_600_000;
const FEE = 2.5;

const createTournament =
  ({ entryFee = 0, startsInMs = 0, scored = false } = {}): Step =>
  async (scene) => {
    const { connection, run, tms } = scene;
    // The clock of the environment can be far ahead of real time.
    const now = Date.parse((await tms.clock.get()).clock.now);
    const { tournament } = await tms.tournaments.create({
      name: `Triggered ${run}`,
      description: "Created by tms trigger",
      startTime: new Date(now + startsInMs).toISOString(),
      endTime: new Date(now + startsInMs + HOUR_MS).toISOString(),
      entryFee,
      // Only the service knows the environment of an API key.
      game: connection.gameId ?? (await tms.account.get()).account.game,
      ...(scored && { scoring: {} }),
    });
    scene.tournamentId = tournament.id;
  };
const gamerOf = ({ run }: Scene, number = 1): string => `triggered-${run}-${number}`;

const updateTournament: Step = ({ tms, tournamentId, run }) =>
  tms.tournaments.update(tournamentId, { name: `Triggered again ${run}` });
const publish: Step = ({ tms, tournamentId }) => tms.tournaments.publish(tournamentId);
const cancel: Step = ({ tms, tournamentId }) => tms.tournaments.cancel(tournamentId);
const complete: Step = ({ tms, tournamentId }) => tms.tournaments.complete(tournamentId);
const join: Step = (scene) => scene.tms.entries.join(scene.tournamentId, gamerOf(scene));
const eliminate: Step = async (scene) => {
  const { tms, tournamentId } = scene;
  await tms.entries.join(tournamentId, gamerOf(scene, 2));
  await tms.entries.eliminate(tournamentId, gamerOf(scene, 2));
};
const disqualify: Step = (scene) =>
  scene.tms.entries.disqualify(scene.tournamentId, gamerOf(scene), "Triggered");
const reinstate: Step = (scene) =>
  scene.tms.entries.reinstate(scene.tournamentId, gamerOf(scene), "Triggered");
const score =
  (options: { hold?: true } = {}): Step =>
  (scene) =>
    scene.tms.scores.submit(scene.tournamentId, { gamer: gamerOf(scene), score: 100, ...options });
const review: Step = async ({ tms, tournamentId }) => {
  const { scores } = await tms.scores.list(tournamentId, { state: "held" }).page();
  const ids = scores.map((held) => held.id);
  await tms.scores.review(tournamentId, ids, { decision: "accept", reason: "Triggered" });
};
const deposit: Step = (scene) => scene.tms.wallets.deposit(gamerOf(scene), FEE);
const withdraw: Step = (scene) => scene.tms.wallets.withdraw(gamerOf(scene), FEE);
const settle: readonly Step[] = [
  createTournament({ entryFee: FEE }),
  publish,
  deposit,
  join,
  complete,
];
const scored: readonly Step[] = [createTournament({ scored: true }), publish, join];

// No server has this name (RFC 2606). The endpoint gets no event except its own test.
const ENDPOINT_URL = "https://tms-trigger.invalid/";
const MINUTE_S = 60;

const advance: Step = ({ tms }) => tms.clock.advance({ bySeconds: MINUTE_S });
const createEndpoint: Step = async (scene) => {
  const { endpoint } = await scene.tms.webhooks.create({
    url: ENDPOINT_URL,
    events: ["webhook.test"],
    description: `Triggered ${scene.run}`,
  });
  scene.endpointId = endpoint.id;
};
const updateEndpoint: Step = ({ tms, endpointId, run }) =>
  tms.webhooks.update(endpointId, { description: `Triggered again ${run}` });
const disable: Step = ({ tms, endpointId }) => tms.webhooks.update(endpointId, { enabled: false });
const enable: Step = ({ tms, endpointId }) => tms.webhooks.update(endpointId, { enabled: true });
const rollSecret: Step = ({ tms, endpointId }) => tms.webhooks.roll(endpointId);
const revealSecret: Step = ({ tms, endpointId }) =>
  tms.http.GET("/webhook/{endpointId}/secret", { params: { path: { endpointId } } });
const testEndpoint: Step = ({ tms, endpointId }) => tms.webhooks.test(endpointId);
const removeEndpoint: Step = async (scene) => {
  await scene.tms.webhooks.remove(scene.endpointId);
  scene.endpointId = "";
};

const createKey: Step = async (scene) => {
  const body = { name: `Triggered ${scene.run}`, scopes: ["read" as const] };
  const { data } = await scene.tms.http.POST("/key/create", { body });
  scene.keyId = data?.key.id ?? "";
};
const renameKey: Step = ({ tms, keyId, run }) =>
  tms.http.PATCH("/key/{keyId}/update", {
    params: { path: { keyId } },
    body: { name: `Triggered again ${run}` },
  });
const rollKey: Step = async (scene) => {
  const { data } = await scene.tms.http.POST("/key/{keyId}/roll", {
    params: { path: { keyId: scene.keyId } },
    body: { graceSeconds: 0 },
  });
  scene.keyId = data?.key.id ?? "";
};
const revokeKey: Step = async (scene) => {
  await scene.tms.http.PATCH("/key/{keyId}/revoke", { params: { path: { keyId: scene.keyId } } });
  scene.keyId = "";
};

export const STEPS: Readonly<Partial<Record<EventType, readonly Step[]>>> = {
  "tournament.created": [createTournament()],
  // A tournament that has started cannot be changed.
  "tournament.updated": [createTournament({ startsInMs: HOUR_MS }), updateTournament],
  "tournament.published": [createTournament(), publish],
  "tournament.settling": [createTournament(), publish, complete],
  "tournament.completed": settle,
  "tournament.cancelled": [createTournament(), publish, cancel],
  "entry.joined": [createTournament(), publish, join],
  "entry.eliminated": [createTournament(), publish, join, eliminate],
  "entry.disqualified": [createTournament(), publish, join, disqualify],
  "entry.reinstated": [createTournament(), publish, join, disqualify, reinstate],
  "score.recorded": [...scored, score()],
  "score.held": [...scored, score({ hold: true })],
  "score.reviewed": [...scored, score({ hold: true }), review],
  "ranking.frozen": settle,
  "settlement.planned": settle,
  "payout.paid": settle,
  "refund.paid": [createTournament({ entryFee: FEE }), publish, deposit, join, cancel],
  "settlement.done": settle,
  "wallet.deposited": [deposit],
  "wallet.withdrawn": [deposit, withdraw],
  "api_key.created": [createKey],
  "api_key.updated": [createKey, renameKey],
  "api_key.rolled": [createKey, rollKey],
  "api_key.revoked": [createKey, revokeKey],
  "clock.advanced": [advance],
  "webhook_endpoint.created": [createEndpoint],
  "webhook_endpoint.updated": [createEndpoint, updateEndpoint],
  "webhook_endpoint.rolled": [createEndpoint, rollSecret],
  "webhook_endpoint.revealed": [createEndpoint, revealSecret],
  "webhook_endpoint.disabled": [createEndpoint, disable],
  "webhook_endpoint.enabled": [createEndpoint, disable, enable],
  "webhook_endpoint.removed": [createEndpoint, removeEndpoint],
  "webhook.test": [createEndpoint, testEndpoint],
};

/** Removes the endpoint and the key that steps created, because an environment can have only a few. */
export async function removeCreated(scene: Scene): Promise<void> {
  if (scene.endpointId !== "") await removeEndpoint(scene);
  if (scene.keyId !== "") await revokeKey(scene);
}

export const TRIGGERED = Object.keys(STEPS);

export const trigger = defineCommand({
  name: "trigger",
  summary: "cause an event in a test environment",
  about: `Takes the steps that cause the event, with new tournaments and gamers, and waits until the event is in
the log. Works only in a test environment. Afterwards, the command removes the API keys and endpoints that it
created. After clock.advanced, the clock stays one minute further ahead. Events of API keys and of endpoint secrets
require \`tms login\`.
Types: ${TRIGGERED.join(", ")}.`,
  arguments: [{ name: "TYPE", about: "the type of the event, for example entry.joined" }],
  examples: ["tms trigger entry.joined", "tms trigger payout.paid --json"],
  async run({ arguments: { TYPE: type }, connect, output }) {
    if (!isTriggered(type))
      throw new Misuse(
        `${type} cannot be triggered. Use one of these types: ${TRIGGERED.join(", ")}.`,
      );
    const connection = await connect();
    await requireTest(connection);
    const { tms } = connection;
    const { nextAfter: after } = await tms.events.list({ order: "newest", limit: 1 }).page();
    const run = crypto.randomUUID().slice(0, 8);
    const scene: Scene = { tms, connection, run, tournamentId: "", endpointId: "", keyId: "" };
    try {
      for (const step of STEPS[type] ?? []) await step(scene);
      const event = await awaitEvent(type, after, scene);
      output.print(event, `Event ${event.sequence} is ${type}. Its id is ${event.id}.`);
    } finally {
      await removeCreated(scene);
    }
  },
});

const isTriggered = (type: string): type is EventType => Object.hasOwn(STEPS, type);

// On a busy machine, a settlement can take this long.
const MAX_WAIT_MS = 60_000;

async function awaitEvent(type: EventType, after: number, { tms, tournamentId }: Scene) {
  const signal = AbortSignal.timeout(MAX_WAIT_MS);
  try {
    const tournament = tournamentId || undefined;
    for await (const event of tms.events.stream({ types: [type], tournament, after, signal }))
      return event;
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  throw new Refusal(`The event ${type} did not occur within a minute. Try again.`);
}

async function requireTest({ apiKey, gameId, tms }: Connection): Promise<void> {
  const isTest =
    apiKey === undefined
      ? (await listGames(tms)).some(({ environments }) => environments.test.id === gameId)
      : apiKey.startsWith("tms_test_");
  if (!isTest)
    throw new Refusal(
      "This command works only in a test environment. Run `tms use GAME` without --live, or use an API key that starts with tms_test_.",
    );
}
