import { and, eq, gt, sql } from "drizzle-orm";
import type { Queryable, Tx } from "@tms/kit/database/handle";
import { sole } from "@tms/kit/database/rows-of";
import { newId } from "@tms/kit/values/ids";
import { attemptCount, type AttemptKind } from "./tables.ts";

/** The subject of a count: an account, an address or both. */
export interface Subject {
  kind: AttemptKind;
  account: string;
  address: string;
}

const isSubject = ({ kind, account, address }: Subject) =>
  and(
    eq(attemptCount.kind, kind),
    eq(attemptCount.account, account),
    eq(attemptCount.address, address),
  );

/** Counts an attempt in the open window, or opens a window. `leftMs` is the time until the window ends. */
export function countAttempt(tx: Tx, subject: Subject, windowS: number) {
  const endsAt = sql`now() + make_interval(secs => ${windowS})`;
  const isOpen = gt(attemptCount.endsAt, sql`now()`);
  return sole(
    tx
      .insert(attemptCount)
      .values({ ...subject, id: newId(), attempts: 1, endsAt })
      .onConflictDoUpdate({
        target: [attemptCount.kind, attemptCount.account, attemptCount.address],
        set: {
          attempts: sql`CASE WHEN ${isOpen} THEN ${attemptCount.attempts} + 1 ELSE 1 END`,
          createdAt: sql`CASE WHEN ${isOpen} THEN ${attemptCount.createdAt} ELSE now() END`,
          endsAt: sql`CASE WHEN ${isOpen} THEN ${attemptCount.endsAt} ELSE excluded.ends_at END`,
        },
      })
      .returning({
        attempts: attemptCount.attempts,
        leftMs: sql<number>`(extract(epoch FROM ${attemptCount.endsAt} - now()) * 1000)::int`,
      }),
    "a counted attempt was not returned",
  );
}

export async function uncountAttempt(tx: Tx, subject: Subject): Promise<void> {
  await tx
    .update(attemptCount)
    .set({ attempts: sql`greatest(${attemptCount.attempts} - 1, 0)` })
    .where(isSubject(subject));
}

/** Deletes the counts of an account's failed attempts, for all network addresses. */
export async function forgetFailures(db: Queryable, account: string) {
  const isFailure = sql`${attemptCount.kind} IN ('account', 'account_address')`;
  await db.delete(attemptCount).where(and(eq(attemptCount.account, account), isFailure));
}
