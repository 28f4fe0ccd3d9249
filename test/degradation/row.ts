import { bearer } from "../harness/people.ts";
import type { Fixture } from "./fixture.ts";
import type { Part } from "./parts.ts";

/** A request as it is sent. */
export interface Request {
  method: "GET" | "POST" | "PATCH";
  path: string;
  body?: unknown;
  /** Instead of a new Idempotency-Key. */
  key?: string;
  /** Instead of the key that the gateway knows. */
  auth?: Record<string, string>;
}

/** The parts that one operation needs in one situation. */
export interface Row {
  /** Its operationId. */
  operation: string;
  /** The situation, where it makes a difference. */
  when?: string;
  /** Without one of these it is 503; without any other it works as ever. */
  needs: readonly Part[];
  /** Once answered it is not repeated: a late repeat is what a thief of the token would send. */
  once?: boolean;
  /** Two requests of one fixture with different names do not get in each other's way. */
  request(fixture: Fixture, name: string): Request;
}

export const get = (path: string): Request => ({ method: "GET", path });
export const post = (path: string, body: unknown): Request => ({ method: "POST", path, body });
export const patch = (path: string, body?: unknown): Request => ({ method: "PATCH", path, body });

/** A request by a person, whose session the gateway does not know yet. */
export const by = ({ people }: Fixture, request: Request): Request => ({
  ...request,
  auth: { ...people.from, ...bearer(people.unseen) },
});

/** The same in the environment of the fixture: the gateway does not know the person's role in it yet. */
export const byInGame = (fixture: Fixture, request: Request): Request => {
  const { auth, ...rest } = by(fixture, request);
  return { ...rest, auth: { ...auth, "x-game-id": fixture.api.gameId } };
};
