import { isId } from "./ids.ts";

export type Actor = { type: "api_key" | "user"; id: string } | { type: "system"; id: null };

/** The actor of changes by timers, recovery and operators. */
export const SYSTEM: Actor = Object.freeze({ type: "system", id: null });

const ACTOR = /^(api_key|user):([0-9A-Za-z-]{36})$/;

export const formatActor = ({ type, id }: Actor): string => (id === null ? "" : `${type}:${id}`);

/** Parses an actor. Puts its id in lower case. Returns SYSTEM for "", and undefined for an invalid string. */
export function parseActor(text: string): Actor | undefined {
  if (text === "") return SYSTEM;
  const [, type, id = ""] = ACTOR.exec(text) ?? [];
  if ((type !== "api_key" && type !== "user") || !isId(id)) return undefined;
  return { type, id: id.toLowerCase() };
}
