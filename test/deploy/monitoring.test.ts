import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { V1ConfigMap } from "@kubernetes/client-node";
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
const ON = "--set=monitoring.podMonitor.enabled=true,monitoring.alarms.enabled=true";
const LABELLED = [
  `${ON},monitoring.dashboards.enabled=true`,
  '--set-json=monitoring.podMonitor.labels={"release":"prometheus"}',
  '--set-json=monitoring.alarms.labels={"release":"prometheus"}',
];

interface Dashboard {
  panels: { title: string; targets?: { expr: string }[] }[];
}
const dashboards = globSync("dashboards/*.json", { cwd: chart });
const panels = dashboards.flatMap(
  (file) => (JSON.parse(readFileSync(join(chart, file), "utf8")) as Dashboard).panels,
);
/** The queries of the alarms, the dashboards and the pages, with their places. */
const queries = [
  ...alarms.map(({ alert, expr }) => [alert, expr] as const),
  ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const)),
  ...["metrics.md", "operations/objectives.md"].flatMap((page) =>
    Array.from(readPage(page).matchAll(/```promql\n(.*?)```/gs), ([, expr = ""]) => [page, expr]),
  ),
] as [string, string][];

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

test("renders the alarms with links to their sections, and the dashboards", async () => {
  const manifests = await render(...LABELLED);
  const rule = find<PrometheusRule>(manifests, "PrometheusRule", "tms");
  new PrometheusRule(rule).validate();
  expect(rule.metadata?.labels).toMatchObject({ release: "prometheus" });
  expect(rule.spec).toMatchObject(rules);
  const page = readPage("alarms.md");
  for (const { alert, annotations } of alarms) {
    const runbook_url = `docs/alarms.md#${alert.toLowerCase()}`;
    const all = rule.spec?.groups?.flatMap((group) => group.rules ?? []) ?? [];
    expect(all.find((one) => one.alert === alert)?.annotations).toMatchObject({ runbook_url });
    expect(Object.keys(annotations)).toEqual(["summary", "action"]);
    expect(page).toContain(`### \`${alert}\`\n`);
  }
  expect(dashboards).toHaveLength(2);
  for (const file of dashboards) {
    const map = find<V1ConfigMap>(manifests, "ConfigMap", `tms-${basename(file, ".json")}`);
    expect(map.metadata?.labels).toMatchObject({ grafana_dashboard: "1" });
    const [text] = Object.values(map.data ?? {});
    expect(text).toBe(readFileSync(join(chart, file), "utf8"));
  }
});

test.for(queries)("asks only for documented metrics in %s", ([, query]) => {
  const asked = metricsOf(query.replaceAll("$__rate_interval", "5m"));
  expect(asked.length).toBeGreaterThan(0);
  for (const name of asked)
    expect(metricsPage).toContain(`\`${name.replace(/_bucket$|_sum$|_count$/, "")}`);
});
