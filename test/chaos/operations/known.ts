import { acknowledged, before, maybeBefore, type Call, type History } from "../history.ts";
import { joinedOf } from "../model/joins.ts";

/** Whether a handle was known for certain when a call began. */
export const certainlyKnown = (history: History, game: number, handle: string, call: Call) =>
  [...acknowledged(history, "gamer"), ...acknowledged(history, "deposit")].some(
    (made) => made.intent.handle === handle && made.intent.game === game && before(made, call),
  ) ||
  history.fixture.tournaments.some(
    ({ plan }, tournament) => plan.game === game && certainlyIn(history, tournament, handle, call),
  );

/** Whether a gamer was in a tournament for certain when a call began. */
export const certainlyIn = (history: History, tournament: number, handle: string, call: Call) =>
  joinedOf(history, tournament).some(
    (joined) => joined.handle === handle && before(joined.call, call),
  );

/** Whether a gamer may have been in a tournament when a call was answered. */
export const maybeIn = (history: History, tournament: number, handle: string, call: Call) =>
  joinedOf(history, tournament).some(
    (joined) => joined.handle === handle && maybeBefore(joined.call, call),
  );
