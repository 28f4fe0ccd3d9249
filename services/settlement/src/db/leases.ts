import { and, eq, sql } from "drizzle-orm";
import type { Queryable } from "@tms/kit/database/handle";
import { prepared } from "@tms/kit/database/prepared";
import { traced } from "@tms/kit/process/fault-points";
import { TakenOverError } from "../errors.ts";
import {
  CHANGED,
  idsOf,
  IS_OPEN,
  LEASE_END,
  lockedIf,
  SETTLEMENT,
  type ChangedRow,
  type SettlementRow,
} from "./settlements.ts";
import { deletePlan } from "./payouts.ts";
import { settlement } from "./tables.ts";

/** A settlement and the lease by which its worker has it. */
export type Leased = Pick<SettlementRow, "tournamentId" | "leaseUntil">;

const free = lockedIf(
  sql`${IS_OPEN} AND ${settlement.runAt} <= now()
    AND (${settlement.leaseUntil} IS NULL OR ${settlement.leaseUntil} <= now())`,
);
const claimMany = prepared((db) =>
  db
    .with(free)
    .update(settlement)
    .set({ leaseUntil: LEASE_END })
    .from(free)
    .where(eq(settlement.tournamentId, free.tournamentId))
    .returning(SETTLEMENT),
);

/** Takes those that are due for this worker; not those that are done, dead or taken. */
export async function claim(db: Queryable, ids: readonly string[]): Promise<SettlementRow[]> {
  return await traced("settlement.claim", () => claimMany(db, idsOf(ids)));
}

/** Stores a worker's new lease; throws TakenOverError when it was given none. */
export function holdUntil(leased: Leased, lease: Date | null | undefined): void {
  if (!lease) throw new TakenOverError("another worker holds the lease on the settlement");
  leased.leaseUntil = lease;
}

/** Holds while a settlement is open and still its worker's. */
const isHeldBy = ({ tournamentId, leaseUntil }: Leased) =>
  and(
    eq(settlement.tournamentId, tournamentId),
    eq(settlement.leaseUntil, sql`${leaseUntil}`),
    IS_OPEN,
  );

/** Keeps a settlement for this worker. */
export async function renewLease(db: Queryable, leased: Leased): Promise<void> {
  const [row] = await traced("settlement.renew-lease", () =>
    db
      .update(settlement)
      .set({ leaseUntil: LEASE_END })
      .where(isHeldBy(leased))
      .returning({ leaseUntil: settlement.leaseUntil }),
  );
  holdUntil(leased, row?.leaseUntil);
}

/** A failed attempt, and what follows from it. */
export interface Failure {
  text: string;
  defects: number;
  pauseMs: number;
  dead: boolean;
}

/**
 * Records a failed attempt and when to repeat it; dead when it is not to be repeated. A
 * worker that has lost its lease records nothing, and undefined is returned.
 */
export async function recordFailure(
  db: Queryable,
  leased: Leased,
  { text, defects, pauseMs, dead }: Failure,
): Promise<ChangedRow | undefined> {
  const [row] = await db
    .update(settlement)
    .set({
      failures: sql`${settlement.failures} + 1`,
      defects,
      lastError: sql`left(${text}, 500)`,
      runAt: sql`now() + make_interval(secs => ${pauseMs}::float8 / 1000)`,
      leaseUntil: null,
      deadAt: dead ? sql`now()` : null,
    })
    .where(isHeldBy(leased))
    .returning(CHANGED);
  return row;
}

/** Which settlement to take up again, and the request that says so. */
export interface Retry {
  tournamentId: string;
  requestId: string;
}

/**
 * Takes a settlement out of the dead-letter state; undefined when it is not in it. One that nothing
 * was paid of begins anew, so that whatever was put right is read again: the pool, and the plan.
 */
export async function recordRetry(
  db: Queryable,
  { tournamentId, requestId }: Retry,
): Promise<ChangedRow | undefined> {
  const [row] = await db
    .update(settlement)
    .set({
      state: sql`CASE ${settlement.state} WHEN 'planning' THEN 'scheduled' ELSE ${settlement.state} END`,
      deadAt: null,
      failures: 0,
      defects: 0,
      runAt: sql`now()`,
      leaseUntil: null,
      retryRequestId: requestId,
    })
    .where(and(eq(settlement.tournamentId, tournamentId), sql`${settlement.deadAt} IS NOT NULL`))
    .returning(CHANGED);
  if (row?.state === "scheduled") await deletePlan(db, tournamentId);
  return row;
}

/** The settlement that this very request took out of the dead-letter state before, as it is now. */
export async function findRetried(
  db: Queryable,
  { tournamentId, requestId }: Retry,
): Promise<SettlementRow | undefined> {
  const [row] = await db
    .select(SETTLEMENT)
    .from(settlement)
    .where(
      and(eq(settlement.tournamentId, tournamentId), eq(settlement.retryRequestId, requestId)),
    );
  return row;
}
