import {
  mailTo,
  bearer,
  callAs,
  fromElsewhere,
  newEmail,
  newPerson,
  type TestPerson,
} from "./people.ts";
import type { Answer } from "./api.ts";
import type { GameBody } from "./bodies.ts";

/** Somebody who is signed in, and sends requests. */
export interface Caller extends TestPerson {
  send(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  /** The same in an environment. */
  in(gameId: string): Caller["send"];
}

/** Lets somebody send requests, each from an address of its own. */
export function callerAs(gatewayUrl: string, person: TestPerson): Caller {
  const send: Caller["send"] = (method, path, body, headers = {}) =>
    callAs(gatewayUrl, [method, path], body, {
      ...bearer(person),
      ...fromElsewhere(),
      ...headers,
    });
  return {
    ...person,
    send,
    in: (gameId) => (method, path, body, headers) =>
      send(method, path, body, { "x-game-id": gameId, ...headers }),
  };
}

/** Signs somebody up and in. */
export const newCaller = async (gatewayUrl: string): Promise<Caller> =>
  callerAs(gatewayUrl, await newPerson(gatewayUrl));

/** Creates a game of somebody's own. */
export async function gameOf(owner: Caller, name = "Star Race"): Promise<GameBody> {
  const { status, body } = await owner.send("POST", "/game/create", { name });
  if (status !== 201) throw new Error(`create answered ${status}: ${JSON.stringify(body)}`);
  return body.game;
}

/** Invites somebody, by a mail that brings the token. */
export async function invited(
  gatewayUrl: string,
  owner: Caller,
  game: Pick<GameBody, "id">,
  role: string,
): Promise<{ id: string; token: string }> {
  const email = newEmail();
  const { status, body } = await owner.send("POST", `/game/${game.id}/members/invite`, {
    email,
    role,
  });
  if (status !== 201) throw new Error(`invite answered ${status}: ${JSON.stringify(body)}`);
  const text = await mailTo(gatewayUrl, email, /invite/i);
  return { id: body.invitation.id, token: /#token=(\S+)/.exec(text)?.[1] ?? "" };
}

/** Signs somebody up who becomes a member by an invitation. */
export async function newMember(
  gatewayUrl: string,
  owner: Caller,
  game: Pick<GameBody, "id">,
  role: string,
): Promise<Caller> {
  const { token } = await invited(gatewayUrl, owner, game, role);
  const member = await newCaller(gatewayUrl);
  const { status, body } = await member.send("POST", "/invitation/accept", { token });
  if (status !== 200) throw new Error(`accept answered ${status}: ${JSON.stringify(body)}`);
  return member;
}
