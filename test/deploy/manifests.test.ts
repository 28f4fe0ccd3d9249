import { expect, test } from "vitest";
import { production, render, workload } from "./chart.ts";
import { manifestFaults } from "./manifest-faults.ts";

// Four for each of eight processes, and the migration; with network policies five for each, and one
// autoscaler.
const renderings: [string, number, string[]][] = [
  ["default values", 8 * 4 + 1, []],
  ["production values", 8 * 5 + 2, production],
  ["production values on a cluster of today", 8 * 5 + 2, [...production, "--kube-version=1.34.0"]],
];

test.for(renderings)("every manifest fits the Kubernetes types with %s", async (rendering) => {
  const [, count, values] = rendering;
  const manifests = await render(...values);
  expect(manifests).toHaveLength(count);
  for (const manifest of manifests)
    expect(manifestFaults(manifest), `${manifest.kind} ${manifest.metadata.name}`).toEqual([]);
});

test("the check finds a planted wrong type", async () => {
  const { manifest } = workload(await render(), "wallet");
  Object.assign(manifest.spec ?? {}, { replicas: "three" });
  expect(manifestFaults(manifest).join()).toMatch(/replicas.*integer/);
});

test("the check finds a planted misspelt field", async () => {
  const { manifest, container } = workload(await render(), "wallet");
  Object.assign(container, { readynessProbe: container.readinessProbe });
  expect(manifestFaults(manifest)).toEqual([
    "/spec/template/spec/containers/0/readynessProbe is unknown",
  ]);
});

test("the check refuses a kind it does not know", () => {
  expect(manifestFaults({ kind: "Widget", metadata: { name: "w" } })).toHaveLength(1);
});
