import { newId } from "@tms/kit/values/ids";
import { Role } from "@tms/proto/tms/game/v1/member";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { tokenOf } from "./fake-identity.ts";
import { startGame, type GameUnderTest } from "./service.ts";

const INVALID = { reason: "CODE_INVALID" };
const ROLES = [Role.VIEWER, Role.DEVELOPER, Role.OWNER];

let game: GameUnderTest;
let ada: string;
let projectId: string;
let liveId: string;
beforeAll(async () => {
  game = await startGame();
  ada = game.identity.add("Ada");
});
afterAll(() => game.stop());
beforeEach(async () => {
  const made = await game.client.createGame({ requestId: newId(), name: "Chess", ownerId: ada });
  [projectId, liveId] = [made.game?.projectId ?? "", made.game?.id ?? ""];
});

const accept = (token = "", userId = game.identity.add("Cyd")) =>
  game.members.acceptInvitation({ requestId: newId(), token, userId });
const change = (userId: string, role: Role, requestId = newId()) =>
  game.members.changeMember({ requestId, projectId, userId, role });
const remove = (userId: string, requestId = newId()) =>
  game.members.removeMember({ requestId, projectId, userId });
const open = async () => (await game.members.listMembers({ projectId })).invitations;

/** Has somebody invite to each role; returns the tokens. */
async function inviteToAll(invitedBy: string) {
  game.identity.mails.clear();
  for (const role of ROLES) {
    const email = `${newId()}@example.com`;
    await game.members.inviteMember({ requestId: newId(), projectId, email, role, invitedBy });
  }
  return [...game.identity.mails.values()].map(tokenOf);
}

/** Another owner. */
async function joinAsOwner() {
  const bob = game.identity.add("Bob");
  const issued = { requestId: newId(), gameId: liveId, role: Role.OWNER };
  await accept((await game.members.issueInvitation(issued)).token, bob);
  return bob;
}

/** What the live environment's log was told since this was last asked. */
async function told() {
  while (await game.publisher.runOnce());
  const recorded = game.events.recorded.splice(0);
  return recorded.filter(({ gameId }) => gameId === liveId).map(({ change: what }) => what);
}

describe("open invitations by a member", () => {
  test("end with a lesser role where they offer more than it", async () => {
    const bob = await joinAsOwner();
    await inviteToAll(ada);
    const others = await open();
    const [viewer, developer, owner] = await inviteToAll(bob);
    await change(bob, Role.OWNER);
    expect(await open()).toHaveLength(6);
    const requestId = newId();
    const changed = await change(bob, Role.DEVELOPER, requestId);
    await expect(accept(owner)).rejects.toMatchObject(INVALID);
    expect((await accept(developer)).member?.role).toBe(Role.DEVELOPER);
    expect((await accept(viewer)).member?.role).toBe(Role.VIEWER);
    expect(await open()).toEqual(others);
    expect(await change(bob, Role.DEVELOPER, requestId)).toEqual(changed);
  });

  test("all end with the member, who gets in by none", async () => {
    const bob = await joinAsOwner();
    await inviteToAll(ada);
    const others = await open();
    const tokens = await inviteToAll(bob);
    await remove(bob);
    for (const token of tokens) await expect(accept(token, bob)).rejects.toMatchObject(INVALID);
    expect(await open()).toEqual(others);
  });

  test("stay while the member does, where the last owner may not leave", async () => {
    await inviteToAll(ada);
    await expect(remove(ada)).rejects.toMatchObject({ reason: "LAST_OWNER" });
    expect(await open()).toHaveLength(3);
  });

  test("end in the log too", async () => {
    const bob = await joinAsOwner();
    await inviteToAll(bob);
    await told();
    await change(bob, Role.DEVELOPER);
    await remove(bob);
    expect(await told()).toMatchObject([
      { case: "memberChanged", value: { member: { name: "Bob" } } },
      { case: "memberRemoved", value: { invitation: { role: Role.OWNER, invitedBy: bob } } },
      { case: "memberRemoved", value: { member: { name: "Bob" } } },
      { case: "memberRemoved", value: { invitation: { role: Role.DEVELOPER } } },
      { case: "memberRemoved", value: { invitation: { role: Role.VIEWER } } },
    ]);
  });
});
