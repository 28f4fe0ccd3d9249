import { createClient } from "@connectrpc/connect";
import { withToken } from "@tms/kit/callers/token";
import { createClientTransport } from "@tms/kit/rpc/transport";
import fc from "fast-check";
import { makeFixture } from "../fixture.ts";
import { audit } from "../harness/audit.ts";
import { TRUSTING } from "../harness/people.ts";
import { startTestSystem, type TestSystem } from "../harness/system.ts";
import { RPCS } from "../services.ts";
import { checkAll } from "./check.ts";
import { readOperations } from "./operations.ts";
import { restRequests } from "./rest-requests.ts";
import { tryRest } from "./rest.ts";
import { rpcRequests, tryRpc } from "./rpc.ts";
import { createTarget, type Target } from "./target.ts";

/** A system without rate limits, and the failures that its processes log. */
export interface FuzzedSystem {
  system: TestSystem;
  logged: string[];
}

const UNLIMITED = "10000000";

/** Starts a system for campaigns. */
export async function startFuzzedSystem(): Promise<FuzzedSystem> {
  const logged: string[] = [];
  const system = await startTestSystem({
    env: {
      ...TRUSTING,
      RATE_LIMIT_PER_MINUTE: UNLIMITED,
      ADDRESS_RATE_LIMIT_PER_MINUTE: UNLIMITED,
    },
    onLine: (name, line) => {
      if (!/"level":"(info|warn)"/.test(line))
        logged.push(`${name} logged ${line.slice(0, 2_000)}`);
    },
  });
  return { system, logged };
}

/**
 * Sends generated requests to every operation and every RPC. Returns the failed cases, and what the
 * campaign damaged.
 */
export async function runCampaign(
  { system, logged }: FuzzedSystem,
  seed: number,
): Promise<string[]> {
  const target = await createTarget(system);
  try {
    const before = await target.bystander();
    const findings = await Promise.all([fuzzRest(target, seed), fuzzRpcs(target, seed)]);
    return [...findings.flat(), ...(await findDamage(target, before)), ...logged.splice(0, 5)];
  } finally {
    await target.close();
  }
}

async function fuzzRest(target: Target, seed: number): Promise<string[]> {
  const operations = await readOperations(target.system.gatewayUrl);
  // The answer of streamEvents has no end.
  const finite = operations.filter(({ id }) => id !== "streamEvents");
  // One request at a time, because each refused request must leave the game as it was.
  return await checkAll(finite, { concurrency: 1, seed }, (operation) =>
    fc.asyncProperty(restRequests(operation), (request) => tryRest(target, operation, request)),
  );
}

async function fuzzRpcs(target: Target, seed: number): Promise<string[]> {
  const { urls, token } = target.system;
  const methods = RPCS.map((rpc) => ({ ...rpc, id: rpc.method.name }));
  return await checkAll(methods, { concurrency: 4, seed }, ({ process, service, method }) => {
    const transport = createClientTransport({
      url: urls[process],
      defaultTimeoutMs: 30_000,
      interceptors: [withToken(token)],
    });
    const client = createClient(service, transport);
    const requests = rpcRequests(method, target.inner);
    return fc.asyncProperty(requests, (content) => tryRpc(client, method, content));
  });
}

/** Checks that the campaign left another game, the ledger and the use of the system intact. */
async function findDamage(target: Target, before: string): Promise<string[]> {
  const { system, person } = target;
  const damage: string[] = [];
  if ((await target.bystander()) !== before) damage.push("the game of a bystander has changed");
  if ((await person.send("GET", "/user")).status === 401) damage.push("the person is signed out");
  await makeFixture(system).catch((error: unknown) => damage.push(`no use: ${String(error)}`));
  await audit(system.adminUrl).catch((error: unknown) => damage.push(String(error)));
  return damage;
}
