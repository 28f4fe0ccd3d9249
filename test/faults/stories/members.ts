import { expect } from "vitest";
import { derivedId, newId } from "@tms/kit/values/ids";
import { Role } from "@tms/proto/tms/game/v1/member";
import { answered, countOf, steps, type CrashSystem, type Story } from "../crash-system.ts";
import { gamesAt, membersAt } from "../../harness/game.ts";
import { mailedTo, newPerson, newUser, TOKEN } from "./people.ts";

/** Creates a game with an owner, and an invitation to send. */
async function gameWithOwner(system: CrashSystem) {
  const ownerId = await newUser(system);
  const games = gamesAt(system);
  const { game } = await games.createGame({ requestId: newId(), name: "Chess", ownerId });
  const projectId = game?.projectId ?? "";
  const { email } = newPerson();
  const terms = { projectId, email, role: Role.VIEWER, invitedBy: ownerId };
  const invitation = { requestId: newId(), ...terms };
  return { ownerId, gameId: game?.id ?? "", projectId, email, invitation };
}

/** Members of games and their invitations. */
export const MEMBERS: readonly Story[] = [
  {
    title: "a member being invited, promoted and removing the owner",
    points: {
      game: [
        "game.invite",
        "call identity.SendMail",
        "game.mark-mailed",
        "game.accept-invitation",
        "game.change-member",
        "game.remove-member",
        "game.issue-invitation",
        "game.withdraw-invitation",
      ],
    },
    async scene(system) {
      const members = membersAt(system);
      const { ownerId, gameId, projectId, email, invitation } = await gameWithOwner(system);
      const userId = await newUser(system);
      const [acceptance, change, removal, withdrawal] = [newId(), newId(), newId(), newId()];
      const issues = [Role.OWNER, Role.VIEWER].map((role) => ({
        requestId: newId(),
        gameId,
        role,
      }));
      const step = steps();
      return {
        act: answered(async () => {
          await step("invite", () => members.inviteMember(invitation));
          await step("accept", async () => {
            const token = await mailedTo(system, email, TOKEN);
            await members.acceptInvitation({ requestId: acceptance, token, userId });
          });
          const promoted = { requestId: change, projectId, userId, role: Role.OWNER };
          await step("change", () => members.changeMember(promoted));
          const removed = { requestId: removal, projectId, userId: ownerId };
          await step("remove", () => members.removeMember(removed));
          const issued = [];
          for (const issue of issues)
            issued.push(await step(issue.requestId, () => members.issueInvitation(issue)));
          const invitationId = issued[0]?.invitation?.id ?? "";
          await members.withdrawInvitation({ requestId: withdrawal, projectId, invitationId });
        }),
        async check() {
          const { members: left, invitations } = await members.listMembers({ projectId });
          expect(left.map((member) => [member.userId, member.role])).toEqual([
            [userId, Role.OWNER],
          ]);
          expect(invitations.map(({ role }) => role)).toEqual([Role.VIEWER]);
        },
      };
    },
  },
  {
    title: "an invitation without its mail",
    points: { game: ["game.add-invitation-token", "call identity.SendMail", "game.mark-mailed"] },
    async scene(system) {
      const members = membersAt(system);
      const { projectId, email, invitation } = await gameWithOwner(system);
      await members.inviteMember(invitation);
      // The mail has been sent when its traces are removed.
      await mailedTo(system, email, TOKEN);
      const { rows } = await system.db.query<{ id: string }>(
        `SELECT id FROM game.invitation WHERE email = $1`,
        [email],
      );
      // Removes all traces of the mail.
      const mailed = derivedId("invitation-mail", rows[0]?.id ?? "");
      await system.db.query(`DELETE FROM identity.request WHERE id = $1`, [mailed]);
      await system.db.query(`UPDATE game.invitation SET mailed_at = NULL WHERE email = $1`, [
        email,
      ]);
      await system.db.query(`DELETE FROM identity.mail WHERE recipient = $1`, [email]);
      const userId = await newUser(system);
      return {
        act: answered(() => members.inviteMember(invitation)),
        async check() {
          const open = `SELECT count(*) FROM game.invitation WHERE email = $1 AND ended_at IS NULL`;
          expect(await countOf(system, open, email)).toBe(1);
          const accept = async () => {
            const token = await mailedTo(system, email, TOKEN);
            await members.acceptInvitation({ requestId: newId(), token, userId });
          };
          // The mail may still be on its way.
          await expect.poll(answered(accept)).toBe(true);
          const ofPerson = `SELECT count(*) FROM identity.mail WHERE recipient = $1`;
          expect(await countOf(system, ofPerson, email)).toBe(1);
          const { members: both } = await members.listMembers({ projectId });
          expect(both).toHaveLength(2);
        },
      };
    },
  },
];
