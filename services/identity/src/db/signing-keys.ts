import { desc, getColumns, sql } from "drizzle-orm";
import type { Queryable, Tx } from "@tms/kit/database/handle";
import type { EncryptedColumn } from "@tms/kit/database/reencryption";
import { oneOf, sole } from "@tms/kit/database/rows-of";
import { signingKey } from "./tables.ts";

export interface SigningKeyRow extends Readonly<typeof signingKey.$inferSelect> {}

export interface AgedKey extends SigningKeyRow {
  activeForS: number;
}

export const ENCRYPTED_KEYS: readonly EncryptedColumn[] = [
  { table: "signing_key", column: "sealed_private_key" },
];

// An arbitrary fixed number. All replacements of keys take the same lock.
const LOCK = 7_405_318_226_106n;

export async function lockKeys(tx: Tx): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${LOCK})`);
}

export async function listKeys(db: Queryable): Promise<AgedKey[]> {
  const activeForS = sql<number>`extract(epoch FROM now() - ${signingKey.activeAt})::float8`;
  return await db
    .select({ ...getColumns(signingKey), activeForS })
    .from(signingKey)
    .orderBy(desc(signingKey.activeAt), desc(signingKey.id));
}

export function insertKey(
  tx: Tx,
  key: Pick<SigningKeyRow, "id" | "publicKey" | "encryptedPrivateKey">,
  inSeconds: number,
) {
  const activeAt = sql`now() + make_interval(secs => ${inSeconds})`;
  return sole(
    tx
      .insert(signingKey)
      .values({ ...key, activeAt })
      .returning(),
    "an inserted signing key was not returned",
  );
}

export async function deleteKeys(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.delete(signingKey).where(oneOf(signingKey.id, ids));
}
