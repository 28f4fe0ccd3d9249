import { newPerson } from "../harness/people.ts";
import type { TestSystem } from "../harness/system.ts";
import { callerAs, gameOf, invited } from "../harness/team.ts";

/**
 * Somebody who is signed in, and what they may attack: a game with keys and invitations that no other
 * attack uses, so that a key revoked here is nobody else's. Their token lasts ten minutes.
 */
export async function populateTeam({
  gatewayUrl,
}: Pick<TestSystem, "gatewayUrl">): Promise<Record<string, string[]>> {
  const owner = callerAs(gatewayUrl, await newPerson(gatewayUrl));
  const game = await gameOf(owner);
  const send = owner.in(game.environments.live.id);
  const keys = [];
  for (const name of ["one", "two", "three"])
    keys.push((await send("POST", "/key/create", { name })).body.key.id);
  const invitation = await invited(gatewayUrl, owner, game, "viewer");
  return {
    personToken: [owner.accessToken],
    teamGame: [game.id],
    teamEnvironment: [game.environments.live.id, game.environments.test.id],
    teamKey: keys,
    teamMember: [owner.id],
    teamInvitation: [invitation.id],
    teamToken: [invitation.token],
  };
}
