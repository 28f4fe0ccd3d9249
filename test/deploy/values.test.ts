import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ObjectSerializer } from "@kubernetes/client-node/dist/gen/models/ObjectSerializer.js";
import { Ajv } from "ajv";
import { Deployment, StatefulSet } from "kubernetes-models/apps/v1";
import { HorizontalPodAutoscaler } from "kubernetes-models/autoscaling/v2";
import { HorizontalPodAutoscaler as OldAutoscaler } from "kubernetes-models/autoscaling/v2beta2";
import { Job } from "kubernetes-models/batch/v1";
import { HTTPRoute } from "@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1";
import { Ingress, NetworkPolicy } from "kubernetes-models/networking.k8s.io/v1";
import { PodDisruptionBudget } from "kubernetes-models/policy/v1";
import { PodDisruptionBudget as OldBudget } from "kubernetes-models/policy/v1beta1";
import { Role, RoleBinding } from "kubernetes-models/rbac.authorization.k8s.io/v1";
import { Pod, Secret, Service, ServiceAccount } from "kubernetes-models/v1";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { chart, helm, installations, render, renderOnly, type Manifest } from "./chart.ts";

type Values = Record<string, unknown>;

const readYaml = async (file: string) => parse(await readFile(file, "utf8")) as Values;
const [defaults, required] = await Promise.all([
  readYaml(join(chart, "values.yaml")),
  readYaml(join(import.meta.dirname, "fixtures/least.yaml")),
]);
const schema = await readYaml(join(chart, "values.schema.json"));
const isValid = new Ajv({ strict: false }).compile(schema);

const isObject = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Merges values as Helm does: null removes a default. */
function merge(under: unknown, over: unknown): unknown {
  if (!isObject(under) || !isObject(over)) return over;
  const merged: Values = { ...under };
  for (const [key, value] of Object.entries(over))
    if (value === null) delete merged[key];
    else merged[key] = merge(under[key], value);
  return merged;
}

const accepts = (yaml: string) => isValid(merge(merge(defaults, required), parse(yaml)));

test("has Helm apply the schema", () =>
  expect(render("--set=processes.wallet.replica=3")).rejects.toThrow(
    /don't meet the specification/,
  ));

describe("values.schema.json refuses", () => {
  test.for([
    ["an unknown group", "surprise: {me: 1}"],
    ["an unknown setting of a process", "processes: {wallet: {replica: 3}}"],
    ["a text for a number", "defaults: {replicas: three}"],
    ["an unknown service type", "gatewayService: {type: ExternalName}"],
    ["an invalid port", "gatewayService: {port: 70000}"],
    [
      "an invalid source range",
      "gatewayService: {type: LoadBalancer, loadBalancerSourceRanges: [example.com]}",
    ],
    ["an invalid interval", "monitoring: {podMonitor: {interval: often}}"],
    ["an invalid label", "defaults: {podLabels: {team: games and more}}"],
    ["a constraint without a skew", "defaults: {topologySpreadConstraints: [{}]}"],
    ["a limit that is no quantity", "defaults: {resources: {limits: {memory: lots}}}"],
    ["a process taken away", "processes: {wallet: null}"],
    // Helm would print it as 1e+07.
    ["a number for a variable", "processes: {gateway: {env: {RATE_LIMIT_PER_MINUTE: 10000000}}}"],
    ["a variable of another process", "processes: {game: {env: {PUBLIC_URL: http://x}}}"],
    ["an unknown variable", "processes: {gateway: {env: {PUBLIC_ULR: http://x}}}"],
    ["a URL of another server", 'servers: {adminUrl: "redis://h"}'],
    ["a variable of some processes for all", 'defaults: {env: {DATABASE_POOL_SIZE: "4"}}'],
    ["a connection string for a Secret's name", 'secrets: {admin: "postgres://u:p@h/d"}'],
    ["a tag for a digest", "images: {digest: 1.1.0}"],
    ["an HTTPRoute without a Gateway", "httpRoute: {enabled: true}"],
    ["a token for a Secret's name", "secrets: {callerPrefix: tmsc_abc}"],
    ["a traffic policy of a ClusterIP", "gatewayService: {externalTrafficPolicy: Local}"],
    [
      "source ranges of a NodePort",
      "gatewayService: {type: NodePort, loadBalancerSourceRanges: [10.0.0.0/8]}",
    ],
    ["a peer that selects nothing", "networkPolicies: {enabled: true, gatewayFrom: [{}]}"],
    [
      "peers of the gateway without network policies",
      "networkPolicies: {enabled: false, gatewayFrom: [{podSelector: {}}]}",
    ],
    ["a stop without a pause", "defaults: {preStopSeconds: 0}"],
    ["an autoscaler without a maximum", "processes: {entry: {autoscaling: {minReplicas: 2}}}"],
    ["a label of selectors", "defaults: {podLabels: {app.kubernetes.io/component: wallet}}"],
    ["an annotation that is no text", "defaults: {podAnnotations: {inject: true}}"],
    ["a misspelt toleration", "defaults: {tolerations: [{keys: dedicated}]}"],
  ] as const)("%s", ([, values]) => {
    expect(accepts(values)).toBe(false);
  });
});

describe("values.schema.json accepts", () => {
  const limits = 'env: {JOIN_BATCH_MAX: "100", JOIN_BATCHES_IN_FLIGHT: "4"}';
  test.for([
    ["no values of its own", "{}"],
    ["limits of joins", `processes: {gateway: {${limits}}, entry: {${limits}}}`],
    ["no number of replicas", "defaults: {replicas: null}"],
    ["no labels", "{defaults: {podLabels: null}, migration: {podLabels: null}}"],
    ["a label of a version", 'defaults: {podLabels: {app.kubernetes.io/version: "9"}}'],
    [
      "every field of a constraint",
      "defaults: {topologySpreadConstraints: [{maxSkew: 1, minDomains: 2, topologyKey: zone, " +
        "whenUnsatisfiable: DoNotSchedule, labelSelector: {}, matchLabelKeys: [pod-template-hash], " +
        "nodeAffinityPolicy: Honor, nodeTaintsPolicy: Ignore}]}",
    ],
  ] as const)("%s", ([, values]) => {
    expect([accepts(values), isValid.errors]).toEqual([true, null]);
  });
});

const publicUrl = "--set=processes.gateway.env.PUBLIC_URL=https://tournaments.example.com";
const mailFrom = "--set=processes.identity.env.MAIL_FROM=no-reply@example.com";
const trial = "--set=trial.enabled=true,ingress.enabled=true";

test.for([
  [["--set=secrets.existing=true"], /Set processes\.gateway\.env\.PUBLIC_URL to/],
  [["--set=secrets.existing=true", publicUrl], /Set processes\.identity\.env\.MAIL_FROM to/],
  [[publicUrl, mailFrom], /Set servers\.adminUrl or servers\.existingSecret/],
  [[publicUrl, trial], /Set servers\.smtpUrl to expose a trial/],
] as const)("asks for what only the operator knows, given %j", async ([settings, sentence]) => {
  await expect(renderOnly("tms", ...settings)).rejects.toThrow(sentence);
});

test.for(Object.entries(installations))("passes lint and is valid, with %s", async ([, values]) => {
  expect(await helm("lint", "--strict", ...values, chart)).toContain("0 chart(s) failed");
  for (const manifest of await renderOnly("tms", ...values)) checkManifest(manifest);
});

const KINDS = {
  Deployment,
  HorizontalPodAutoscaler,
  HTTPRoute,
  Ingress,
  Job,
  NetworkPolicy,
  Pod,
  PodDisruptionBudget,
  Role,
  RoleBinding,
  Secret,
  Service,
  ServiceAccount,
  StatefulSet,
};

// Clusters before 1.21 and 1.23 know these. The fields are the same.
const OLD_KINDS: Partial<Record<string, typeof OldBudget | typeof OldAutoscaler>> = {
  "policy/v1beta1 PodDisruptionBudget": OldBudget,
  "autoscaling/v2beta2 HorizontalPodAutoscaler": OldAutoscaler,
};

/**
 * Throws if a strict API server would refuse a manifest. One library knows the type of each field,
 * the other knows which fields exist: its serializer drops unknown fields.
 */
function checkManifest(manifest: Manifest): void {
  const { apiVersion, kind } = manifest;
  const Kind = OLD_KINDS[`${apiVersion} ${kind}`] ?? KINDS[kind as keyof typeof KINDS];
  new Kind(manifest as never).validate();
  // The serializer knows only the kinds of Kubernetes itself.
  if (kind === "HTTPRoute") return;
  const type = `${kind === "HorizontalPodAutoscaler" ? "V2" : "V1"}${kind}`;
  const object: unknown = ObjectSerializer.deserialize(manifest, type, "");
  const known: unknown = ObjectSerializer.serialize(object, type, "");
  expect(known).toEqual(manifest);
}
