import type { Tx } from "@tms/kit/database/handle";
import { countOpenInvitations } from "../db/invitations.ts";
import { countGamesOf, countMembers, lockPerson } from "../db/members.ts";
import { gameLimit, invitationLimit, memberLimit } from "../errors.ts";

const MOST_GAMES = 100;
const MOST_MEMBERS = 50;
const MOST_INVITATIONS = 50;

/** Refuses a person another game beyond a hundred, however many are asked for at once. */
export async function requireRoomForGame(tx: Tx, userId: string): Promise<void> {
  await lockPerson(tx, userId);
  if ((await countGamesOf(tx, userId)) >= MOST_GAMES) throw gameLimit();
}

/** Refuses a locked game another member beyond fifty. */
export async function requireRoomForMember(tx: Tx, projectId: string): Promise<void> {
  if ((await countMembers(tx, projectId)) >= MOST_MEMBERS) throw memberLimit();
}

/** Refuses a locked game another open invitation beyond fifty. */
export async function requireRoomForInvitation(tx: Tx, projectId: string): Promise<void> {
  if ((await countOpenInvitations(tx, projectId)) >= MOST_INVITATIONS) throw invitationLimit();
}
