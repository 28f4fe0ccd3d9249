import { at, type Fixture } from "../../fixture.ts";

/** Waits for a session, and for its turn to use the refresh token. */
export async function takeTurn({ people }: Fixture, session: number): Promise<boolean> {
  const { opened, turns } = at(people.sessions, session);
  const isOpen = await opened.promise;
  await turns.take();
  return isOpen;
}

/** Lets the next one use the refresh token. */
export const endTurn = ({ people }: Fixture, session: number): void =>
  at(people.sessions, session).turns.end();
