import { at } from "../../fixture.ts";
import { maybeEnded, refusedFrom } from "../../model/keys.ts";
import type { IntentOf } from "../../plan.ts";
import type { Behaviour } from "../behaviour.ts";

/** A backend makes a gamer known by a key that a person handed to it. */
export const useKey: Behaviour<IntentOf<"use-key">> = {
  async ready({ key }, { people }) {
    const live = at(people.keys, key);
    // Nobody knows the secret when the answer that told it was lost.
    return (await live.made.promise) && live.secret !== undefined;
  },
  request: ({ key }, { people }) => ({
    method: "POST",
    path: "/gamer/create",
    headers: { "x-api-key": at(people.keys, key).secret ?? "" },
    body: { handle: `gamer of ${at(people.keys, key).name}` },
  }),
  identity: ({ gamer }) => gamer.id,
  checkAcknowledged: (call, { history }) =>
    call.startedAt > refusedFrom(history, call.intent.key)
      ? ["let in by a key that was revoked"]
      : [],
  refusals: {
    api_key_invalid: (call, { history }) => maybeEnded(history, call.intent.key, call),
  },
  repeats: (call, { history }) =>
    !maybeEnded(history, call.intent.key, { ...call, endedAt: Infinity }),
};
