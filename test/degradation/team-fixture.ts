import type { TestPerson } from "../harness/people.ts";
import type { TestSystem } from "../harness/system.ts";
import { callerAs, gameOf, invited, newMember } from "../harness/team.ts";

/** Games, members, invitations and keys of a person, each for one operation. */
export async function makeTeam({ gatewayUrl }: TestSystem, person: TestPerson) {
  const owner = callerAs(gatewayUrl, person);
  const [game, toRename, toReset] = await Promise.all([
    gameOf(owner),
    gameOf(owner),
    gameOf(owner),
  ]);
  const keyId = async (name: string): Promise<string> => {
    const send = owner.in(game.environments.live.id);
    return (await send("POST", "/key/create", { name })).body.key.id;
  };
  const [toChange, toRemove, toWithdraw, toAccept] = await Promise.all([
    newMember(gatewayUrl, owner, game, "viewer"),
    newMember(gatewayUrl, owner, game, "viewer"),
    invited(gatewayUrl, owner, game, "viewer"),
    invited(gatewayUrl, owner, toRename, "viewer"),
  ]);
  return {
    path: `/game/${game.id}`,
    environment: game.environments.live.id,
    toRename: `/game/${toRename.id}`,
    toReset: { path: `/game/${toReset.id}`, name: toReset.name },
    toChange: toChange.id,
    toRemove: toRemove.id,
    toWithdraw: toWithdraw.id,
    token: toAccept.token,
    keys: {
      toUpdate: await keyId("to update"),
      toRoll: await keyId("to roll"),
      toRevoke: await keyId("to revoke"),
    },
  };
}
