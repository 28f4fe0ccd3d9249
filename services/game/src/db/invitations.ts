import { and, desc, eq, getColumns, gt, inArray, isNull, or, sql } from "drizzle-orm";
import type { Db, Queryable, Tx } from "@tms/kit/database/handle";
import type { Forgettable } from "@tms/kit/database/retention";
import { first, sole } from "@tms/kit/database/rows-of";
import { traced } from "@tms/kit/process/fault-points";
import { invitation, invitationToken, type EndReason } from "./tables.ts";

export interface InvitationRow extends Readonly<Omit<typeof invitation.$inferSelect, "digest">> {}

export type NewInvitation = Omit<typeof invitation.$inferInsert, "expiresAt">;

const { digest, ...INVITATION } = getColumns(invitation);
const USEFUL_DAYS = 7;

const IS_OPEN = and(isNull(invitation.endedAt), gt(invitation.expiresAt, sql`now()`));

export function insertInvitation(tx: Tx, newInvitation: NewInvitation) {
  const expiresAt = sql`now() + make_interval(days => ${USEFUL_DAYS})`;
  return sole(
    tx
      .insert(invitation)
      .values({ ...newInvitation, expiresAt })
      .returning(INVITATION),
    "an inserted invitation was not returned",
  );
}

export const countOpenInvitations = async (tx: Tx, projectId: string) =>
  await tx.$count(invitation, and(eq(invitation.projectId, projectId), IS_OPEN));

export const listOpenInvitations = async (db: Queryable, projectId: string) =>
  await db
    .select(INVITATION)
    .from(invitation)
    .where(and(eq(invitation.projectId, projectId), IS_OPEN))
    .orderBy(desc(invitation.id));

/** Finds an open invitation by its first token or a later token. */
export function findInvitation(db: Queryable, tokenDigest: Buffer) {
  const further = db
    .select({ id: invitationToken.invitationId })
    .from(invitationToken)
    .where(eq(invitationToken.digest, tokenDigest));
  return first(
    db
      .select(INVITATION)
      .from(invitation)
      .where(and(or(eq(digest, tokenDigest), inArray(invitation.id, further)), IS_OPEN)),
  );
}

/** Ends the invitation to an address, even if it has expired, so that a new one can replace it. */
export async function replaceInvitation(tx: Tx, projectId: string, email: string) {
  const isTo = and(eq(invitation.projectId, projectId), eq(invitation.email, email));
  await tx
    .update(invitation)
    .set({ endedAt: sql`now()`, endReason: "replaced" })
    .where(and(isTo, isNull(invitation.endedAt)));
}

/** Ends an open invitation. Returns undefined if the game has no open invitation with this id. */
export const endInvitation = (tx: Tx, projectId: string, id: string, endReason: EndReason) =>
  first(
    tx
      .update(invitation)
      .set({ endedAt: sql`now()`, endReason })
      .where(and(eq(invitation.id, id), eq(invitation.projectId, projectId), IS_OPEN))
      .returning(INVITATION),
  );

/** Adds a token. Returns false if the invitation has ended, has expired or is recorded as mailed. */
export async function addToken(db: Db, id: string, tokenDigest: Buffer): Promise<boolean> {
  const added = await traced("game.add-invitation-token", async () =>
    db
      .insert(invitationToken)
      .select(
        db
          .select({ digest: sql`${tokenDigest}`.as("digest"), invitationId: invitation.id })
          .from(invitation)
          .where(and(eq(invitation.id, id), isNull(invitation.mailedAt), IS_OPEN)),
      )
      .returning({ id: invitationToken.invitationId }),
  );
  return added.length === 1;
}

export async function markMailed(db: Db, id: string) {
  await traced("game.mark-mailed", async () => {
    await db
      .update(invitation)
      .set({ mailedAt: sql`now()` })
      .where(and(eq(invitation.id, id), isNull(invitation.mailedAt)));
  });
}

/** Invitations that retention deletes after a week, when all of them have ended or expired. */
export const OLD_INVITATIONS: Forgettable = { table: "invitation" };
