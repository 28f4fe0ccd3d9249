import type { MessageInitShape } from "@bufbuild/protobuf";
import { newId } from "@tms/kit/values/ids";
import type { CreateGameRequestSchema } from "@tms/proto/tms/game/v1/game";
import { Role } from "@tms/proto/tms/game/v1/member";
import { addPerson } from "../../../test/world/actions.ts";
import { test as base } from "../../../test/world/test.ts";
import type { World } from "../../../test/world/world.ts";

export { describe, expect } from "../../../test/world/test.ts";

/** The ids of a game and its environments. */
export interface Ids {
  projectId: string;
  liveId: string;
  testId: string;
}

/** Creates a game called Chess. */
export async function createGame(
  { game: games }: World,
  settings: Omit<MessageInitShape<typeof CreateGameRequestSchema>, "$typeName"> = {},
): Promise<Ids> {
  const request = { name: "Chess", ...settings, requestId: settings.requestId ?? newId() };
  const { game, testGame } = await games.createGame(request);
  return { projectId: game?.projectId ?? "", liveId: game?.id ?? "", testId: testGame?.id ?? "" };
}

/** An owner, her game, and what she and others do to it. */
function createTeam(world: World, ada: string, ids: Ids) {
  const { member } = world;
  const { projectId, liveId } = ids;
  const change = (userId: string, role: Role, requestId = newId()) =>
    member.changeMember({ requestId, projectId, userId, role });
  const issue = (part: { role?: Role; requestId?: string; email?: string } = {}) =>
    member.issueInvitation({ requestId: newId(), gameId: liveId, role: Role.OWNER, ...part });
  /** Has a new person accept an invitation, unless another is named. */
  const accept = async (token: string, userId?: string, requestId = newId()) =>
    member.acceptInvitation({
      requestId,
      token,
      userId: userId ?? (await addPerson(world, "Bob")),
    });
  return {
    ...ids,
    ada,
    change,
    issue,
    accept,
    remove: (userId: string, requestId = newId()) =>
      member.removeMember({ requestId, projectId, userId }),
    /** Adds a new person, called Bob, with a role. */
    async join(role: Role): Promise<string> {
      const bob = await addPerson(world, "Bob");
      await accept((await issue({ role })).token, bob);
      return bob;
    },
    async roles() {
      const { members } = await member.listMembers({ projectId });
      return members.map(({ userId, role }) => [userId, role]);
    },
    invitations: async () => (await member.listMembers({ projectId })).invitations,
  };
}

export type Team = ReturnType<typeof createTeam>;

/**
 * Tests of games.
 *
 * - `ids`: a game without members.
 * - `team`: a game that Ada owns.
 */
export const test = base
  .extend("ids", async ({ world }) => await createGame(world))
  .extend("team", async ({ world }) => {
    const ada = await addPerson(world, "Ada");
    return createTeam(world, ada, await createGame(world, { ownerId: ada }));
  });

/** Makes a person the owner of so many games. */
export async function addGames({ admin }: World, userId: string, count: number): Promise<void> {
  await admin.query(
    `WITH project AS (INSERT INTO game.project (id, name)
       SELECT gen_random_uuid(), 'Many' FROM generate_series(1, $2) RETURNING id)
     INSERT INTO game.member (project_id, user_id, role) SELECT id, $1, 'owner' FROM project`,
    [userId, count],
  );
}
