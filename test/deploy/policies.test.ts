import type {
  V1Deployment,
  V1LabelSelector,
  V1Pod,
  V1PodDisruptionBudget,
} from "@kubernetes/client-node";
import type { INetworkPolicy } from "kubernetes-models/networking.k8s.io/v1";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { find, processes, render, type Manifest } from "./chart.ts";
import { block } from "./page.ts";

const open = await render();
const closed = await render("--set=networkPolicies.enabled=true");
const names = processes.map(({ name }) => name);

const policyOf = (name: string) =>
  find<INetworkPolicy>(closed, "NetworkPolicy", `tms-${name}`).spec;
const budgetOf = (manifests: Manifest[], name: string) =>
  find<V1PodDisruptionBudget>(manifests, "PodDisruptionBudget", `tms-${name}`);
const podLabelsOf = (name: string) =>
  find<V1Deployment>(closed, "Deployment", `tms-${name}`).spec?.template.metadata?.labels ?? {};

/** Whether a selector picks pods with these labels. */
function picks(selector: V1LabelSelector | undefined, labels: Record<string, string>): boolean {
  const { matchLabels = {}, matchExpressions = [], ...others } = selector ?? {};
  if (Object.keys(others).length > 0) throw new Error("The selector says more than this reads.");
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, operator, values = [] }) => {
      if (operator !== "In") throw new Error(`${operator} is not read here.`);
      return values.includes(labels[key] ?? "");
    })
  );
}

/** Whether pods with these labels may connect to a port of a process. */
const mayReach = (labels: Record<string, string>, name: string, port: number): boolean =>
  (policyOf(name)?.ingress ?? []).some(
    ({ ports = [], from }) =>
      ports.some((opened) => opened.port === port) &&
      (from === undefined || from.some(({ podSelector }) => picks(podSelector, labels))),
  );

const STRANGER = { app: "somebody-else" };

test("every process is behind a policy of its own where policies are wanted, and nowhere else", () => {
  expect(open.filter(({ kind }) => kind === "NetworkPolicy")).toEqual([]);
  const policies = closed.filter(({ kind }) => kind === "NetworkPolicy");
  expect(policies.map(({ metadata }) => metadata.name)).toEqual(
    names.map((name) => `tms-${name}`).toSorted(),
  );
  for (const name of names) {
    expect(policyOf(name)?.policyTypes).toEqual(["Ingress"]);
    const picked = names.filter((other) => picks(policyOf(name)?.podSelector, podLabelsOf(other)));
    expect(picked).toEqual([name]);
  }
});

test.for(processes.filter(({ protocol }) => protocol === "grpc"))(
  "$name is reached by those that call it and the command line, and by no other",
  ({ name, port }) => {
    const callers = processes.filter(({ clients }) => clients.includes(name));
    const reached = names.filter((other) => mayReach(podLabelsOf(other), name, port));
    expect(reached).toEqual(callers.map((caller) => caller.name));
    const cli = (parse(block("yaml", "kind: Pod")) as V1Pod).metadata?.labels ?? {};
    expect(mayReach(cli, name, port)).toBe(true);
    expect(mayReach({ ...cli, "app.kubernetes.io/instance": "other" }, name, port)).toBe(false);
    expect(mayReach(STRANGER, name, port)).toBe(false);
  },
);

test("the gateway is reached by everybody", () => {
  const gateway = processes.find(({ name }) => name === "gateway");
  expect(mayReach(STRANGER, "gateway", gateway?.port ?? 0)).toBe(true);
});

test.for(processes)("$name is probed from any node, and has no other port open", (process) => {
  const { name, port, probePort } = process;
  expect(mayReach(STRANGER, name, probePort)).toBe(true);
  const ports = policyOf(name)?.ingress?.flatMap((rule) =>
    rule.ports?.map((opened) => opened.port),
  );
  expect(new Set(ports)).toEqual(new Set([port, probePort]));
});

test.for(names)("a drained node takes one pod of %s at a time", (name) => {
  const { spec } = budgetOf(open, name);
  // With minAvailable a single replica would keep a node from being drained.
  expect(spec).toEqual({ maxUnavailable: 1, selector: spec?.selector });
  expect(names.filter((other) => picks(spec?.selector, podLabelsOf(other)))).toEqual([name]);
});

test.for([
  ["1.20.15", "policy/v1beta1"],
  ["1.21.0", "policy/v1"],
  ["1.21.5-gke.1302", "policy/v1"],
  ["1.34.0", "policy/v1"],
] as const)("Kubernetes %s is given disruption budgets of %s", async ([cluster, version]) => {
  const budget = budgetOf(await render(`--kube-version=${cluster}`), "wallet");
  expect(budget.apiVersion).toBe(version);
});
