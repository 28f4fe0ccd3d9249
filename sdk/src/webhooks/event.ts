import type { EnvironmentEvent } from "../types.ts";

/** Reads an event from JSON text; undefined where it is none. Fields that it does not know are kept. */
export function parseEvent(text: string): EnvironmentEvent | undefined {
  try {
    const json: unknown = JSON.parse(text);
    return isEvent(json) ? json : undefined;
  } catch {
    return undefined;
  }
}

function isEvent(json: unknown): json is EnvironmentEvent {
  const { id, sequence, type, timestamp, game, data } = (json ?? {}) as Partial<EnvironmentEvent>;
  return (
    Number.isSafeInteger(sequence) &&
    [id, type, timestamp, game].every((text) => typeof text === "string") &&
    typeof data === "object" &&
    data !== null
  );
}
