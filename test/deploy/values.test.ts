import { describe, expect, test } from "vitest";
import { chart, helm, least, render, renderOnly } from "./chart.ts";

test("helm lint is satisfied, strictly", async () => {
  expect(await helm("lint", "--strict", ...least, chart)).toContain("0 chart(s) failed");
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
    ["a port that is none", "--set=gatewayService.port=70000"],
    [
      "an unknown traffic policy",
      "--set=gatewayService.type=NodePort,gatewayService.externalTrafficPolicy=local",
    ],
    ["a traffic policy of a ClusterIP", "--set=gatewayService.externalTrafficPolicy=Local"],
    [
      "source ranges that nothing would heed",
      "--set=gatewayService.type=NodePort,gatewayService.loadBalancerSourceRanges={10.0.0.0/8}",
    ],
    [
      "a source range that is no network",
      "--set=gatewayService.type=LoadBalancer,gatewayService.loadBalancerSourceRanges={example.com}",
    ],
    ["a certificate in place of a Secret's name", "--set=tls.caSecret=-----BEGIN CERTIFICATE-----"],
    ["an unknown setting of TLS", "--set=tls.ca=tms-ca"],
    ["a text for whether there are policies", "--set-string=networkPolicies.enabled=true"],
    ["an unknown setting of policies", "--set=networkPolicies.egress=true"],
    ["a stop without a pause", "--set=defaults.preStopSeconds=0"],
    ["a fraction of a second", "--set-json=processes.gateway.preStopSeconds=1.5"],
    ["a number of replicas below none", "--set=defaults.replicas=-1"],
    ["an autoscaler without a most", "--set=processes.entry.autoscaling.minReplicas=2"],
    ["an interval that is none", "--set=monitoring.podMonitor.interval=often"],
    ["an unknown setting of alarms", "--set=monitoring.alarms.severity=page"],
    [
      "a label that pods are found by",
      '--set-json=defaults.podLabels={"app.kubernetes.io/component":"wallet"}',
    ],
    [
      "a label that a process's pods are found by",
      '--set-json=processes.game.podLabels={"app.kubernetes.io/name":"chess"}',
    ],
    [
      "a label that the Job's pods are found by",
      '--set-json=migration.podLabels={"app.kubernetes.io/instance":"chess"}',
    ],
    ["a label that Kubernetes would refuse", "--set=defaults.podLabels.team=games and more"],
    ["an annotation that is no text", '--set-json=defaults.podAnnotations={"inject":true}'],
    ["an annotation of the Job that is no text", '--set-json=migration.podAnnotations={"a":1}'],
    ["a misspelt toleration", '--set-json=defaults.tolerations=[{"keys":"dedicated"}]'],
    ["an unknown affinity", '--set-json=processes.game.affinity={"gamerAffinity":{}}'],
    ["a constraint without a skew", "--set-json=defaults.topologySpreadConstraints=[{}]"],
    ["spreading of the one Job", "--set-json=migration.topologySpreadConstraints=[]"],
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

  test.for([
    ["no number of replicas", "--set=defaults.replicas=null"],
    ["no number of one process's replicas", "--set=processes.wallet.replicas=null"],
    ["no labels, as null", "--set=defaults.podLabels=null,migration.podLabels=null"],
    ["an empty traffic policy", "--set=gatewayService.externalTrafficPolicy="],
    ["no name for an authority's Secret", "--set=tls.caSecret="],
    ["a label of an empty text", "--set=defaults.podLabels.team="],
    [
      "a label that tells a version",
      '--set-json=defaults.podLabels={"app.kubernetes.io/version":"9"}',
    ],
    [
      "every field of a constraint",
      `--set-json=defaults.topologySpreadConstraints=${JSON.stringify([
        {
          maxSkew: 1,
          minDomains: 2,
          topologyKey: "zone",
          whenUnsatisfiable: "DoNotSchedule",
          labelSelector: {},
          matchLabelKeys: ["pod-template-hash"],
          nodeAffinityPolicy: "Honor",
          nodeTaintsPolicy: "Ignore",
        },
      ])}`,
    ],
  ] as const)("%s", async ([, setting]) => {
    await expect(render(setting)).resolves.toBeDefined();
  });
});

describe("without what nobody else can know the chart says", () => {
  const publicUrl = "--set=processes.gateway.env.PUBLIC_URL=https://tournaments.example.com";
  test.for([
    ["where callers reach the gateway", [], /Say in processes\.gateway\.env\.PUBLIC_URL where/],
    ["whom mails come from", [publicUrl], /Say in processes\.identity\.env\.MAIL_FROM whom/],
  ] as const)("that it has to be told %s", async ([, settings, sentence]) => {
    await expect(renderOnly("tms", ...settings)).rejects.toThrow(sentence);
  });
});
