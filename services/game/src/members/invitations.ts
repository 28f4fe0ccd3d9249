import type { Tx } from "@tms/kit/database/handle";
import { DomainError } from "@tms/kit/errors/domain-error";
import type { Origin } from "@tms/kit/rpc/origin";
import { hash, randomBytes } from "node:crypto";
import {
  endInvitation,
  insertInvitation,
  listOpenInvitations,
  replaceInvitation,
  type InvitationRow,
} from "../db/invitations.ts";
import type { RoleWord } from "../db/members.ts";
import { lockProject } from "../db/projects.ts";
import { stageInBoth } from "../events.ts";
import { invitationMessage, ROLES } from "../messages.ts";
import { requireRoomForInvitation } from "./people.ts";

const TOKEN_BYTES = 32;

/** Makes the token of a link that accepts an invitation. */
export const makeToken = (): string => randomBytes(TOKEN_BYTES).toString("base64url");

/** Returns the digest of a token. 256 random bits need no key, because nobody can guess them. */
export const digestToken = (token: string): Buffer => hash("sha256", token, "buffer");

export interface InvitationRequest {
  id: string;
  projectId: string;
  /** Empty if the invitation is not mailed. */
  email: string;
  role: RoleWord;
  token: string;
  invitedBy: string | null;
}

export async function makeInvitation(
  tx: Tx,
  { token, ...request }: InvitationRequest,
): Promise<InvitationRow> {
  const { projectId } = request;
  const email = request.email.toLowerCase();
  if (!(await lockProject(tx, projectId))) throw new DomainError("GAME_NOT_FOUND");
  if (email !== "") await replaceInvitation(tx, projectId, email);
  await requireRoomForInvitation(tx, projectId);
  return await insertInvitation(tx, { ...request, email, digest: digestToken(token) });
}

/**
 * Ends the open invitations by a person of a locked game that offer more than the role that the person
 * is left with, or all of them where none is left. Who has lost a role could otherwise get it back, by an
 * invitation to another address of their own.
 */
export async function withdrawInvitationsOf(
  tx: Tx,
  { projectId, userId }: { projectId: string; userId: string },
  left: RoleWord | undefined,
  origin: Origin,
): Promise<void> {
  for (const { id, invitedBy, role } of await listOpenInvitations(tx, projectId)) {
    const isMore = left === undefined || ROLES.value(role) > ROLES.value(left);
    if (invitedBy !== userId || !isMore) continue;
    const ended = await endInvitation(tx, projectId, id, "withdrawn");
    if (ended === undefined) throw new Error("an open invitation of a locked game disappeared");
    const value = { invitation: invitationMessage(ended) };
    await stageInBoth(tx, projectId, origin, { case: "memberRemoved", value });
  }
}
