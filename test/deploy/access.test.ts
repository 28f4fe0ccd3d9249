import type {
  V1Deployment,
  V1LabelSelector,
  V1Pod,
  V1PodDisruptionBudget,
  V1Service,
} from "@kubernetes/client-node";
import type { INetworkPolicy } from "kubernetes-models/networking.k8s.io/v1";
import { expect, test } from "vitest";
import { parse } from "yaml";
import {
  find,
  processes,
  production,
  render,
  workload,
  workloads,
  type Manifest,
  type Workload,
} from "./chart.ts";
import { block } from "./page.ts";

const usual = await render();
const site = await render(...production);
const closed = await render("--set=networkPolicies.enabled=true");
const both = [...usual, ...site];
const names = processes.map(({ name }) => name);

const restricted = { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } };

test.for(workloads(both))("restricts the pods of $name, and their resources", (one) => {
  const { pod, container } = one;
  expect(pod.securityContext).toEqual({ ...restricted, runAsUser: 1000, runAsGroup: 1000 });
  expect(container.securityContext).toEqual({
    ...restricted,
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ["ALL"] },
  });
  for (const field of ["hostNetwork", "hostPID", "hostIPC", "initContainers"])
    expect(pod).not.toHaveProperty(field);
  for (const volume of pod.volumes ?? []) expect(Object.keys(volume)).toEqual(["name", "secret"]);
  for (const port of container.ports ?? []) expect(port).not.toHaveProperty("hostPort");
  const amounts = { cpu: expect.any(String), memory: expect.any(String) };
  expect(container.resources).toEqual({ requests: amounts, limits: amounts });
  // No pod can call the Kubernetes API, and no image changes under its name.
  expect(pod.automountServiceAccountToken).toBe(false);
  expect(container.image).toMatch(/:[0-9]+\.[0-9]+\.[0-9]+$|@sha256:[0-9a-f]{64}$/);
});

test("contains no Secret and no credential", () => {
  for (const account of both.filter(({ kind }) => kind === "ServiceAccount"))
    expect(account).toMatchObject({ automountServiceAccountToken: false });
  expect(both.filter(({ kind }) => kind === "Secret")).toEqual([]);
  expect(JSON.stringify(both)).not.toMatch(/(postgres(ql)?|rediss?):\/\//);
  const secret = /DATABASE_URL|REDIS|SMTP|_KEY|PASSWORD|SECRET|TOKEN/;
  const secretKeyRef: unknown = expect.anything();
  for (const { container } of workloads(both))
    for (const variable of container.env?.filter(({ name }) => secret.test(name)) ?? [])
      expect(variable).toEqual({ name: variable.name, valueFrom: { secretKeyRef } });
});

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

test("lets only the migration change roles and schemas", () => {
  const admins = workloads(site).filter(({ secrets }) =>
    secrets.some((secret) => secret.name === "connections-admin"),
  );
  expect(admins.map(({ name }) => name)).toEqual(["migrate"]);
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
  const cli = (parse(block("yaml", "kind: Pod")) as V1Pod).metadata?.labels ?? {};
  expect(mayReach(cli, name, port)).toBe(true);
  expect(mayReach({ ...cli, "app.kubernetes.io/instance": "other" }, name, port)).toBe(false);
});

test("opens the gateway to the operator's peers, and its probes to everything", () => {
  const ingress = {
    namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "ingress-nginx" } },
    podSelector: { matchLabels: { "app.kubernetes.io/name": "ingress-nginx" } },
  };
  const from = [ingress, { ipBlock: { cidr: "203.0.113.0/24" } }];
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
