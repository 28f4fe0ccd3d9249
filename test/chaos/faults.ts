import { Redis } from "ioredis";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { PROCESSES } from "@tms/stack/system/system";
import { until } from "@tms/stack/until";
import { EDGE_NAMES, toProcess, type EdgeState } from "./network.ts";
import type { PlannedFault } from "./plan.ts";
import type { Random } from "./random.ts";
import type { ChaosSystem, ServerName } from "./system.ts";

type Heal = () => Promise<unknown>;

/** One way to harm the system. */
interface Fault {
  /** How often it is drawn, compared with the others. */
  weight: number;
  draw(random: Random): { target: string; amountMs?: number };
  /** Returns how to end it; nothing if it is over at once. */
  begin(system: ChaosSystem, fault: PlannedFault): Promise<Heal | void>;
}

const HOUR_MS = 3_600_000;
const MAX_DELAY_MS = 60;
const SERVERS: readonly ServerName[] = ["postgres", "redis"];
const ROLES = ["game", "tournament", "entry", "wallet", "settlement", "identity"];
const TABLES = `wallet.account entry.registration entry.entry entry.pending_join entry.board
  tournament.tournament settlement.settlement entry.request tournament.outbox game.api_key
  game.member identity.session identity.outbox`.split(/\s+/);

const anyProcess = (random: Random) => ({ target: random.pick(PROCESSES) });
const always = (target: string) => () => ({ target });

/** A fault of one edge. */
const edgeFault = (
  weight: number,
  toState: (fault: PlannedFault) => EdgeState,
  maxDelayMs = 0,
): Fault => ({
  weight,
  draw: (random) => ({
    target: random.pick(EDGE_NAMES),
    ...(maxDelayMs > 0 && { amountMs: random.int(1, maxDelayMs) }),
  }),
  async begin({ network }, fault) {
    const edge = network.edge(fault.target);
    edge.set(toState(fault));
    return async () => edge.set("open");
  },
});

/** Every fault, by its kind (see docs/chaos.md). Seeds depend on their order and weights. */
export const FAULTS: Readonly<Record<string, Fault>> = {
  kill: {
    weight: 7,
    draw: (random) => ({ target: random.pick([...PROCESSES, ...SERVERS]) }),
    async begin(system, { target }) {
      const server = SERVERS.find((name) => name === target);
      if (server !== undefined) {
        await system.servers[server].lose("killed");
        return () => system.servers[server].bringBack();
      }
      await system.kill(toProcess(target));
      return () => system.restart(toProcess(target));
    },
  },
  stop: {
    weight: 4,
    draw: anyProcess,
    async begin(system, { target }) {
      await system.end(toProcess(target));
      return () => system.restart(toProcess(target));
    },
  },
  roll: {
    weight: 4,
    draw: anyProcess,
    begin: (system, { target }) => system.replace(toProcess(target)),
  },
  ambush: {
    weight: 2,
    draw: always("settlement"),
    async begin(system) {
      const edge = system.network.edge("settlement→postgres");
      edge.set({ delayMs: 40 });
      const struck = await awaitPayment(system);
      if (struck) await system.kill("settlement");
      return async () => {
        edge.set("open");
        if (struck) await system.restart("settlement");
      };
    },
  },
  freeze: {
    weight: 4,
    // The settlement worker twice: its leases can run out.
    draw: (random) => ({ target: random.pick([...PROCESSES, "settlement", "redis"]) }),
    async begin({ processes, servers }, { target }) {
      if (target === "redis") {
        await servers.redis.lose("frozen");
        return () => servers.redis.bringBack();
      }
      const frozen = processes.get(toProcess(target));
      frozen?.kill("SIGSTOP");
      return async () => frozen?.kill("SIGCONT");
    },
  },
  "crash-backend": {
    weight: 1,
    draw: always("postgres"),
    async begin({ admin }) {
      const { rows } = await admin((client) =>
        client.query<{ pid: number }>(
          `SELECT pid FROM pg_stat_activity WHERE usename LIKE 'tms\\_%' ORDER BY query_start DESC`,
        ),
      );
      try {
        if (rows[0] !== undefined) process.kill(rows[0].pid, "SIGKILL");
      } catch {
        // The backend has ended.
      }
    },
  },
  "drop-connections": {
    weight: 2,
    draw: (random) => ({ target: `tms_${random.pick(ROLES)}` }),
    async begin({ admin }, { target }) {
      const sql = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1`;
      await admin((client) => client.query(sql, [target]));
    },
  },
  "lock-rows": {
    weight: 3,
    draw: (random) => ({ target: random.pick(TABLES) }),
    async begin({ servers }, { target }) {
      const { adminUrl: connectionString } = servers;
      const client = new pg.Client({ connectionString, statement_timeout: 1_000 });
      client.on("error", () => undefined);
      const lock = async () => {
        await client.connect();
        await client.query(`BEGIN; SELECT FROM ${target} FOR UPDATE`);
      };
      // While the server is down or busy, there is nothing to lock.
      await lock().catch(() => undefined);
      return () => client.end().catch(() => undefined);
    },
  },
  flush: {
    weight: 2,
    draw: always("redis"),
    begin: (system) => flushRedis(system),
  },
  "expire-leases": {
    weight: 3,
    draw: always("leases"),
    begin: (system) => expireLeases(system),
  },
  skew: {
    weight: 2,
    draw: (random) => ({ ...anyProcess(random), amountMs: random.int(-HOUR_MS, HOUR_MS) }),
    async begin({ setClock }, { target, amountMs }) {
      await setClock(toProcess(target), amountMs);
      return () => setClock(toProcess(target), 0);
    },
  },
  cut: edgeFault(3, () => "cut"),
  stall: edgeFault(3, () => "stalled"),
  mute: edgeFault(5, () => "mute"),
  slow: edgeFault(2, ({ amountMs }) => ({ delayMs: amountMs }), MAX_DELAY_MS),
};

const AMBUSH_PATIENCE_MS = 2_000;
const PAID_UNRECORDED = `
  SELECT FROM settlement.settlement
    JOIN settlement.payout USING (tournament_id)
    JOIN wallet.transfer ON transfer.id = payout.transfer_id
  WHERE settlement.state = 'paying' AND payout.position > coalesce((
    SELECT max(through_position) FROM settlement.payment
    WHERE payment.tournament_id = settlement.tournament_id), 0)`;

/** Waits for a payment that is not recorded; false if there is none for a while. */
async function awaitPayment({ admin }: ChaosSystem): Promise<boolean> {
  const deadline = performance.now() + AMBUSH_PATIENCE_MS;
  const find = (client: pg.Client) => async () => {
    const { rowCount } = await client.query(PAID_UNRECORDED);
    if ((rowCount ?? 0) > 0) return "struck";
    return performance.now() > deadline ? "missed" : null;
  };
  const options = { timeoutMs: 2 * AMBUSH_PATIENCE_MS, everyMs: 1, what: "the ambush" };
  return (await admin((client) => until(find(client), options))) === "struck";
}

export async function flushRedis({ servers }: Pick<ChaosSystem, "servers">): Promise<void> {
  const redis = new Redis(servers.redisUrl, { lazyConnect: true });
  try {
    await redis.connect();
    await redis.flushall();
  } finally {
    redis.disconnect();
  }
}

const EXPIRATIONS = [
  `UPDATE settlement.settlement SET run_at = least(run_at, now()), lease_until = NULL
   WHERE state <> 'done' AND dead_at IS NULL AND due_at <= now()
     AND greatest(run_at, lease_until) > now()`,
  `UPDATE tournament.outbox SET due_at = now() WHERE due_at > now()`,
  `UPDATE identity.outbox SET due_at = now() WHERE due_at > now()`,
  `UPDATE entry.pending_join SET retry_at = now() WHERE retry_at > now()`,
];

/** Ends every lease and every pause before a repeat. */
export async function expireLeases({ admin }: Pick<ChaosSystem, "admin">): Promise<void> {
  await admin(async (client) => {
    // Rows may be locked.
    await client.query("SET statement_timeout = 1000");
    for (const statement of EXPIRATIONS) await client.query(statement).catch(() => undefined);
  });
}

/** Long enough for every timeout and retry, short enough for several in one seed. */
const MIN_MS = 100;
const MAX_MS = 1_500;
/** Longer than the lease of a settlement (15 s). */
const PAST_LEASE_MS = 17_000;
/** The part of the span before the first fault. */
const QUIET_PART = 0.2;

/** Draws faults with their targets and times. */
export function drawFaults(random: Random, spanMs: number, count: number): PlannedFault[] {
  const bag = Object.entries(FAULTS).flatMap(([kind, fault]) =>
    Array.from({ length: fault.weight }, () => ({ kind, fault })),
  );
  const faults = Array.from({ length: count }, (): PlannedFault => {
    const { kind, fault } = random.pick(bag);
    const { target, amountMs = 0 } = fault.draw(random);
    const isLong = kind === "freeze" && target === "settlement" && spanMs > 2 * PAST_LEASE_MS;
    const forMs = isLong ? PAST_LEASE_MS : random.int(MIN_MS, MAX_MS);
    const atMs = random.int(Math.floor(spanMs * QUIET_PART), spanMs);
    return { kind, atMs, forMs, target, amountMs };
  });
  return faults.toSorted((a, b) => a.atMs - b.atMs);
}

/**
 * Begins each fault at its time, and heals it. Faults of different targets overlap, those of one target
 * follow each other. Resolves when all are healed.
 */
export async function runFaults(
  system: ChaosSystem,
  faults: readonly PlannedFault[],
  afterEach: (fault: PlannedFault) => Promise<void>,
): Promise<void> {
  const beganAt = performance.now();
  const busy = new Map<string, Promise<void>>();
  const commit = async (fault: PlannedFault, turn: Promise<void> | undefined) => {
    await delay(Math.max(0, beganAt + fault.atMs - performance.now()));
    await turn;
    const heal = await FAULTS[fault.kind]?.begin(system, fault);
    await delay(fault.forMs);
    await heal?.();
  };
  await Promise.all(
    faults.map(async (fault) => {
      const done = commit(fault, busy.get(fault.target));
      busy.set(fault.target, done);
      await done;
      await afterEach(fault);
    }),
  );
}

/** Whether the gateway may have been unable to ask the game service about keys. */
export const keepsFromGames = ({ target }: PlannedFault): boolean =>
  /^(gateway|game|postgres|tms_game|game\..*)$|→game$|^game→/.test(target);

/** Whether access tokens, which name a time, may have been refused because of it. */
export const setsTokensWrong = ({ kind, target }: PlannedFault): boolean =>
  kind === "skew" && ["gateway", "identity"].includes(target);

export const describeFault = ({ kind, atMs, forMs, target, amountMs }: PlannedFault): string =>
  `${kind} ${target} at ${atMs} ms for ${forMs} ms${amountMs === 0 ? "" : ` by ${amountMs} ms`}`;
