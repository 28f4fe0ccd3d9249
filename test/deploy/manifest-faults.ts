import { ObjectSerializer } from "@kubernetes/client-node/dist/gen/models/ObjectSerializer.js";
import { Deployment } from "kubernetes-models/apps/v1";
import { HorizontalPodAutoscaler } from "kubernetes-models/autoscaling/v2";
import { HorizontalPodAutoscaler as OldAutoscaler } from "kubernetes-models/autoscaling/v2beta2";
import { Job } from "kubernetes-models/batch/v1";
import { NetworkPolicy } from "kubernetes-models/networking.k8s.io/v1";
import { PodDisruptionBudget } from "kubernetes-models/policy/v1";
import { PodDisruptionBudget as OldBudget } from "kubernetes-models/policy/v1beta1";
import { Service, ServiceAccount } from "kubernetes-models/v1";
import type { Manifest } from "./chart.ts";

const KINDS = {
  Deployment,
  HorizontalPodAutoscaler,
  Job,
  NetworkPolicy,
  PodDisruptionBudget,
  Service,
  ServiceAccount,
};

// What clusters before 1.21 and 1.23 know; the fields are the same.
const OLD_KINDS: Partial<Record<string, typeof OldBudget | typeof OldAutoscaler>> = {
  "policy/v1beta1 PodDisruptionBudget": OldBudget,
  "autoscaling/v2beta2 HorizontalPodAutoscaler": OldAutoscaler,
};

/**
 * Lists the faults that a strict API server would find in a manifest. Two libraries are asked, as
 * neither sees everything: one knows each field's type, the other which fields there are.
 */
export function manifestFaults(manifest: Manifest): string[] {
  if (!(manifest.kind in KINDS)) return [`nobody knows how to check a ${manifest.kind}`];
  return [...typeFaults(manifest), ...unknownFields(manifest)];
}

function typeFaults(manifest: Manifest): string[] {
  const Kind =
    OLD_KINDS[`${manifest.apiVersion} ${manifest.kind}`] ??
    KINDS[manifest.kind as keyof typeof KINDS];
  try {
    new Kind(manifest as never).validate();
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

/** The serializer drops whatever the type does not have; what is gone was unknown. */
function unknownFields(manifest: Manifest): string[] {
  const type = `${manifest.kind === "HorizontalPodAutoscaler" ? "V2" : "V1"}${manifest.kind}`;
  const object: unknown = ObjectSerializer.deserialize(manifest, type, "");
  return missing(manifest, ObjectSerializer.serialize(object, type, ""), "");
}

function missing(before: unknown, after: unknown, path: string): string[] {
  if (typeof before !== "object" || before === null) return [];
  const kept = (typeof after === "object" && after !== null ? after : {}) as Record<
    string,
    unknown
  >;
  return Object.entries(before).flatMap(([key, value]) => {
    const here = `${path}/${key}`;
    return kept[key] === undefined ? [`${here} is unknown`] : missing(value, kept[key], here);
  });
}
