import { parseActor } from "@tms/kit/values/actor";
import type { EntryDecision, ScoreDecision } from "@tms/proto/tms/entry/v1/entry";
import { isoOf } from "./values/times.ts";

/** Why something was decided, whose doing it is and when, as callers see it. */
export function decidedJson({ reason, actor: text, time }: EntryDecision | ScoreDecision) {
  const actor = parseActor(text);
  if (actor === undefined) throw new Error("a service returned a decision without an actor");
  return { reason, actor: { type: actor.type, id: actor.id }, decidedAt: isoOf(time) };
}
