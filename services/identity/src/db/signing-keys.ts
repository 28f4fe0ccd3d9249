import { desc, getColumns, sql } from "drizzle-orm";
import type { Queryable, Tx } from "@tms/kit/database/handle";
import type { SealedColumn } from "@tms/kit/database/resealing";
import { oneOf } from "@tms/kit/database/rows-of";
import { signingKey } from "./tables.ts";

/** A signing key as stored. */
export interface SigningKeyRow extends Readonly<typeof signingKey.$inferSelect> {}

/** Signing keys with the ages that decide what becomes of them, by the database's clock. */
export interface AgedKey extends SigningKeyRow {
  /** How long it has been in use; negative until then. */
  activeForS: number;
}

/** Private halves, which are sealed anew after a change of keys; see resealing.ts of the kit. */
export const SEALED_KEYS: readonly SealedColumn[] = [
  { table: "signing_key", column: "sealed_private_key" },
];

const KEY = getColumns(signingKey);
// Any fixed number will do: whoever replaces keys waits on the same one.
const LOCK = 7_405_318_226_106n;

/** Makes everyone else who replaces signing keys wait until the transaction's end. */
export async function lockKeys(tx: Tx): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${LOCK})`);
}

/** All keys, the newest first. */
export async function listKeys(db: Queryable): Promise<AgedKey[]> {
  const activeForS = sql<number>`extract(epoch FROM now() - ${signingKey.activeAt})::float8`;
  return await db
    .select({ ...KEY, activeForS })
    .from(signingKey)
    .orderBy(desc(signingKey.activeAt), desc(signingKey.id));
}

/** Stores a key that signs from some seconds on. */
export async function insertKey(
  tx: Tx,
  key: Pick<SigningKeyRow, "id" | "publicKey" | "sealedPrivateKey">,
  inSeconds: number,
): Promise<SigningKeyRow> {
  const activeAt = sql`now() + make_interval(secs => ${inSeconds})`;
  const [row] = await tx
    .insert(signingKey)
    .values({ ...key, activeAt })
    .returning(KEY);
  if (row === undefined) throw new Error("an inserted signing key was not returned");
  return row;
}

export async function deleteKeys(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.delete(signingKey).where(oneOf(signingKey.id, ids));
}
