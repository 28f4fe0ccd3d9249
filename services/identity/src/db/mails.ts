import { desc, getColumns, lt } from "drizzle-orm";
import type { Queryable } from "@tms/kit/database/handle";
import { mail } from "./tables.ts";

/** A mail in the development mailbox. */
export interface MailRow extends Readonly<typeof mail.$inferSelect> {}

/** Puts a mail into the mailbox, once however often it is delivered. */
export async function keepMail(
  db: Queryable,
  row: Omit<typeof mail.$inferSelect, "createdAt">,
): Promise<void> {
  await db.insert(mail).values(row).onConflictDoNothing();
}

/** Mails newest first, those before `beforeId` when given. */
export async function listMails(
  db: Queryable,
  beforeId: string | undefined,
  limit: number,
): Promise<MailRow[]> {
  return await db
    .select(getColumns(mail))
    .from(mail)
    .where(beforeId === undefined ? undefined : lt(mail.id, beforeId))
    .orderBy(desc(mail.id))
    .limit(limit);
}
