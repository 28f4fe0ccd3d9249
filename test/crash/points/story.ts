import type { CrashSystem } from "./system.ts";

/** The requests of a client, during which any process may die. */
export interface Story {
  /** The client's requests, in one attempt; false when it was left without an answer. */
  act(): Promise<boolean>;
  /** Waits until an outage that is part of the story has shown, and ends it. */
  mend?(): Promise<void>;
  /** Asserts what must hold in the end, however often the requests were interrupted. */
  check(): Promise<void>;
}

/** Brings a system to the moment before a story. */
export type Scene = (system: CrashSystem) => Promise<Story>;
