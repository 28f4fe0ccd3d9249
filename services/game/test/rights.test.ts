import type { CallOptions } from "@connectrpc/connect";
import { isPermitted } from "@tms/kit/callers/product";
import { originHeaders } from "@tms/kit/rpc/origin";
import { newId } from "@tms/kit/values/ids";
import { GameService, KeyScope } from "@tms/proto/tms/game/v1/game";
import { MemberService, Role } from "@tms/proto/tms/game/v1/member";
import { getReason } from "../../../test/world/actions.ts";
import { holdLocks, waitForLocks } from "../../../test/world/locks.ts";
import type { World } from "../../../test/world/world.ts";
import { describe, expect, test as base, type Team } from "./fixture.ts";

/** The objects of a team that the RPCs act on. */
interface Objects {
  apiKeyId: string;
  invitationId: string;
}

type Change = (world: World, team: Team, objects: Objects, by: CallOptions) => Promise<unknown>;

/** A request of each RPC that changes who may do what in a game. */
const CHANGES: Readonly<Record<string, Change>> = {
  RenameGame: ({ game }, { projectId }, _, by) =>
    game.renameGame({ requestId: newId(), projectId, name: "Go" }, by),
  ResetTestGame: ({ game }, { projectId }, _, by) =>
    game.resetTestGame({ requestId: newId(), projectId, name: "Chess" }, by),
  IssueApiKey: ({ game }, { liveId: gameId }, _, by) =>
    game.issueApiKey({ requestId: newId(), gameId, name: "mine" }, by),
  UpdateApiKey: ({ game }, { liveId: gameId }, { apiKeyId }, by) =>
    game.updateApiKey({ requestId: newId(), gameId, apiKeyId, name: "other" }, by),
  RollApiKey: ({ game }, { liveId: gameId }, { apiKeyId }, by) =>
    game.rollApiKey({ requestId: newId(), gameId, apiKeyId }, by),
  RevokeApiKey: ({ game }, { liveId: gameId }, { apiKeyId }, by) =>
    game.revokeApiKey({ requestId: newId(), gameId, apiKeyId }, by),
  InviteMember: ({ member }, { projectId, ada }, _, by) =>
    member.inviteMember(
      { requestId: newId(), projectId, invitedBy: ada, email: "eve@example.com", role: Role.OWNER },
      by,
    ),
  WithdrawInvitation: ({ member }, { projectId }, { invitationId }, by) =>
    member.withdrawInvitation({ requestId: newId(), projectId, invitationId }, by),
  ChangeMember: ({ member }, { projectId, ada }, _, by) =>
    member.changeMember({ requestId: newId(), projectId, userId: ada, role: Role.VIEWER }, by),
  RemoveMember: ({ member }, { projectId, ada }, _, by) =>
    member.removeMember({ requestId: newId(), projectId, userId: ada }, by),
};
const NAMES = Object.keys(CHANGES);
/** RPCs by which a person gets a game, whatever they may do in others. */
const GAINS = ["CreateGame", "AcceptInvitation"];

const asPerson = (id: string): CallOptions => ({
  headers: originHeaders({ actor: { type: "user", id }, requestId: null }),
});
const asKey = (id: string): CallOptions => ({
  headers: originHeaders({ actor: { type: "api_key", id }, requestId: null }),
});

/** `objects` belong to `team`, and so does Bob, its second owner. */
const test = base
  .extend("bob", async ({ team }) => await team.join(Role.OWNER))
  .extend("objects", async ({ team, world }) => {
    const issued = await world.game.issueApiKey({ requestId: newId(), gameId: team.liveId });
    const { invitation } = await team.issue();
    return { apiKeyId: issued.apiKey?.id ?? "", invitationId: invitation?.id ?? "" };
  });

/** Returns the rows of a game that say who may do what. */
async function readAccess({ admin }: World, projectId: string): Promise<unknown[]> {
  const { rows } = await admin.query(
    `SELECT row(p.*)::text FROM game.project p WHERE id = $1
     UNION ALL SELECT row(m.*)::text FROM game.member m WHERE project_id = $1
     UNION ALL SELECT row(i.*)::text FROM game.invitation i WHERE project_id = $1
     UNION ALL SELECT row(g.*)::text FROM game.game g WHERE project_id = $1
     UNION ALL SELECT row(k.*)::text FROM game.api_key k JOIN game.game g ON g.id = k.game_id
       WHERE g.project_id = $1
     ORDER BY 1`,
    [projectId],
  );
  return rows;
}

test("covers every RPC by which the gateway changes access", () => {
  const changing = [...GameService.methods, ...MemberService.methods].filter(
    (method) =>
      isPermitted("gateway", method) &&
      method.input.fields.some(({ name }) => name === "request_id"),
  );
  expect([...NAMES, ...GAINS].toSorted()).toEqual(changing.map(({ name }) => name).toSorted());
});

describe("an actor whose right ends meanwhile", () => {
  test.for(NAMES)("is refused %s once removed", async (name, { world, team, objects, bob }) => {
    await using removal = await holdLocks(world, `DELETE FROM game.member WHERE user_id = $1`, [
      bob,
    ]);
    const answer = getReason(CHANGES[name]?.(world, team, objects, asPerson(bob)) ?? expect.fail());
    await waitForLocks(world);
    await removal.end("COMMIT");
    const before = await readAccess(world, team.projectId);
    expect(await answer).toBe("GAME_NOT_FOUND");
    expect(await readAccess(world, team.projectId)).toEqual(before);
  });

  test.for(NAMES)(
    "is refused %s with a lesser role",
    async (name, { world, team, objects, bob }) => {
      const demote = `UPDATE game.member SET role = 'viewer' WHERE user_id = $1`;
      await using demotion = await holdLocks(world, demote, [bob]);
      const answer = getReason(
        CHANGES[name]?.(world, team, objects, asPerson(bob)) ?? expect.fail(),
      );
      await waitForLocks(world);
      await demotion.end("COMMIT");
      const before = await readAccess(world, team.projectId);
      expect(await answer).toBe("SCOPE_MISSING");
      expect(await readAccess(world, team.projectId)).toEqual(before);
    },
  );
});

test("lets people with the role change access and leave", async ({ world, team, objects, bob }) => {
  const { ResetTestGame: _, RemoveMember: __, RevokeApiKey: last, ...changes } = CHANGES;
  for (const change of [...Object.values(changes), last])
    expect(await getReason(change?.(world, team, objects, asPerson(bob)) ?? expect.fail())).toBe(
      "accepted",
    );
  const request = { requestId: newId(), projectId: team.projectId, userId: team.ada };
  expect(await getReason(world.member.removeMember(request, asPerson(team.ada)))).toBe("accepted");
});

test("gives a key only scopes that the role has now", async ({ world, team }) => {
  const bob = await team.join(Role.DEVELOPER);
  const request = {
    requestId: newId(),
    gameId: team.liveId,
    scopes: [KeyScope.WALLETS_WRITE],
    heldScopes: [KeyScope.WALLETS_WRITE],
  };
  expect(await getReason(world.game.issueApiKey(request, asPerson(bob)))).toBe("SCOPE_MISSING");
});

describe("AuthorizeActor", () => {
  test("knows what a key may do now", async ({ world, ids }) => {
    const { apiKey } = await world.game.issueApiKey({
      requestId: newId(),
      gameId: ids.liveId,
      scopes: [KeyScope.WEBHOOKS_WRITE],
    });
    const apiKeyId = apiKey?.id ?? "";
    const authorize = (scope: KeyScope, gameId = ids.liveId) =>
      getReason(world.member.authorizeActor({ gameId, scope }, asKey(apiKeyId)));
    expect(await authorize(KeyScope.WEBHOOKS_WRITE)).toBe("accepted");
    expect(await authorize(KeyScope.WALLETS_WRITE)).toBe("SCOPE_MISSING");
    expect(await authorize(KeyScope.WEBHOOKS_WRITE, ids.testId)).toBe("API_KEY_INVALID");
    await world.game.revokeApiKey({ requestId: newId(), gameId: ids.liveId, apiKeyId });
    expect(await authorize(KeyScope.WEBHOOKS_WRITE)).toBe("API_KEY_INVALID");
  });

  test("knows what a person may do now", async ({ world, team, bob }) => {
    const authorize = () =>
      getReason(
        world.member.authorizeActor(
          { gameId: team.testId, scope: KeyScope.WEBHOOKS_WRITE },
          asPerson(bob),
        ),
      );
    expect(await authorize()).toBe("accepted");
    await team.change(bob, Role.VIEWER);
    expect(await authorize()).toBe("SCOPE_MISSING");
    await team.remove(bob);
    expect(await authorize()).toBe("GAME_NOT_FOUND");
  });
});
