import { expect, test } from "vitest";
import { production, render, workload } from "./chart.ts";
import { manifestFaults } from "./manifest-faults.ts";

const renderings: [string, string[]][] = [
  ["default values", []],
  ["production values", production],
];

test.for(renderings)("every manifest fits the Kubernetes types with %s", async ([, values]) => {
  const manifests = await render(...values);
  // Three for each of eight processes, and the migration.
  expect(manifests).toHaveLength(8 * 3 + 1);
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
