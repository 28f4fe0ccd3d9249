import { diag, DiagLogLevel } from "@opentelemetry/api";
import type { Sampler, SamplingDecision } from "@opentelemetry/sdk-trace";
import type { TracingConfig } from "../process/config.ts";
import type { Logger } from "../process/log.ts";
import { warnRarely } from "../process/rarely.ts";
import type { Shutdown } from "../process/shutdown.ts";
import { withTimeout } from "../process/timeout.ts";
import { setTracing } from "./spans.ts";

// The time limit of the last export. A stopping process must not wait for an unreachable collector.
const STOP_LIMIT_MS = 2_000;

/** Starts to export spans. Imports the SDK here, so that a process without tracing does not load the SDK. */
export async function startTracing(
  process: string,
  config: TracingConfig,
  log: Logger,
  shutdown: Shutdown,
): Promise<void> {
  const [sdk, { OTLPTraceExporter }, resources, { W3CTraceContextPropagator }] = await Promise.all([
    import("@opentelemetry/sdk-trace"),
    import("@opentelemetry/exporter-trace-otlp-http"),
    import("@opentelemetry/resources"),
    import("@opentelemetry/core"),
  ]);
  const warn = warnRarely(log, "spans could not be exported");
  const ignore = () => undefined;
  const logger = { error: warn, warn: ignore, info: ignore, debug: ignore, verbose: ignore };
  diag.setLogger(logger, { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true });
  // Environment variables override the default service name.
  const detectors = [
    resources.resourceAttributesEnvDetector,
    resources.serviceNameEnvDetector,
    resources.serviceInstanceIdDetector,
  ];
  const resource = resources
    .defaultResource()
    .merge(resources.resourceFromAttributes({ "service.name": `tms-${process}` }))
    .merge(resources.detectResources({ detectors }));
  const provider = new sdk.TracerProvider({
    sampler: followingLinks(samplerOf(config, sdk), sdk.SamplingDecision.RECORD_AND_SAMPLED),
    resource,
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  const draws = config.sampler === DRAWN;
  setTracing({
    tracer: provider.getTracer("tms"),
    propagator: new W3CTraceContextPropagator(),
    drawsTrace: () => !draws || Math.random() < config.ratio,
  });
  shutdown.add("the export of spans", async () => {
    setTracing(undefined);
    await withTimeout(provider.shutdown(), STOP_LIMIT_MS, () => undefined);
  });
}

// With this sampler, requests are drawn before their span is created. An unsampled span takes longer.
const DRAWN = "parentbased_traceidratio";

function samplerOf(
  { sampler, ratio }: TracingConfig,
  sdk: typeof import("@opentelemetry/sdk-trace"),
): Sampler {
  let root: Sampler = new sdk.AlwaysOffSampler();
  if (sampler.endsWith("traceidratio")) root = new sdk.TraceIdRatioBasedSampler(ratio);
  if (sampler.endsWith("always_on") || sampler === DRAWN) root = new sdk.AlwaysOnSampler();
  return sampler.startsWith("parentbased_") ? new sdk.ParentBasedSampler({ root }) : root;
}

/** Returns a sampler that also records spans with links, because an unsampled span would lose its links. */
const followingLinks = (sampler: Sampler, decision: SamplingDecision): Sampler => ({
  shouldSample: (...span) => (span[5].length > 0 ? { decision } : sampler.shouldSample(...span)),
  toString: () => `FollowingLinks{${sampler.toString()}}`,
});
