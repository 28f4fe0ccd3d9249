import type { V1Deployment, V1Service } from "@kubernetes/client-node";
import { isProductCaller } from "@tms/kit/callers/rights";
import { expect, test } from "vitest";
import {
  find,
  processes,
  production,
  render,
  renderAs,
  workload,
  workloads,
  type Manifest,
} from "./chart.ts";

const usual = await render();
const site = await render(...production);

const serviceOf = (name: string) => find<V1Service>(usual, "Service", name).spec;
const deploymentOf = (name: string, manifests = usual) =>
  (workload(manifests, name).manifest as V1Deployment).spec;

test.for(processes)("$name has workload, address and identity of its own", ({ name }) => {
  for (const kind of ["Deployment", "Service", "ServiceAccount"])
    expect(find(usual, kind, `tms-${name}`)).toBeDefined();
  expect(workload(usual, name).pod.serviceAccountName).toBe(`tms-${name}`);
});

test.for(processes)("$name's Service reaches the port it listens on", ({ name, port }) => {
  const { container, env } = workload(usual, name);
  const service = serviceOf(`tms-${name}`);
  expect(deploymentOf(name)?.template.metadata?.labels).toMatchObject({ ...service?.selector });
  const open = container.ports?.find((p) => p.name === service?.ports?.[0]?.targetPort);
  expect(open?.containerPort).toBe(port);
  expect(env["PORT"]?.value).toBe(String(port));
  // Helm's server-side apply refuses a Service port without a protocol.
  expect(service?.ports?.[0]?.protocol).toBe("TCP");
});

test.for(processes)("$name finds whom it calls at their Services", ({ name, clients }) => {
  const { env } = workload(usual, name);
  for (const client of clients) {
    const { hostname, port } = new URL(env[`${client.toUpperCase()}_URL`]?.value ?? "");
    expect(serviceOf(hostname)?.ports?.[0]?.port).toBe(Number(port));
  }
});

test.for(processes)("$name is known to the services if it calls any", ({ name, clients }) => {
  expect(clients.length > 0).toBe(isProductCaller(name));
});

test.for(processes)("$name is probed over HTTP on a port it opens", ({ name, probePort: port }) => {
  const { container } = workload(usual, name);
  expect(container.ports?.map((p) => p.containerPort)).toContain(port);
  expect(container.startupProbe?.httpGet).toEqual({ path: "/livez", port });
  expect(container.livenessProbe?.httpGet).toEqual({ path: "/livez", port });
  expect(container.readinessProbe?.httpGet).toEqual({ path: "/readyz", port });
});

test.for(processes)("$name is replaced without a gap and finishes what it began", ({ name }) => {
  const { container, pod } = workload(usual, name);
  expect(deploymentOf(name)?.strategy?.rollingUpdate?.maxUnavailable).toBe(0);
  const pause = Number(container.lifecycle?.preStop?.exec?.command?.[1]);
  expect(pause).toBe(5);
  // A process that cannot drain gives up after 15 s by itself.
  expect(pod.terminationGracePeriodSeconds).toBe(pause + 25);
});

test("the gateway serves for as long as a load balancer takes to notice, and then finishes", () => {
  const { container, pod } = workload(site, "gateway");
  expect(container.lifecycle?.preStop?.exec?.command).toEqual(["sleep", "30"]);
  expect(pod.terminationGracePeriodSeconds).toBe(55);
});

test("an autoscaler's number of replicas is left alone where there is to be one", async () => {
  const replicas = (manifests: Manifest[]) =>
    processes.map(({ name }) => deploymentOf(name, manifests)?.replicas);
  expect(new Set(replicas(await render("--set=defaults.replicas=null")))).toEqual(
    new Set([undefined]),
  );
  const one = await render("--set=processes.gateway.replicas=null,processes.game.replicas=0");
  expect(deploymentOf("gateway", one)).not.toHaveProperty("replicas");
  expect(deploymentOf("game", one)?.replicas).toBe(0);
  expect(deploymentOf("wallet", one)?.replicas).toBe(2);
});

test("a process with an autoscaler has its number of replicas from there, and from nowhere else", () => {
  expect(deploymentOf("game", site)).not.toHaveProperty("replicas");
  const scalers = site.filter(({ kind }) => kind === "HorizontalPodAutoscaler");
  expect(scalers).toMatchObject([
    {
      apiVersion: "autoscaling/v2beta2",
      spec: {
        scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "tms-game" },
        minReplicas: 2,
        maxReplicas: 5,
        metrics: [{ resource: { name: "cpu", target: { averageUtilization: 70 } } }],
      },
    },
  ]);
  expect(usual.some(({ kind }) => kind === "HorizontalPodAutoscaler")).toBe(false);
});

test("a process that wants no autoscaler has none, though all others have one", async () => {
  const all = '{"minReplicas":2,"maxReplicas":6,"cpuPercent":70}';
  const manifests = await render(
    `--set-json=defaults.autoscaling=${all},processes.settlement.autoscaling={}`,
  );
  const scalers = manifests.filter(({ kind }) => kind === "HorizontalPodAutoscaler");
  expect(scalers).toHaveLength(processes.length - 1);
  expect(deploymentOf("settlement", manifests)?.replicas).toBe(2);
  expect(deploymentOf("wallet", manifests)).not.toHaveProperty("replicas");
});

test.for([
  ["--set=images.tag=1.4.2", "1.4.2"],
  ["--set=images.registry=registry.example.com", "1.0.0"],
  ["--set=images.tag=_next-", "next"],
  [`--set=images.tag=${"a".repeat(62)}.${"b".repeat(60)}`, "a".repeat(62)],
] as const)("resources tell the version that runs: %s", async ([setting, version]) => {
  for (const { metadata } of await render(setting))
    expect(metadata.labels?.["app.kubernetes.io/version"]).toBe(version);
});

test.for([...workloads(usual), ...workloads(site)])(
  "$name asks for memory and CPU and is held to a limit",
  ({ container }) => {
    const amounts = { cpu: expect.any(String), memory: expect.any(String) };
    expect(container.resources).toEqual({ requests: amounts, limits: amounts });
  },
);

test("migrations run before an install and an upgrade, and a failure stays to be read", () => {
  const { manifest, pod, container } = workload(usual, "migrate");
  expect(manifest.metadata.annotations).toEqual({
    "helm.sh/hook": "pre-install,pre-upgrade",
    "helm.sh/hook-delete-policy": "before-hook-creation,hook-succeeded",
  });
  expect(container.args).toEqual(["migrate"]);
  // A hook runs before the release's own ServiceAccounts are there.
  expect(pod.serviceAccountName).toBeUndefined();
});

test("a process says only what differs from the defaults", () => {
  const { container, env } = workload(site, "wallet");
  expect(deploymentOf("wallet", site)?.replicas).toBe(4);
  expect(container.image).toBe("registry.example.com/games/tms-wallet:1.4.2");
  expect(container.resources?.limits).toEqual({ cpu: "1", memory: "512Mi" });
  expect(env["LOG_LEVEL"]?.value).toBe("warn");
  expect(env["DATABASE_POOL_SIZE"]?.value).toBe("16");
  expect(deploymentOf("entry", site)?.replicas).toBe(3);
});

test("a whole image reference is taken as it is", () => {
  expect(workload(site, "settlement").container.image).toMatch(/tms-settlement@sha256:/);
});

test("large numbers reach the process digit by digit", () => {
  expect(workload(site, "gateway").env["RATE_LIMIT_PER_MINUTE"]?.value).toBe("10000000");
});

test("two releases share a namespace without a name in common", async () => {
  const other = await renderAs("a-release-name-of-which-helm-allows-fifty-three-chars");
  const taken = usual.map((m) => `${m.kind} ${m.metadata.name}`);
  for (const { kind, metadata } of other) {
    expect(taken).not.toContain(`${kind} ${metadata.name}`);
    expect(metadata.name.length).toBeLessThanOrEqual(63);
  }
  const names = new Set(other.map((m) => `${m.kind} ${m.metadata.name}`));
  expect(names.size).toBe(other.length);
});
