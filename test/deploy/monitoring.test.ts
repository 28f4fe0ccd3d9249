import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parser } from "@prometheus-io/lezer-promql";
import {
  PodMonitor,
  PrometheusRule,
} from "@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1";
import { repository } from "@tms/stack/paths";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { chart, find, processes, render, templateOf, workloads } from "./chart.ts";

interface Alarm {
  alert: string;
  expr: string;
  annotations: Record<string, string>;
}

const rules = parse(readFileSync(join(chart, "alarms.yaml"), "utf8")) as {
  groups: { rules: Alarm[] }[];
};
const alarms = rules.groups.flatMap((group) => group.rules);
const readPage = (name: string) => readFileSync(join(repository, "docs", name), "utf8");
const metricsPage = readPage("metrics.md");
const alarmsPage = readPage("alarms.md");
const ON = ["--set=monitoring.podMonitor.enabled=true,monitoring.alarms.enabled=true"];
const LABELLED = [
  ...ON,
  '--set-json=monitoring.podMonitor.labels={"release":"prometheus"}',
  '--set-json=monitoring.alarms.labels={"release":"prometheus"}',
];

/** Returns the metrics in an expression. Throws if it is invalid. */
function metricsOf(expression: string): string[] {
  const names: string[] = [];
  parser
    .configure({ strict: true })
    .parse(expression)
    .iterate({
      enter({ name, from, to }) {
        if (name === "Identifier" && /_/.test(expression.slice(from, to)))
          names.push(expression.slice(from, to));
      },
    });
  return names;
}

test("monitors the pods of every process, and no others", async () => {
  const manifests = await render(...LABELLED);
  const monitor = find<PodMonitor>(manifests, "PodMonitor", "tms");
  new PodMonitor(monitor).validate();
  expect(monitor.metadata?.labels).toMatchObject({ release: "prometheus" });
  const { selector, podMetricsEndpoints } = monitor.spec;
  expect(podMetricsEndpoints).toEqual([{ port: "probes", path: "/metrics", interval: "30s" }]);
  const [{ values = [] } = {}] = selector.matchExpressions ?? [];
  expect(values).toEqual(processes.map(({ name }) => name).toSorted());
  for (const { name, manifest, container } of workloads(manifests)) {
    const labels = templateOf(manifest).metadata?.labels ?? {};
    const isPicked =
      Object.entries(selector.matchLabels ?? {}).every(([key, value]) => labels[key] === value) &&
      values.includes(labels["app.kubernetes.io/component"] ?? "");
    const ports = (container.ports ?? []).map((port) => port.name);
    expect({ name, hasMetrics: ports.includes("probes") }).toEqual({ name, hasMetrics: isPicked });
  }
});

test("renders the alarms as they are in their file", async () => {
  const rule = find<PrometheusRule>(await render(...LABELLED), "PrometheusRule", "tms");
  new PrometheusRule(rule).validate();
  expect(rule.metadata?.labels).toMatchObject({ release: "prometheus" });
  expect(rule.spec).toEqual(rules);
});

test.for(alarms)("explains $alert, and asks for documented metrics", (alarm) => {
  const asked = metricsOf(alarm.expr);
  expect(asked.length).toBeGreaterThan(0);
  for (const name of asked) expect(metricsPage).toContain(`\`${name}\``);
  expect(alarmsPage).toContain(`### \`${alarm.alert}\`\n`);
  expect(Object.keys(alarm.annotations)).toEqual(["summary", "action"]);
});
