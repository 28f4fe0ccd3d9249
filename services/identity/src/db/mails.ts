import { desc, lt } from "drizzle-orm";
import type { Queryable } from "@tms/kit/database/handle";
import { LAST_ID } from "@tms/kit/values/ids";
import { mail } from "./tables.ts";

export interface MailRow extends Readonly<typeof mail.$inferSelect> {}

/** Stores a mail in the development mailbox. A repeat changes nothing. */
export async function keepMail(db: Queryable, row: Omit<typeof mail.$inferSelect, "createdAt">) {
  await db.insert(mail).values(row).onConflictDoNothing();
}

export const listMails = async (db: Queryable, beforeId: string | undefined, limit: number) =>
  await db
    .select()
    .from(mail)
    .where(lt(mail.id, beforeId ?? LAST_ID))
    .orderBy(desc(mail.id))
    .limit(limit);
