import type { TestSystem } from "../harness/system.ts";
import { until } from "@tms/stack/until";
import { audit } from "../harness/audit.ts";
import type { Attack, Found } from "./attack.ts";
import { attackAll } from "./attackers.ts";
import { gaugeText, growth } from "./growth.ts";
import { http2Attack } from "./http2-attack.ts";
import { closeSessions } from "./http2-call.ts";
import { readOperations } from "./operations.ts";
import { rawHttpAttack } from "./raw-http-attack.ts";
import { restAttack } from "./rest-attack.ts";
import type { Verdicts } from "./rest-oracle.ts";
import { rpcAttack } from "./rpc-attack.ts";
import { slowHttp } from "./slow-http-attack.ts";
import type { Gauges, Watch } from "./watch.ts";
import { createTarget, type Target } from "./target.ts";

export interface CampaignOptions {
  seed: number;
  durationMs: number;
  /** Hears how it goes, a line at a time. */
  tell?: (line: string) => void;
}

/** The outcome of a campaign. */
export interface Outcome {
  findings: (Found | string)[];
  /** Cases tried, by attack. */
  tried: Record<string, number>;
  /** Answers of the gateway, by status. */
  statuses: Record<number, number>;
}

// After this part of the time everything is warm, and must not grow any more.
const WARM = 0.2;
const SLOW_CONNECTIONS_OF_A_KIND = 3;
const SETTLED_WITHIN_MS = 30_000;

/** Attacks a running system from all sides while it is used, and looks at what is left of it. */
export async function runCampaign(
  system: TestSystem,
  watch: Watch,
  { seed, durationMs, tell = () => undefined }: CampaignOptions,
): Promise<Outcome> {
  const findings: Outcome["findings"] = [];
  const report = (finding: Found | string) => {
    findings.push(finding);
    tell(`FOUND ${JSON.stringify(finding)}`);
  };
  const statuses = new Map<number, number>();
  const target = await createTarget(system, system.adminUrl);
  try {
    const before = await target.bystander();
    const attacks = await attacksOn(target, { ...system, statuses, documented: new Set() });
    const attackers = { attacks, target, seed, tried: {}, report };
    const slow = slowHttp(target, SLOW_CONNECTIONS_OF_A_KIND).catch((error: unknown) =>
      report(String(error)),
    );
    await attackAll(attackers, durationMs * WARM);
    const early = await watch.measure(system);
    tell(`after a fifth: ${gaugeText(early)}`);
    await attackAll(attackers, durationMs * (1 - WARM));
    await slow;
    closeSessions();
    const grown = settledGrowth(system, watch, early, tell);
    (await grown.catch((error: unknown) => [`at the end: ${String(error)}`])).forEach(report);
    (await damage(target, before, system)).forEach(report);
    watch.complaints.forEach(report);
    return { findings, tried: attackers.tried, statuses: Object.fromEntries(statuses) };
  } finally {
    closeSessions();
    await target.close();
  }
}

const attacksOn = async (target: Target, verdicts: Verdicts): Promise<Attack[]> =>
  [
    restAttack(target, (await readOperations(verdicts.gatewayUrl)).filter(hasEnd), verdicts),
    rawHttpAttack(target, verdicts),
    rpcAttack(target),
    http2Attack(target),
  ] as Attack[];

/** Lists the memory and handles that stay larger than before, although there was time to free them. */
async function settledGrowth(
  system: TestSystem,
  watch: Watch,
  early: Gauges,
  tell: (line: string) => void,
): Promise<string[]> {
  const settled = async () => growth(early, await watch.measure(system)).length === 0;
  const patience = { timeoutMs: SETTLED_WITHIN_MS, everyMs: 500, what: "settling" };
  await until(settled, patience).catch(() => undefined);
  // Rejects when a process has ended, or no longer answers.
  const late = await watch.measure(system);
  tell(`at the end: ${gaugeText(late)}`);
  return growth(early, late);
}

/** Looks whether an attack broke another game, the ledger, or the use of the system. */
async function damage(target: Target, before: string, { adminUrl }: TestSystem): Promise<string[]> {
  const faults: string[] = [];
  if ((await target.bystander()) !== before) faults.push("a game that nobody attacked has changed");
  await target.play().catch((error: unknown) => faults.push(`no longer usable: ${String(error)}`));
  await audit(adminUrl).catch((error: unknown) => faults.push(`the audit: ${String(error)}`));
  return faults;
}

/** Whether an operation's answer ends by itself: attacks read answers whole. */
const hasEnd = ({ id }: { id: string }): boolean => id !== "streamEvents";
