import type { V1Deployment, V1Role, V1Service, V1StatefulSet } from "@kubernetes/client-node";
import { isProductCaller } from "@tms/kit/callers/product";
import { repository } from "@tms/stack/paths";
import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import {
  chart,
  find,
  installations,
  processes,
  production,
  render,
  renderAs,
  renderOnly,
  templateOf,
  workload,
  workloads,
  type Manifest,
} from "./chart.ts";

const usual = await render();
const site = await render(...production);
const names = processes.map(({ name }) => name);

const specOf = (name: string, manifests = usual) =>
  (workload(manifests, name).manifest as V1Deployment).spec;
const getService = (name: string) => find<V1Service>(usual, "Service", name).spec;

test.for(processes)("runs $name behind a Service, under an identity of its own", (process) => {
  const { name, port, clients } = process;
  const { container, env, pod } = workload(usual, name);
  expect(find(usual, "ServiceAccount", `tms-${name}`)).toBeDefined();
  expect(pod.serviceAccountName).toBe(`tms-${name}`);
  const service = getService(`tms-${name}`);
  expect(specOf(name)?.template.metadata?.labels).toMatchObject({ ...service?.selector });
  const open = container.ports?.find((one) => one.name === service?.ports?.[0]?.targetPort);
  expect([open?.containerPort, env["PORT"]?.value]).toEqual([port, String(port)]);
  // Helm's server-side apply refuses a Service port without a protocol.
  expect(service?.ports?.[0]?.protocol).toBe("TCP");
  for (const client of clients) {
    const url = new URL(env[`${client.toUpperCase()}_URL`]?.value ?? "");
    const ports = [{ port: Number(url.port), targetPort: "grpc", protocol: "TCP" }];
    expect(getService(url.hostname)).toMatchObject({ clusterIP: "None", ports });
  }
  expect(clients.length > 0).toBe(isProductCaller(name));
});

test.for(processes)("probes $name, and replaces it without a gap", ({ name, probePort: port }) => {
  const { container, pod } = workload(usual, name);
  expect(container.ports?.map((one) => one.containerPort)).toContain(port);
  expect(container.startupProbe?.httpGet).toEqual({ path: "/livez", port });
  expect(container.livenessProbe?.httpGet).toEqual({ path: "/livez", port });
  expect(container.readinessProbe?.httpGet).toEqual({ path: "/readyz", port });
  expect(specOf(name)?.strategy?.rollingUpdate?.maxUnavailable).toBe(0);
  expect(container.lifecycle?.preStop?.exec?.command).toEqual(["sleep", "30"]);
  // A process that cannot drain gives up after 15 s.
  expect(pod.terminationGracePeriodSeconds).toBe(55);
});

test("leaves the number of replicas to an autoscaler", async () => {
  const none = await render("--set=defaults.replicas=null");
  for (const name of names) expect(specOf(name, none)).not.toHaveProperty("replicas");
  const one = await render("--set=processes.gateway.replicas=null,processes.game.replicas=0");
  expect(specOf("gateway", one)).not.toHaveProperty("replicas");
  expect([specOf("game", one)?.replicas, specOf("wallet", one)?.replicas]).toEqual([0, 2]);

  const isScaler = ({ kind }: Manifest) => kind === "HorizontalPodAutoscaler";
  expect(usual.some(isScaler)).toBe(false);
  expect(specOf("game", site)).not.toHaveProperty("replicas");
  const spec = {
    scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "tms-game" },
    minReplicas: 2,
    maxReplicas: 5,
    metrics: [{ resource: { name: "cpu", target: { averageUtilization: 70 } } }],
  };
  expect(site.filter(isScaler)).toMatchObject([{ spec }]);
  const all = '{"minReplicas":2,"maxReplicas":6,"cpuPercent":70}';
  const setting = `--set-json=defaults.autoscaling=${all},processes.settlement.autoscaling={}`;
  const allButOne = await render(setting);
  expect(allButOne.filter(isScaler)).toHaveLength(processes.length - 1);
  expect(specOf("settlement", allButOne)?.replicas).toBe(2);

  const stopped = await render(setting, "--set=defaults.replicas=0");
  expect(stopped.some(isScaler)).toBe(false);
  for (const name of names) expect(specOf(name, stopped)?.replicas).toBe(0);
});

test.for([
  ["--set=images.tag=1.4.2", "1.4.2"],
  ["--set=images.registry=registry.example.com", "1.1.0"],
  [`--set=images.tag=_${"a".repeat(62)}.${"b".repeat(60)}`, "a".repeat(62)],
] as const)("labels every resource with the version: %s", async ([setting, version]) => {
  for (const { metadata } of await render(setting))
    expect(metadata.labels?.["app.kubernetes.io/version"]).toBe(version);
});

test("migrates before an install and an upgrade, and keeps the log of a failure", () => {
  const { manifest, pod, container } = workload(usual, "migrate");
  expect(manifest.metadata.annotations).toEqual({
    "helm.sh/hook": "pre-install,pre-upgrade",
    "helm.sh/hook-delete-policy": "before-hook-creation,hook-succeeded",
  });
  expect(container.args).toEqual(["cli", "migrate"]);
  // A hook runs before the release's ServiceAccounts exist.
  expect(pod.serviceAccountName).toBeUndefined();
});

test.for([
  ["tms:1.1.0", []],
  ["registry.example.com/tms:2.0.0", ["images.registry=registry.example.com", "images.tag=2.0.0"]],
  [`tms@sha256:${"a".repeat(64)}`, [`images.digest=sha256:${"a".repeat(64)}`, "images.tag=2.0.0"]],
  ["localhost/tms:built", ["images.reference=localhost/tms:built", "images.tag=2.0.0"]],
] as const)("starts every process by its name, from the image %s", async ([image, values]) => {
  const manifests = await render(...values.map((value) => `--set=${value}`));
  for (const { container } of workloads(manifests)) expect(container.image).toBe(image);
  for (const name of names) expect(workload(manifests, name).container.args).toEqual([name]);
});

test("creates Secrets first, with rights to these alone", async () => {
  const { manifest, pod, container } = workload(usual, "secrets");
  const weightOf = (one: Manifest) => Number(one.metadata.annotations?.["helm.sh/hook-weight"]);
  expect(weightOf(manifest)).toBeLessThan(0);
  expect(container.args?.slice(0, 3)).toEqual(["cli", "secrets", "create"]);
  const account = find<Manifest>(usual, "ServiceAccount", pod.serviceAccountName ?? "");
  expect(weightOf(account)).toBeLessThan(weightOf(manifest));
  const [create, get] = find<V1Role>(usual, "Role", "tms-secrets").rules ?? [];
  expect([create?.verbs, get?.verbs]).toEqual([["create"], ["get"]]);
  const used = workloads(usual).flatMap(({ secrets, pod: { volumes = [] } }) => [
    ...secrets.filter(({ optional }) => !optional).map(({ name = "" }) => name),
    ...volumes.map(({ secret }) => secret?.secretName ?? ""),
  ]);
  expect(new Set(get?.resourceNames)).toEqual(new Set(used));
  // The former chart had no such values.
  const upgraded = await render("--is-upgrade", "--set=servers.existingSecret=");
  expect(workload(upgraded, "secrets").container.args).toEqual(container.args);
  expect(site.some(({ metadata }) => metadata.name === "tms-secrets")).toBe(false);
});

const trial = await renderOnly("tms", ...installations["a trial"]);

test("runs the stores of a trial and marks them", async () => {
  for (const [name, key] of [
    ["postgres", "admin-password"],
    ["redis", "redis-password"],
  ] as const) {
    const { manifest, secrets } = workload(trial, name);
    const { replicas, selector, volumeClaimTemplates } = (manifest as V1StatefulSet).spec ?? {};
    expect(manifest.metadata.annotations).toEqual({ "tms/trial": "true" });
    expect([replicas, volumeClaimTemplates?.length]).toEqual([1, 1]);
    expect(secrets.map((secret) => secret.key)).toEqual([key]);
    const service = find<V1Service>(trial, "Service", `tms-${name}`).spec;
    expect(service?.selector).toEqual(selector?.matchLabels);
  }
  const { env } = workload(trial, "secrets");
  expect(new URL(env["ADMIN_DATABASE_URL"]?.value ?? "").hostname).toBe("tms-postgres");
  expect(new URL(env["REDIS_URL"]?.value ?? "").hostname).toBe("tms-redis");
  // The migration of a trial waits for Postgres, so Helm must not wait for the migration first.
  const { name, annotations } = workload(trial, "migrate").manifest.metadata;
  expect([name, annotations]).toEqual(["tms-migrate-1", undefined]);
  // Mails stay in the mailbox, which the gateway serves, only where there is no mail server.
  const modesOf = (manifests: Manifest[]) =>
    ["identity", "gateway"].map((process) => workload(manifests, process).env["NODE_ENV"]?.value);
  expect(modesOf(trial)).toEqual(["development", "development"]);
  const exposed = installations["an exposed trial without network policies"];
  expect(modesOf(await renderOnly("tms", ...exposed))).toEqual([undefined, undefined]);
});

test.for(["an Ingress", "an HTTPRoute"] as const)("leads %s to the gateway", async (way) => {
  const manifests = await renderOnly("tms", ...installations[way]);
  const trusted = (all: Manifest[]) => workload(all, "gateway").env["TRUSTED_PROXIES"]?.value;
  expect([trusted(manifests), trusted(usual)]).toEqual(["1", undefined]);
  const own = ["--set-string=processes.gateway.env.TRUSTED_PROXIES=2"];
  expect(trusted(await renderOnly("tms", ...installations[way], ...own))).toBe("2");
  const host = "tournaments.example.com";
  const backendRefs = [{ name: "tms-gateway", port: 80 }];
  const service = { name: "tms-gateway", port: { number: 80 } };
  const specs = {
    "an HTTPRoute": {
      hostnames: [host],
      rules: [
        {
          matches: [{ path: { value: "/event/stream" } }],
          timeouts: { request: "0s" },
          backendRefs,
        },
        { timeouts: { request: "60s" }, backendRefs },
      ],
    },
    "an Ingress": {
      tls: [{ hosts: [host], secretName: "tms-tls" }],
      rules: [{ host, http: { paths: [{ backend: { service } }] } }],
    },
  };
  const kind = way === "an Ingress" ? "Ingress" : "HTTPRoute";
  expect(find(manifests, kind, "tms")).toMatchObject({ spec: specs[way] });
});

test("merges the values of a process with the defaults", () => {
  const { container, env } = workload(site, "wallet");
  expect([specOf("wallet", site)?.replicas, specOf("entry", site)?.replicas]).toEqual([4, 3]);
  expect(container.resources?.limits).toEqual({ cpu: "1", memory: "512Mi" });
  expect([env["LOG_LEVEL"]?.value, env["DATABASE_POOL_SIZE"]?.value]).toEqual(["warn", "16"]);
  expect(workload(site, "gateway").pod.terminationGracePeriodSeconds).toBe(85);
  // Helm prints large numbers as 1e+07.
  expect(workload(site, "gateway").env["RATE_LIMIT_PER_MINUTE"]?.value).toBe("10000000");
});

test("shares a namespace between two releases", async () => {
  const other = await renderAs("a-release-name-of-which-helm-allows-fifty-three-chars");
  const namesOf = (manifests: Manifest[]) => manifests.map((m) => `${m.kind} ${m.metadata.name}`);
  expect(new Set([...namesOf(usual), ...namesOf(other)]).size).toBe(usual.length + other.length);
  for (const { metadata } of other) expect(metadata.name.length).toBeLessThanOrEqual(63);
});

test.for(names)("puts the pods of %s where the operator wants them", (name) => {
  const one = workload(site, name);
  const selector = (one.manifest as V1Deployment).spec?.selector;
  const { annotations, labels } = templateOf(one.manifest).metadata ?? {};
  const own = name === "gateway" ? { "example.com/public": "yes" } : {};
  expect(annotations).toEqual({ "linkerd.io/inject": "enabled", ...own });
  expect(labels).toEqual({ team: "games", ...selector?.matchLabels });
  expect(one.pod.nodeSelector).toEqual({ "kubernetes.io/arch": "amd64" });
  expect(one.pod.tolerations).toMatchObject([{ key: "dedicated", value: "tms" }]);
  expect(one.pod.topologySpreadConstraints).toMatchObject([
    { topologyKey: "kubernetes.io/hostname", labelSelector: selector },
  ]);
  expect(one.pod.affinity !== undefined).toBe(name === "gateway");
});

/** Returns the variables of a process in its pod. Node itself reads NODE_EXTRA_CA_CERTS. */
const variablesOf = (name: string) =>
  Object.keys(workload(site, name).env).filter((variable) => variable !== "NODE_EXTRA_CA_CERTS");

/** Finds names of variables by their form: these files have no other string of this form. */
async function readNames(files: string): Promise<string[]> {
  const variables: string[] = [];
  for await (const file of glob(files, { cwd: repository })) {
    const text = await readFile(join(repository, file), "utf8");
    variables.push(...Array.from(text.matchAll(/"([A-Z][A-Z0-9_]+)"/g), ([, name = ""]) => name));
  }
  return variables;
}

test.for(processes)("gives $name the variables that it reads, and no others", async (process) => {
  const { name, protocol, clients, database } = process;
  const given = variablesOf(name);
  const folder = name === "gateway" ? name : `services/${name}`;
  const own = await readNames(`${folder}/src/{config,context,scheduling/queue}.ts`);
  const shared = await readNames("services/kit/src/process/config.ts");
  expect([...own, ...shared]).toEqual(expect.arrayContaining(given));
  // The queue is in Postgres only where there is no Redis.
  const urls = own.filter((variable) => /^(?!QUEUE).*_URL$/.test(variable));
  expect(given).toEqual(expect.arrayContaining([...urls, ...(database ? ["DATABASE_URL"] : [])]));
  expect(given.filter((variable) => variable.startsWith("CALLER"))).toEqual([
    ...(protocol === "grpc" ? ["CALLERS_FILE"] : []),
    ...(clients.length > 0 ? ["CALLER_TOKEN"] : []),
  ]);
});

test("gives the migration a URL of every service with migrations", async () => {
  const owners = ["ADMIN"];
  for await (const folder of glob("services/*/migrations", { cwd: repository }))
    owners.push(folder.split("/").at(1)?.toUpperCase() ?? "");
  const given = Object.keys(workload(usual, "migrate").env);
  expect(given.toSorted()).toEqual(owners.map((owner) => `${owner}_DATABASE_URL`).toSorted());
});

test("documents every variable that an operator may set", async () => {
  // JSON is YAML.
  const schema: unknown = parse(await readFile(join(chart, "values.schema.json"), "utf8"));
  const { definitions } = schema as {
    definitions: { process: { properties: { env: { properties: object } } } };
  };
  const page = await readFile(join(repository, "docs/operations/settings.md"), "utf8");
  for (const variable of Object.keys(definitions.process.properties.env.properties))
    expect(page).toContain(`\`${variable}\``);
});
