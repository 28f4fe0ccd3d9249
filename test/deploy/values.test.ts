import { describe, expect, test } from "vitest";
import { chart, helm, render } from "./chart.ts";

test("helm lint is satisfied, strictly", async () => {
  expect(await helm("lint", "--strict", chart)).toContain("0 chart(s) failed");
});

describe("values.schema.json refuses", () => {
  test.for([
    ["an unknown group", "--set=surprise.me=1"],
    ["an unknown process", "--set=processes.lottery.replicas=1"],
    ["a process taken away", "--set=processes.wallet=null"],
    ["an unknown setting of a process", "--set=processes.wallet.replica=3"],
    ["a text for a number", "--set=defaults.replicas=three"],
    ["a fraction of a replica", "--set-json=defaults.replicas=1.5"],
    [
      "a number for a variable, which Helm would print as 1e+07",
      "--set=processes.gateway.env.RATE_LIMIT_PER_MINUTE=10000000",
    ],
    ["a variable the process does not read", "--set-string=processes.game.env.PUBLIC_URL=http://x"],
    ["a variable nobody reads", "--set-string=processes.gateway.env.PUBLIC_ULR=http://x"],
    [
      "a variable that not every process reads, for all",
      "--set-string=defaults.env.DATABASE_POOL_SIZE=4",
    ],
    ["an unknown log level", "--set=defaults.env.LOG_LEVEL=loud"],
    ["an unknown pull policy", "--set=images.pullPolicy=Sometimes"],
    ["a registry that ends in a slash", "--set=images.registry=registry.example.com/"],
    ["no name for a Secret", "--set=secrets.services="],
    ["a connection string in place of a Secret's name", "--set=secrets.admin=postgres://u:p@h/d"],
    ["no name for the callers", "--set=secrets.callers="],
    ["a token in place of a Secret's name", "--set=secrets.callerPrefix=tmsc_abc"],
    ["an unknown service type", "--set=gatewayService.type=ExternalName"],
    ["a limit that is no quantity", "--set=defaults.resources.limits.memory=lots"],
  ] as const)("%s", async ([, setting]) => {
    await expect(render(setting)).rejects.toThrow(/values don't meet the specifications/);
  });
});

describe("values.schema.json takes", () => {
  test.for([
    ["gateway", "ADDRESS_CONNECTIONS"],
    ["gateway", "JOIN_BATCH_MAX"],
    ["gateway", "JOIN_BATCHES_IN_FLIGHT"],
    ["entry", "JOIN_BATCH_MAX"],
    ["entry", "JOIN_BATCHES_IN_FLIGHT"],
  ] as const)("for the %s %s", async ([process, name]) => {
    await expect(
      render(`--set-string=processes.${process}.env.${name}=100`),
    ).resolves.toBeDefined();
  });
});
