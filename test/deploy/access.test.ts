import type {
  V1Deployment,
  V1LabelSelector,
  V1PodDisruptionBudget,
  V1Service,
} from "@kubernetes/client-node";
import type { INetworkPolicy } from "kubernetes-models/networking.k8s.io/v1";
import { expect, test } from "vitest";
import {
  find,
  installations,
  processes,
  production,
  render,
  renderOnly,
  templateOf,
  workload,
  workloads,
  type Manifest,
  type Workload,
} from "./chart.ts";

const usual = await render();
const site = await render(...production);
const closed = await render("--set=networkPolicies.enabled=true");
const names = processes.map(({ name }) => name);

const restricted = { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } };

const USERS: Partial<Record<string, number>> = { postgres: 999, redis: 999 };

test.for(Object.entries(installations))(
  "restricts all pods and their resources, with %s",
  async ([, values]) => {
    for (const { name, pod, container } of workloads(await renderOnly("tms", ...values))) {
      const user = USERS[name] ?? 1000;
      expect(pod.securityContext).toMatchObject({
        ...restricted,
        runAsUser: user,
        runAsGroup: user,
      });
      expect(container.securityContext).toEqual({
        ...restricted,
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ["ALL"] },
      });
      for (const field of ["hostNetwork", "hostPID", "hostIPC", "initContainers"])
        expect(pod).not.toHaveProperty(field);
      for (const { name: _, ...volume } of pod.volumes ?? [])
        expect([["secret"], ["emptyDir"]]).toContainEqual(Object.keys(volume));
      for (const port of container.ports ?? []) expect(port).not.toHaveProperty("hostPort");
      const amounts = { cpu: expect.any(String), memory: expect.any(String) };
      expect(container.resources).toEqual({ requests: amounts, limits: amounts });
      // Only the Job that creates Secrets can call the Kubernetes API.
      expect(pod.automountServiceAccountToken).toBe(name === "secrets");
      expect(container.image).toMatch(/:[0-9]+[.0-9]*(-bookworm)?$|@sha256:[0-9a-f]{64}$/);
    }
  },
);

test.for(Object.entries(installations))("contains no credential, with %s", async ([, values]) => {
  const manifests = await renderOnly("tms", ...values);
  const isGiven = values.some((value) => value.includes("Url="));
  expect(manifests.some(({ kind }) => kind === "Secret")).toBe(isGiven);
  const secret = /DATABASE_URL|REDIS|SMTP|_KEY|PASSWORD|SECRET|TOKEN/;
  for (const { container } of workloads(manifests))
    for (const { name, value = "" } of container.env?.filter((one) => secret.test(one.name)) ?? [])
      // A trial's URLs have no passwords yet.
      expect({ name, value }).toEqual({ name, value: expect.stringMatching(TRIAL_URL) });
});

const TRIAL_URL = /^$|^(postgres:\/\/postgres@tms-postgres:5432\/tms|redis:\/\/tms-redis:6379)$/;

test.for(processes)("gives $name its own database, secrets and token, and no others", (process) => {
  const { name, database, redis, secrets, seals, clients } = process;
  const keys = workload(site, name).secrets.map((secret) => `${secret.name} ${secret.key}`);
  expect(keys).toEqual([
    ...(database ? [`connections ${name}-url`] : []),
    ...(redis ? ["connections redis-url"] : []),
    ...(seals ? ["connections-people secrets-key"] : []),
    ...(secrets ? ["session-key", "secrets-key", "smtp-url"] : []).map(
      (key) => `connections-people ${key}`,
    ),
    ...(clients.length > 0 ? [`token-of-${name} token`] : []),
  ]);
});

test("gives only the migration and the command line the administrator's role", () => {
  const admins = workloads(site).filter(({ secrets }) =>
    secrets.some((secret) => secret.name === "connections-admin"),
  );
  expect(new Set(admins.map(({ name }) => name))).toEqual(new Set(["cli", "test", "migrate"]));
});

const isService = ({ name }: Workload) =>
  processes.some((process) => process.name === name && process.protocol === "grpc");

/** A key of a Secret as a volume, and its mount. With subPath the file would never change. */
const mounted = (name: string, secretName: string, key: string) => ({
  volume: { name, secret: { secretName, items: [{ key, path: key }] } },
  mount: { name, mountPath: `/etc/tms/${name}`, readOnly: true },
});
const callers = mounted("callers", "who-may-call", "callers.json");
const ca = mounted("ca", "database-authority", "ca.crt");

test.for(workloads(site))("mounts only the authority and the callers of $name", (one) => {
  const files = isService(one) ? [callers, ca] : [ca];
  expect(one.pod.volumes).toEqual(files.map(({ volume }) => volume));
  expect(one.container.volumeMounts).toEqual(files.map(({ mount }) => mount));
  expect(one.env["NODE_EXTRA_CA_CERTS"]?.value).toBe("/etc/tms/ca/ca.crt");
  const file = isService(one) ? "/etc/tms/callers/callers.json" : undefined;
  expect(one.env["CALLERS_FILE"]?.value).toBe(file);
  const byDefault = workload(usual, one.name);
  expect(byDefault.env).not.toHaveProperty("NODE_EXTRA_CA_CERTS");
  const volumes = isService(one) ? ["callers"] : undefined;
  expect(byDefault.pod.volumes?.map(({ name }) => name)).toEqual(volumes);
});

const policyOf = (name: string, manifests = closed) =>
  find<INetworkPolicy>(manifests, "NetworkPolicy", `tms-${name}`).spec;
const budgetOf = (manifests: Manifest[], name: string) =>
  find<V1PodDisruptionBudget>(manifests, "PodDisruptionBudget", `tms-${name}`);
const labelsOf = (name: string) =>
  find<V1Deployment>(closed, "Deployment", `tms-${name}`).spec?.template.metadata?.labels ?? {};

/** Returns whether a selector picks pods with these labels. */
function picks(selector: V1LabelSelector | undefined, labels: Record<string, string>): boolean {
  const { matchLabels = {}, matchExpressions = [], ...others } = selector ?? {};
  if (Object.keys(others).length > 0) throw new Error("The selector has unknown fields.");
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, operator, values = [] }) => {
      if (operator !== "In") throw new Error(`The operator ${operator} is unknown.`);
      return values.includes(labels[key] ?? "");
    })
  );
}

/** Returns the processes whose pods a selector picks. */
const findPicked = (selector: V1LabelSelector | undefined) =>
  names.filter((name) => picks(selector, labelsOf(name)));

/** Returns whether pods with these labels may connect to a port of a process. */
const mayReach = (labels: Record<string, string>, name: string, port: number): boolean =>
  (policyOf(name)?.ingress ?? []).some(
    ({ ports = [], from }) =>
      ports.some((opened) => opened.port === port) &&
      (from === undefined || from.some(({ podSelector }) => picks(podSelector, labels))),
  );

const STRANGER = { app: "stranger" };

test.for(processes)("opens $name to its callers and to probes alone", (process) => {
  const { name, protocol, port, probePort } = process;
  const policy = policyOf(name);
  expect(policy?.policyTypes).toEqual(["Ingress"]);
  expect(findPicked(policy?.podSelector)).toEqual([name]);
  expect(mayReach(STRANGER, name, probePort)).toBe(true);
  const ports = policy?.ingress?.flatMap((rule) => rule.ports?.map((opened) => opened.port));
  expect(new Set(ports)).toEqual(new Set([port, probePort]));
  expect(mayReach(STRANGER, name, port)).toBe(protocol !== "grpc");
  if (protocol !== "grpc") return;
  const reached = names.filter((other) => mayReach(labelsOf(other), name, port));
  const clients = processes.filter((other) => other.clients.includes(name));
  expect(reached).toEqual(clients.map((client) => client.name));
  for (const tool of ["cli", "test"]) {
    const labels = templateOf(workload(closed, tool).manifest).metadata?.labels ?? {};
    expect(mayReach(labels, name, port)).toBe(true);
    expect(mayReach({ ...labels, "app.kubernetes.io/instance": "other" }, name, port)).toBe(false);
  }
});

test("opens the gateway to the operator's peers, and its probes to everything", () => {
  const ingress = {
    namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "ingress-nginx" } },
    podSelector: { matchLabels: { "app.kubernetes.io/name": "ingress-nginx" } },
  };
  const components = { name: "tms", instance: "tms", component: "test" };
  const labels = Object.entries(components).map(([key, v]) => [`app.kubernetes.io/${key}`, v]);
  const own = { podSelector: { matchLabels: Object.fromEntries(labels) as object } };
  const from = [own, ingress, { ipBlock: { cidr: "203.0.113.0/24" } }];
  expect(policyOf("gateway", site)?.ingress).toEqual([
    { ports: [{ port: 8180, protocol: "TCP" }] },
    { ports: [{ port: 8080, protocol: "TCP" }], from },
  ]);
  expect(policyOf("wallet", site)).toEqual(policyOf("wallet"));
});

test.for(names)("takes one pod of %s at a time from a drained node", (name) => {
  const { spec } = budgetOf(usual, name);
  // With minAvailable, a single replica would block the drain.
  expect(spec).toEqual({ maxUnavailable: 1, selector: spec?.selector });
  expect(findPicked(spec?.selector)).toEqual([name]);
});

test.for([
  ["1.20.15", "policy/v1beta1"],
  ["1.21.5-gke.1302", "policy/v1"],
  ["1.34.0", "policy/v1"],
] as const)("gives Kubernetes %s disruption budgets of %s", async ([cluster, version]) => {
  const budget = budgetOf(await render(`--kube-version=${cluster}`), "wallet");
  expect(budget.apiVersion).toBe(version);
});

const serviceOf = (manifests: Manifest[], name = "gateway") =>
  find<V1Service>(manifests, "Service", `tms-${name}`).spec;

test("opens only the gateway to the outside, as the operator wants", () => {
  const fromOutside = ["externalTrafficPolicy", "loadBalancerSourceRanges"];
  expect(serviceOf(site)).toMatchObject({
    type: "LoadBalancer",
    // The gateway sees the addresses of its callers.
    externalTrafficPolicy: "Local",
    ports: [{ port: 8000, targetPort: "http" }],
    loadBalancerSourceRanges: ["203.0.113.0/24", "2001:db8::/32"],
  });
  const inside = processes.filter(({ protocol }) => protocol === "grpc");
  expect(serviceOf(usual)).toMatchObject({ type: "ClusterIP", ports: [{ port: 80 }] });
  for (const service of [serviceOf(usual), ...inside.map(({ name }) => serviceOf(site, name))]) {
    expect(service?.type).toBe("ClusterIP");
    for (const field of fromOutside) expect(service).not.toHaveProperty(field);
  }
});

test.for(["LoadBalancer", "NodePort"])("takes another traffic policy for a %s", async (type) => {
  const policy = "gatewayService.externalTrafficPolicy=Cluster";
  const service = serviceOf(await render(`--set=gatewayService.type=${type},${policy}`));
  expect(service).toMatchObject({ type, externalTrafficPolicy: "Cluster" });
});
