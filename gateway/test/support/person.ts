import type { Answer } from "./answer.ts";
import type { TestGateway } from "./gateway.ts";

/** Somebody who is signed in, and sends requests. */
export interface TestPerson {
  userId: string;
  email: string;
  headers: Record<string, string>;
  /** Sends a request, in an environment if one is named. */
  send(
    method: string,
    path: string,
    body?: unknown,
    more?: Record<string, string>,
  ): Promise<Answer>;
  /** The same in an environment. */
  in(gameId: string): TestPerson["send"];
}

/** Signs somebody in at a gateway before fakes. */
export async function signedIn(gateway: TestGateway): Promise<TestPerson> {
  const { userId, email, accessToken } = await gateway.fakes.identity.add();
  const headers = { authorization: `Bearer ${accessToken}` };
  const send: TestPerson["send"] = (method, path, body, more = {}) =>
    gateway.raw(method, path, body === undefined ? undefined : JSON.stringify(body), {
      ...headers,
      ...(body !== undefined && { "content-type": "application/json" }),
      ...more,
    });
  return {
    userId,
    email,
    headers,
    send,
    in: (gameId) => (method, path, body, more) =>
      send(method, path, body, { "x-game-id": gameId, ...more }),
  };
}
