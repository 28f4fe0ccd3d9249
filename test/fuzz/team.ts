import { Role } from "@tms/proto/tms/game/v1/member";
import { joinTeam, newPerson } from "../harness/people.ts";
import type { TestSystem } from "../harness/system.ts";
import { callerAs, gameOf, invited } from "../harness/team.ts";
import { keepSignedIn, type SignedIn } from "./signed-in.ts";

/** What a person may attack, by the names that requests use. */
export interface Team {
  names: Record<string, string[]>;
  person: SignedIn;
}

/**
 * Somebody who is signed in, and what they may attack: a game with keys and invitations that no other
 * attack uses, so that a key revoked here is nobody else's. They also own the game of the attacked
 * backend, and may do there what its key may.
 */
export async function populateTeam(
  system: Pick<TestSystem, "gatewayUrl" | "urls" | "token">,
  attackedGameId: string,
): Promise<Team> {
  const { gatewayUrl } = system;
  const owner = callerAs(gatewayUrl, await newPerson(gatewayUrl));
  await joinTeam(system, attackedGameId, { userId: owner.id, role: Role.OWNER });
  const game = await gameOf(owner);
  const send = owner.in(game.environments.live.id);
  const keys = [];
  for (const name of ["one", "two", "three"])
    keys.push((await send("POST", "/key/create", { name })).body.key.id);
  const invitation = await invited(gatewayUrl, owner, game, "viewer");
  const names = {
    teamGame: [game.id],
    teamEnvironment: [game.environments.live.id, game.environments.test.id],
    teamKey: keys,
    teamMember: [owner.id],
    teamInvitation: [invitation.id],
    teamToken: [invitation.token],
  };
  return { names, person: keepSignedIn(gatewayUrl, owner) };
}
