/** Who did what an event tells. */
export interface EventActor {
  type: "api_key" | "user" | "system";
  /** The API key or person; null for the system. */
  id: string | null;
}

/** Something that happened in an environment. */
export interface TmsEvent<Type extends string = string, Data = Record<string, unknown>> {
  /** The same in every delivery: deduplicate by it. */
  id: string;
  /** Counts 1, 2, 3 … per environment: order by it. */
  sequence: number;
  /** What happened, such as `entry.joined`. */
  type: Type;
  /** When, on the environment's clock. */
  timestamp: string;
  /** The environment. */
  game: string;
  /** Whether that is a test environment. */
  test: boolean;
  actor: EventActor;
  /** The request that caused it; null where none did. */
  requestId: string | null;
  /** What it is about, as it was then. */
  data: Data;
}

/** Reads an event from JSON text; undefined where it is none. Fields that it does not know are kept. */
export function parseEvent(text: string): TmsEvent | undefined {
  try {
    const json: unknown = JSON.parse(text);
    return isEvent(json) ? json : undefined;
  } catch {
    return undefined;
  }
}

function isEvent(json: unknown): json is TmsEvent {
  const { id, sequence, type, timestamp, game, data } = (json ?? {}) as Partial<TmsEvent>;
  return (
    Number.isSafeInteger(sequence) &&
    [id, type, timestamp, game].every((text) => typeof text === "string") &&
    typeof data === "object" &&
    data !== null
  );
}
