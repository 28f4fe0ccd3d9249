import type { Tx } from "@tms/kit/database/handle";
import { insertInvitation, replaceInvitation, type InvitationRow } from "../db/invitations.ts";
import type { RoleWord } from "../db/members.ts";
import { lockProject } from "../db/projects.ts";
import { gameNotFound } from "../errors.ts";
import { requireRoomForInvitation } from "./limits.ts";
import { digestToken } from "./tokens.ts";

/** An invitation to be made. */
export interface InvitationRequest {
  id: string;
  projectId: string;
  /** Empty where it is meant for whoever gets the token. */
  email: string;
  role: RoleWord;
  token: string;
  invitedBy: string | null;
}

/** Makes an invitation in place of an open one to the same address. */
export async function makeInvitation(
  tx: Tx,
  { token, ...request }: InvitationRequest,
): Promise<InvitationRow> {
  const { projectId } = request;
  const email = request.email.toLowerCase();
  if (!(await lockProject(tx, projectId))) throw gameNotFound();
  if (email !== "") await replaceInvitation(tx, projectId, email);
  await requireRoomForInvitation(tx, projectId);
  return await insertInvitation(tx, { ...request, email, digest: digestToken(token) });
}
