import { apiKeyPairExists, tooManyKeyNames } from "../errors.ts";

// One in use and its successor.
const MOST_OF_A_NAME = 2;
const MOST_NAMES = 20;

/** Refuses another key of a name where, by `inUse`, two of it or twenty names are in use. */
export function requireRoom(inUse: ReadonlyMap<string, number>, name: string): void {
  const ofName = inUse.get(name);
  if (ofName !== undefined && ofName >= MOST_OF_A_NAME) throw apiKeyPairExists();
  if (ofName === undefined && inUse.size >= MOST_NAMES) throw tooManyKeyNames();
}
