import type { V1LabelSelector, V1PodDisruptionBudget, V1Service } from "@kubernetes/client-node";
import type { INetworkPolicy, INetworkPolicyPeer } from "kubernetes-models/networking.k8s.io/v1";
import { BlockList, isIPv6 } from "node:net";
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
} from "./chart.ts";

const usual = await render();
const site = await render(...production);
const trial = await renderOnly("tms", ...installations["a trial"]);
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

test.for(workloads(site))("mounts only the certificates and the callers of $name", (one) => {
  const isService = processes.some(
    ({ name, protocol }) => name === one.name && protocol === "grpc",
  );
  const files = {
    ...(isService && { callers: ["who-may-call", "callers.json"] }),
    ca: ["database-authority", "ca.crt"],
    // Only servers have a private key.
    tls: ["certificates-of-services", "ca.crt", ...(isService ? ["tls.crt", "tls.key"] : [])],
  };
  expect(one.pod.volumes).toEqual(
    Object.entries(files).map(([name, [secretName, ...keys]]) => ({
      name,
      secret: { secretName, items: keys.map((key) => ({ key, path: key })) },
    })),
  );
  // With subPath, the file would never change.
  expect(one.container.volumeMounts).toEqual(
    Object.keys(files).map((name) => ({ name, mountPath: `/etc/tms/${name}`, readOnly: true })),
  );
  const file = isService ? "/etc/tms/callers/callers.json" : undefined;
  expect(one.env["CALLERS_FILE"]?.value).toBe(file);
  expect(one.env["NODE_EXTRA_CA_CERTS"]?.value).toBe("/etc/tms/ca/ca.crt");
  expect(one.env["TLS_FOLDER"]?.value).toBe("/etc/tms/tls");
  const { env } = workload(usual, one.name);
  expect(env).not.toHaveProperty("NODE_EXTRA_CA_CERTS");
  expect(env).not.toHaveProperty("TLS_FOLDER");
});

const budgetOf = (manifests: Manifest[], name: string) =>
  find<V1PodDisruptionBudget>(manifests, "PodDisruptionBudget", `tms-${name}`);
const labelsOf = (name: string, manifests = trial) =>
  templateOf(workload(manifests, name).manifest).metadata?.labels ?? {};

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

/** One end of a connection: a pod with labels, or an address outside the cluster. */
type Party = Record<string, string> | string;

function matches({ ipBlock, podSelector }: INetworkPolicyPeer, party: Party): boolean {
  if (typeof party !== "string") return ipBlock === undefined && picks(podSelector, party);
  const isIn = (cidr: string) => {
    const [network = "", prefix] = cidr.split("/");
    if (isIPv6(network) !== isIPv6(party)) return false;
    const family = isIPv6(party) ? "ipv6" : "ipv4";
    const list = new BlockList();
    list.addSubnet(network, Number(prefix), family);
    return list.check(party, family);
  };
  return ipBlock !== undefined && isIn(ipBlock.cidr) && !(ipBlock.except ?? []).some(isIn);
}

/** Returns whether the policies of a pod let it connect to a party, or let a party connect to it. */
function allows(
  manifests: Manifest[],
  way: "Egress" | "Ingress",
  pod: Party,
  other: Party,
  port: number,
) {
  if (typeof pod === "string") return true;
  const specs = manifests
    .filter(({ kind }) => kind === "NetworkPolicy")
    .flatMap(
      ({ kind, metadata }) => find<INetworkPolicy>(manifests, kind, metadata.name).spec ?? [],
    )
    .filter(
      ({ podSelector, policyTypes }) => picks(podSelector, pod) && policyTypes?.includes(way),
    );
  const rules = specs.flatMap((spec) =>
    way === "Egress"
      ? (spec.egress ?? []).map(({ ports, to }) => ({ ports, peers: to }))
      : (spec.ingress ?? []).map(({ ports, from }) => ({ ports, peers: from })),
  );
  const isOpen = ({ ports, peers }: (typeof rules)[number]) =>
    (ports?.some((open) => open.port === undefined || open.port === port) ?? true) &&
    (peers?.some((peer) => matches(peer, other)) ?? true);
  return specs.length === 0 || rules.some(isOpen);
}

const mayConnect = (manifests: Manifest[], from: Party, to: Party, port: number) =>
  allows(manifests, "Egress", from, to, port) && allows(manifests, "Ingress", to, from, port);

const STORES = [
  { name: "postgres", port: 5432 },
  { name: "redis", port: 6379 },
];

test.for(workloads(trial))("lets $name connect to what its settings name alone", (pod) => {
  const variables = Object.keys(pod.env).join();
  const namesOf = (target: string) =>
    target === "postgres" ? /DATABASE_URL/ : new RegExp(`\\b${target.toUpperCase()}_URL`);
  const targets = [...processes, ...STORES];
  const from = labelsOf(pod.name);
  const reached = targets.filter(({ name, port }) => mayConnect(trial, from, labelsOf(name), port));
  const named = targets.filter(({ name }) => namesOf(name).test(variables));
  // The Job that creates Secrets only writes the addresses.
  expect(reached).toEqual(pod.name === "secrets" ? [] : named);
});

test("opens only the gateway and probes to pods of others", () => {
  const other = { ...labelsOf("cli"), "app.kubernetes.io/instance": "other" };
  for (const stranger of [{ app: "stranger" }, other]) {
    const reaches = (name: string, port: number) =>
      mayConnect(trial, stranger, labelsOf(name), port);
    for (const { name, probePort } of processes) expect(reaches(name, probePort)).toBe(true);
    const reached = [...processes, ...STORES].filter(({ name, port }) => reaches(name, port));
    expect(reached.map(({ name }) => name)).toEqual(["gateway"]);
  }
});

test.for([
  ["203.0.113.9", 8443, ["events"]],
  ["203.0.113.9", 587, ["events", "identity"]],
  ["203.0.113.9", 443, ["events", "secrets"]],
  ["203.0.113.9", 5432, ["events"]],
  ["2001:db8::9", 8443, ["events"]],
  ["10.0.0.9", 8443, []],
  ["10.0.0.9", 6379, ["gateway", "settlement"]],
  ["169.254.169.254", 80, []],
] as const)("lets to %s, port %d, only: %j", ([address, port, expected]) => {
  const leaving = workloads(usual).filter(({ name }) =>
    mayConnect(usual, labelsOf(name, usual), address, port),
  );
  expect(leaving.map(({ name }) => name).toSorted()).toEqual(expected);
});

test("lets the Jobs of an upgrade connect as the new values say, before other policies change", async () => {
  const moved = { ports: [6432], to: [{ ipBlock: { cidr: "203.0.113.9/32" } }] };
  const next = await render(`--set-json=networkPolicies.postgres=${JSON.stringify(moved)}`);
  const isEarly = ({ kind, metadata }: Manifest) =>
    kind === "NetworkPolicy" && metadata.annotations?.["helm.sh/hook"] === "pre-upgrade";
  const during = [...usual.filter((manifest) => !isEarly(manifest)), ...next.filter(isEarly)];
  const mayMigrate = (manifests: Manifest[]) =>
    mayConnect(manifests, labelsOf("migrate", usual), "203.0.113.9", 6432);
  expect([usual, during].map(mayMigrate)).toEqual([false, true]);
});

test.for([
  ["203.0.113.7", true],
  ["203.0.114.7", false],
  [{ "app.kubernetes.io/name": "ingress-nginx" }, true],
  [{ app: "stranger" }, false],
] as [Party, boolean][])("lets %j reach a closed gateway: %s", ([peer, expected]) => {
  expect(mayConnect(site, peer, labelsOf("gateway", site), 8080)).toBe(expected);
  expect(mayConnect(site, peer, labelsOf("gateway", site), 8180)).toBe(true);
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
