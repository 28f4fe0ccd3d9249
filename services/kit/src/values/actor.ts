import { isId } from "./ids.ts";

/** Who acts: an API key or a person, by its id, or the product itself. */
export type Actor = { type: "api_key" | "user"; id: string } | { type: "system"; id: null };

/** The product itself: timers, recovery, operators. */
export const SYSTEM: Actor = Object.freeze({ type: "system", id: null });

const ACTOR = /^(api_key|user):([0-9A-Za-z-]{36})$/;

/** An actor as text: `api_key:ID` or `user:ID`; empty for the product itself. */
export const formatActor = ({ type, id }: Actor): string => (id === null ? "" : `${type}:${id}`);

/** The actor that a text names, its id in lower case; undefined for a text that names none. */
export function parseActor(text: string): Actor | undefined {
  if (text === "") return SYSTEM;
  const [, type, id = ""] = ACTOR.exec(text) ?? [];
  if ((type !== "api_key" && type !== "user") || !isId(id)) return undefined;
  return { type, id: id.toLowerCase() };
}
