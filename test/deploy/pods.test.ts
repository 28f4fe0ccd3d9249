import type { V1Deployment, V1Job } from "@kubernetes/client-node";
import { expect, test } from "vitest";
import { processes, production, render, workload, type Workload } from "./chart.ts";

const usual = await render();
const site = await render(...production);
const podOf = ({ manifest }: Workload) => (manifest as V1Deployment | V1Job).spec?.template;
const selectorOf = ({ manifest }: Workload) => (manifest as V1Deployment).spec?.selector;

test.for(processes)("$name's pods carry what an operator writes on them", ({ name }) => {
  const one = workload(site, name);
  const own = name === "gateway" ? { "example.com/public": "yes" } : {};
  const { annotations, labels } = podOf(one)?.metadata ?? {};
  expect(annotations).toEqual({ "linkerd.io/inject": "enabled", ...own });
  expect(labels).toEqual({ team: "games", ...selectorOf(one)?.matchLabels });
});

test("the Job has annotations of its own, by which a mesh can leave it alone", () => {
  const { annotations, labels } = podOf(workload(site, "migrate"))?.metadata ?? {};
  expect(annotations).toEqual({ "linkerd.io/inject": "disabled" });
  expect(labels).toMatchObject({ team: "games", "app.kubernetes.io/component": "migrate" });
});

test("pods that nobody writes on carry the labels they are found by alone", () => {
  for (const name of [...processes.map((process) => process.name), "migrate"]) {
    expect(podOf(workload(usual, name))?.metadata).toEqual({
      labels: {
        "app.kubernetes.io/name": "tms",
        "app.kubernetes.io/instance": "tms",
        "app.kubernetes.io/component": name,
      },
    });
  }
});

test.for(processes)("$name runs where its operator wants it, spread over nodes", ({ name }) => {
  const one = workload(site, name);
  expect(one.pod.nodeSelector).toEqual({ "kubernetes.io/arch": "amd64" });
  expect(one.pod.tolerations).toEqual([
    { key: "dedicated", operator: "Equal", value: "tms", effect: "NoSchedule" },
  ]);
  expect(one.pod.topologySpreadConstraints).toEqual([
    {
      maxSkew: 1,
      topologyKey: "kubernetes.io/hostname",
      whenUnsatisfiable: "ScheduleAnyway",
      labelSelector: selectorOf(one),
    },
  ]);
  expect(one.pod.affinity !== undefined).toBe(name === "gateway");
});

test("the Job runs where its operator wants it", () => {
  const { pod } = workload(site, "migrate");
  expect(pod.nodeSelector).toEqual({ "kubernetes.io/arch": "arm64" });
  expect(pod.tolerations).toEqual([{ key: "dedicated", operator: "Exists" }]);
  expect(pod.affinity).toEqual({ nodeAffinity: {} });
});

test("pods run anywhere unless somebody says where", () => {
  for (const name of [...processes.map((process) => process.name), "migrate"])
    for (const field of ["nodeSelector", "tolerations", "affinity", "topologySpreadConstraints"])
      expect(workload(usual, name).pod).not.toHaveProperty(field);
});

test("a constraint keeps the selector that its operator gives it", async () => {
  const selector = { matchLabels: { team: "games" } };
  const constraint = { maxSkew: 2, topologyKey: "zone", whenUnsatisfiable: "DoNotSchedule" };
  const constraints = JSON.stringify([{ ...constraint, labelSelector: selector }]);
  const own = await render(`--set-json=processes.gateway.topologySpreadConstraints=${constraints}`);
  expect(workload(own, "gateway").pod.topologySpreadConstraints).toEqual([
    { ...constraint, labelSelector: selector },
  ]);
});
