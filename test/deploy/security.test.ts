import { expect, test } from "vitest";
import { processes, production, render, workload, workloads, type Workload } from "./chart.ts";

const usual = await render();
const site = await render(...production);
const manifests = [...usual, ...site];
const all = workloads(manifests);

const anything: unknown = expect.anything();
const restricted = {
  runAsNonRoot: true,
  seccompProfile: { type: "RuntimeDefault" },
};

test.for(all)("$name keeps to the restricted Pod Security Standard", ({ pod, container }) => {
  expect(pod.securityContext).toEqual({ ...restricted, runAsUser: 1000, runAsGroup: 1000 });
  expect(container.securityContext).toEqual({
    ...restricted,
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ["ALL"] },
  });
  for (const field of ["hostNetwork", "hostPID", "hostIPC", "initContainers"])
    expect(pod).not.toHaveProperty(field);
  // Nothing of the node; what else may be mounted stands below.
  for (const volume of pod.volumes ?? []) expect(Object.keys(volume)).toEqual(["name", "secret"]);
  for (const port of container.ports ?? []) expect(port).not.toHaveProperty("hostPort");
});

test("no pod can call the Kubernetes API", () => {
  for (const { pod } of all) expect(pod.automountServiceAccountToken).toBe(false);
  for (const account of manifests.filter((m) => m.kind === "ServiceAccount"))
    expect(account).toMatchObject({ automountServiceAccountToken: false });
});

test("no image floats", () => {
  for (const { container } of all)
    expect(container.image).toMatch(/:[0-9]+\.[0-9]+\.[0-9]+$|@sha256:[0-9a-f]{64}$/);
});

test("the chart makes no Secret and spells out no credential", () => {
  expect(manifests.filter((m) => m.kind === "Secret")).toEqual([]);
  expect(JSON.stringify(manifests)).not.toMatch(/(postgres(ql)?|rediss?):\/\//);
  const secret = /DATABASE_URL|REDIS|SMTP|_KEY|PASSWORD|SECRET|TOKEN/;
  for (const { container } of all)
    for (const variable of container.env?.filter(({ name }) => secret.test(name)) ?? [])
      expect(variable).toEqual({ name: variable.name, valueFrom: { secretKeyRef: anything } });
});

test.for(processes)(
  "$name is given its own database, secrets and token, and no other's",
  (process) => {
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
  },
);

const serves = (one: Workload) =>
  processes.some(({ name, protocol }) => name === one.name && protocol === "grpc");

/** A key of a Secret as a volume, and where it is mounted. */
const mounted = (name: string, secretName: string, key: string) => ({
  volume: { name, secret: { secretName, items: [{ key, path: key }] } },
  // Mounted by subPath it would never change.
  mount: { name, mountPath: `/etc/tms/${name}`, readOnly: true },
});
const callers = mounted("callers", "who-may-call", "callers.json");
const ca = mounted("ca", "database-authority", "ca.crt");

test.for(workloads(site))(
  "$name knows whom it trusts, who may call it, and nothing else",
  (one) => {
    const { pod, container, env } = one;
    const files = serves(one) ? [callers, ca] : [ca];
    expect(pod.volumes).toEqual(files.map(({ volume }) => volume));
    expect(container.volumeMounts).toEqual(files.map(({ mount }) => mount));
    expect(env["NODE_EXTRA_CA_CERTS"]?.value).toBe("/etc/tms/ca/ca.crt");
    expect(env["CALLERS_FILE"]?.value).toBe(
      serves(one) ? "/etc/tms/callers/callers.json" : undefined,
    );
  },
);

test.for(workloads(usual))("$name trusts no authority of its own unless it is told to", (one) => {
  const { pod, container, env } = one;
  expect(env).not.toHaveProperty("NODE_EXTRA_CA_CERTS");
  const expected = serves(one) ? ["callers"] : undefined;
  expect(pod.volumes?.map(({ name }) => name)).toEqual(expected);
  expect(container.volumeMounts?.map(({ name }) => name)).toEqual(expected);
});

test("only the migration may change roles and schemas", () => {
  const admins = workloads(site).filter(({ secrets }) =>
    secrets.some((secret) => secret.name === "connections-admin"),
  );
  expect(admins.map(({ name }) => name)).toEqual(["migrate"]);
});
