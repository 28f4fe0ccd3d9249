import { acknowledged, before, maybeBefore, type Call, type History } from "../history.ts";
import { at } from "../fixture.ts";

/** Whether a handle was known for certain when a call began. */
export const certainlyKnown = (history: History, game: number, handle: string, call: Call) =>
  [
    ...acknowledged(history, "gamer"),
    ...acknowledged(history, "deposit"),
    ...acknowledged(history, "join"),
  ].some(
    (made) =>
      made.intent.handle === handle &&
      before(made, call) &&
      ("game" in made.intent
        ? made.intent.game
        : at(history.fixture.tournaments, made.intent.tournament).plan.game) === game,
  );

/** Whether a gamer was in a tournament for certain when a call began. */
export const certainlyIn = (history: History, tournament: number, handle: string, call: Call) =>
  acknowledged(history, "join").some(
    (joined) =>
      joined.intent.tournament === tournament &&
      joined.intent.handle === handle &&
      before(joined, call),
  );

/** Whether a gamer may have been in a tournament when a call was answered. */
export const maybeIn = (history: History, tournament: number, handle: string, call: Call) =>
  acknowledged(history, "join").some(
    (joined) =>
      joined.intent.tournament === tournament &&
      joined.intent.handle === handle &&
      maybeBefore(joined, call),
  );

/** Whether a gamer may have been eliminated by another call when this one was answered. */
export const maybeOut = (history: History, tournament: number, handle: string, call: Call) =>
  acknowledged(history, "eliminate").some(
    (out) =>
      out !== call &&
      out.intent.tournament === tournament &&
      out.intent.handles.includes(handle) &&
      maybeBefore(out, call),
  );
