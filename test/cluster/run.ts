import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { repository } from "@tms/stack/paths";
import { until } from "@tms/stack/until";
import {
  countCalls,
  createAuthority,
  evict,
  helm,
  inTools,
  kill,
  kubectl,
  listObjects,
  NAMESPACE,
  startLoad,
  startTools,
  TOOLS,
} from "./cluster.ts";
import type { Figures } from "./load.ts";

// `pnpm cluster [VALUES [NEXT_VALUES]]` installs the chart as a trial on the cluster of KUBECONFIG, and
// disturbs it under load. test/README.md describes it.
const files = process.argv.slice(2).map((file) => `--values=${file}`);
const CHART = join(repository, "charts/tms");
const CERTIFICATE = "tms-internal";
const TRIAL = `--set=trial.enabled=true,cli.replicas=1,tls.internalSecret=${CERTIFICATE}`;
const WAIT = ["--wait", "--timeout=10m"];
const SERVICES = ["game", "tournament", "entry", "wallet", "settlement", "identity", "events"];
const PROCESSES = [...SERVICES, "gateway"];
const ENTRY_PROBE_PORT = 7203;
const GAME_ADDRESS = [7101, "tms-game-pods"] as const;
const REPLICAS = 4;
const SPREADS_WITHIN_MS = 20_000;
const CALM_MS = 20_000;
/** A repeat is refused until the gateway forgets a request that its process did not finish, after 30 seconds. */
const FORGETS_MS = 40_000;
/** The objects that `helm uninstall` keeps, according to docs/deploy.md. */
const KEPT =
  /^(secret|persistentvolumeclaim)\/|^(service|endpoints|endpointslice[\w.]*)\/tms-\w+-pods|^pod\/tms-test$/;

let isBroken = false;

/**
 * Runs a step and prints its line. The step may return a string for the line. If `read` returns figures of the
 * load, requests may have failed only with the allowed statuses. Throws an Error that names the step if the step
 * throws.
 */
async function step(
  name: string,
  act: () => Promise<string | void>,
  read?: () => Promise<Figures>,
  allowed: readonly string[] = [],
): Promise<void> {
  const fail = (error: Error): never => {
    throw new Error(`${name}: ${error.message}`, { cause: error });
  };
  const startedAt = performance.now();
  const parts = [(await act().catch(fail)) ?? ""];
  let broken: string[] = [];
  if (read) {
    const { requests, failures, samples } = await read().catch(fail);
    const failed = Object.entries(failures).map(([status, count]) => `${status} × ${count}`);
    parts.push(`${requests} requests`, failed.join(", ") || "0 failed");
    if (Object.keys(failures).some((status) => !allowed.includes(status))) broken = samples;
    if (requests === 0) broken = ["The load has sent no request."];
  }
  parts.push(`${((performance.now() - startedAt) / 1_000).toFixed(0)} s`);
  isBroken ||= broken.length > 0;
  const state = broken.length > 0 ? "BROKEN" : "ok    ";
  const line = `${state} ${name}: ${parts.filter(Boolean).join(", ")}`;
  console.log([line, ...broken].join("\n       "));
}

const tms = (...args: readonly string[]): Promise<string> =>
  kubectl("exec", "deployment/tms-cli", "--", "tms", ...args);

const waitFor = (workload: string): Promise<string> =>
  kubectl("rollout", "status", workload, "--timeout=300s");

const renewCertificate = await createAuthority(CERTIFICATE, SERVICES);

async function install(): Promise<void> {
  await kubectl("create", "namespace", NAMESPACE);
  await renewCertificate();
  await kubectl("label", "namespace", NAMESPACE, "pod-security.kubernetes.io/enforce=restricted");
  await helm("install", "tms", CHART, ...files.slice(0, 1), TRIAL, ...WAIT);
}

/** Upgrades to the next values. Also changes an annotation, so that all pods of the processes are replaced. */
async function upgrade(): Promise<void> {
  const next = "--set=defaults.podAnnotations.release=next";
  await helm("upgrade", "tms", CHART, ...files, TRIAL, next, ...WAIT);
}

async function issueKey(): Promise<string> {
  const game = await tms("game", "create", "--name=Load", "--payer=wallet");
  return (await tms("key", "issue", `--game=${game.trim()}`)).trim();
}

/** Evicts a pod of each process at the same time, as a drain of a node does. */
async function evictAll(): Promise<void> {
  await Promise.all(PROCESSES.map(evict));
  for (const name of PROCESSES) await waitFor(`deployment/tms-${name}`);
}

/** Scales up entry. Returns the share of calls of each pod from 20 seconds after all pods are ready. */
async function scaleUp(): Promise<string> {
  await kubectl("scale", "deployment/tms-entry", `--replicas=${REPLICAS}`);
  await waitFor("deployment/tms-entry");
  await setTimeout(SPREADS_WITHIN_MS);
  const before = await countCalls("entry", ENTRY_PROBE_PORT);
  await setTimeout(CALM_MS);
  const after = await countCalls("entry", ENTRY_PROBE_PORT);
  const served = [...after].map(([pod, count]) => count - (before.get(pod) ?? 0));
  const sum = served.reduce((total, count) => total + count, 0);
  const shares = served.map((count) => (100 * count) / sum);
  const text = `calls per pod ${shares.map((share) => `${share.toFixed(1)}%`).join(" ")}`;
  const isEven = shares.every((share) => share >= 20 && share <= 30);
  if (shares.length !== REPLICAS || !isEven) throw new Error(text);
  return text;
}

/** Replaces the certificate of the services, and waits until a pod of the game service uses the new one. */
async function renew(): Promise<void> {
  const { fingerprint } = await renewCertificate();
  const options = { port: GAME_ADDRESS[0], host: GAME_ADDRESS[1], rejectUnauthorized: false };
  const script = `const socket = tls.connect(${JSON.stringify({ ...options, ALPNProtocols: ["h2"] })}, () => {
    console.log(socket.getPeerCertificate().fingerprint256);
    socket.destroy();
  })`;
  const isUsed = async () => {
    const shown = await kubectl("exec", "deployment/tms-cli", "--", "node", "-e", script);
    return shown.trim() === fingerprint;
  };
  await until(isUsed, { timeoutMs: 180_000, everyMs: 5_000, what: "the new certificate" });
}

/** Returns whether a pod can connect. Throws an Error if the attempt fails for another reason than a refusal. */
async function canConnect(exec: typeof kubectl, pod: string, host: string, port: number) {
  const script = `const socket = net.connect(${port}, "${host}");
    const end = (result) => { console.log(result); process.exit(); };
    socket.setTimeout(5000, () => end("ETIMEDOUT"));
    socket.on("error", ({ code }) => end(code));
    socket.on("connect", () => end("open"));`;
  const result = (await exec("exec", pod, "--", "node", "-e", script)).trim();
  if (result === "open") return true;
  if (/^(ECONNREFUSED|EHOSTUNREACH|ETIMEDOUT)$/.test(result)) return false;
  throw new Error(`${pod} could not try to connect to ${host}: ${result}`);
}

/** Tries connections that the network policies forbid. Throws an Error if only some of them fail. */
async function checkPolicies(): Promise<string> {
  const [port, host] = GAME_ADDRESS;
  // A broken probe would look like an enforced policy.
  if (!(await canConnect(kubectl, "deployment/tms-gateway", host, port)))
    throw new Error("the gateway cannot connect to the game service");
  const forbidden = [
    await canConnect(inTools, "daemonset/tools", `${host}.${NAMESPACE}`, port),
    await canConnect(kubectl, "deployment/tms-wallet", host, port),
    await canConnect(kubectl, "deployment/tms-gateway", "tms-postgres", 5432),
  ];
  if (forbidden.every((isOpen) => isOpen)) return "NOT ENFORCED by this cluster";
  if (forbidden.some((isOpen) => isOpen)) throw new Error(`connections: ${forbidden.join(", ")}`);
  return "enforced";
}

async function restartRedis(): Promise<void> {
  await kubectl("rollout", "restart", "statefulset/tms-redis");
  await waitFor("statefulset/tms-redis");
}

async function uninstall(): Promise<string> {
  await helm("uninstall", "tms", ...WAIT);
  const isDone = async () => (await listObjects()).every((name) => KEPT.test(name));
  await until(isDone, { timeoutMs: 120_000, everyMs: 2_000, what: "the removal of other objects" });
  return `${(await listObjects()).length} objects kept`;
}

async function main(): Promise<void> {
  await step("install", install);
  await step("helm test", async () => void (await helm("test", "tms", "--timeout=5m")));
  await startTools();
  await step("network policies", checkPolicies);
  const { read, finish } = startLoad(await issueKey());
  const wait = () => setTimeout(CALM_MS);
  await step("no disturbance", wait, read);
  await step("upgrade", upgrade, read);
  await step("rollback", async () => void (await helm("rollback", "tms", "1", ...WAIT)), read);
  await step("renewal of the certificate", renew, read);
  await step("eviction of a pod of each process", evictAll, read);
  for (const name of SERVICES) await step(`kill -9 of ${name}`, () => kill(name), read);
  await step("kill -9 of gateway", () => kill("gateway"), read, ["lost", "409"]);
  await step("repeats of lost requests", () => setTimeout(FORGETS_MS), read, ["409"]);
  await step(`${REPLICAS} replicas of entry`, scaleUp, read);
  await step("restart of Redis", restartRedis, read);
  await step("kill -9 of Postgres", () => kill("postgres"), read, ["503"]);
  await step("after all disturbances", wait, read);
  await step("check of all writes and payouts", async () => {}, finish);
  await step("tms audit", async () => void (await tms("audit")));
  await step("uninstall", uninstall);
}

try {
  await main();
  if (!isBroken) await kubectl("delete", "namespace", NAMESPACE, TOOLS);
} catch (error) {
  isBroken = true;
  console.log(`BROKEN ${(error as Error).message.slice(0, 2_000)}`);
}
if (isBroken) console.log(`Delete the namespaces ${NAMESPACE} and ${TOOLS} before the next run.`);
process.exit(isBroken ? 1 : 0);
