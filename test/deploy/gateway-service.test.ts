import type { V1Service } from "@kubernetes/client-node";
import { expect, test } from "vitest";
import { find, processes, production, render } from "./chart.ts";

const serviceOf = async (name: string, ...settings: string[]) =>
  find<V1Service>(await render(...settings), "Service", `tms-${name}`).spec;

test.for(["LoadBalancer", "NodePort"])(
  "the gateway sees callers' addresses behind a %s, unless it is told otherwise",
  async (type) => {
    const setting = `--set=gatewayService.type=${type}`;
    expect(await serviceOf("gateway", setting)).toMatchObject({
      type,
      externalTrafficPolicy: "Local",
    });
    const cluster = "--set=gatewayService.externalTrafficPolicy=Cluster";
    expect((await serviceOf("gateway", setting, cluster))?.externalTrafficPolicy).toBe("Cluster");
  },
);

test("a gateway for an ingress has nothing to say about traffic from outside", async () => {
  const service = await serviceOf("gateway");
  expect(service?.type).toBe("ClusterIP");
  for (const field of ["externalTrafficPolicy", "loadBalancerSourceRanges"])
    expect(service).not.toHaveProperty(field);
});

test("the gateway's port and who may reach it are the operator's to say", async () => {
  const service = await serviceOf("gateway", ...production);
  expect(service?.ports).toMatchObject([{ port: 8000, targetPort: "http" }]);
  expect(service?.loadBalancerSourceRanges).toEqual(["203.0.113.0/24", "2001:db8::/32"]);
  expect((await serviceOf("gateway"))?.ports).toMatchObject([{ port: 80 }]);
});

test("no service but the gateway can be reached from outside", async () => {
  const site = await render(...production);
  for (const { name } of processes.filter(({ protocol }) => protocol === "grpc")) {
    const service = find<V1Service>(site, "Service", `tms-${name}`).spec;
    expect(service?.type).toBe("ClusterIP");
    expect(service).not.toHaveProperty("externalTrafficPolicy");
    expect(service).not.toHaveProperty("loadBalancerSourceRanges");
  }
});
