import { desc, getColumns, lt } from "drizzle-orm";
import type { Queryable } from "@tms/kit/database/handle";
import { mail } from "./tables.ts";

export interface MailRow extends Readonly<typeof mail.$inferSelect> {}

/** Stores a mail in the mailbox. A repeat changes nothing. */
export async function keepMail(db: Queryable, row: Omit<typeof mail.$inferSelect, "createdAt">) {
  await db.insert(mail).values(row).onConflictDoNothing();
}

/** Lists mails, newest first, before `beforeId`. */
export const listMails = async (db: Queryable, beforeId: string | undefined, limit: number) =>
  await db
    .select(getColumns(mail))
    .from(mail)
    .where(beforeId === undefined ? undefined : lt(mail.id, beforeId))
    .orderBy(desc(mail.id))
    .limit(limit);
