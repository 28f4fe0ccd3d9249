import { expect, test } from "vitest";
import { processes, production, render, workload, workloads } from "./chart.ts";

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

test.for(workloads(site))("$name knows who may call it if anybody can, and nothing else", (one) => {
  const { name, pod, container, env } = one;
  const serves = processes.some((process) => process.name === name && process.protocol === "grpc");
  if (!serves) {
    expect([pod.volumes, container.volumeMounts, env["CALLERS_FILE"]]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    return;
  }
  const items = [{ key: "callers.json", path: "callers.json" }];
  expect(pod.volumes).toEqual([{ name: "callers", secret: { secretName: "who-may-call", items } }]);
  const [mount] = container.volumeMounts ?? [];
  // Mounted by subPath it would never change.
  expect(mount).toEqual({ name: "callers", mountPath: expect.any(String), readOnly: true });
  expect(env["CALLERS_FILE"]?.value).toBe(`${mount?.mountPath}/callers.json`);
});

test("only the migration may change roles and schemas", () => {
  const admins = workloads(site).filter(({ secrets }) =>
    secrets.some((secret) => secret.name === "connections-admin"),
  );
  expect(admins.map(({ name }) => name)).toEqual(["migrate"]);
});
