import type { CrashSystem } from "./system.ts";

/** What a client does, in the midst of which any process may die. */
export interface Story {
  /** The client's requests, in one attempt; false when it was left without an answer. */
  act(): Promise<boolean>;
  /** Waits until an outage that is part of the story has shown, and ends it. */
  mend?(): Promise<void>;
  /** What must hold in the end, however often it was interrupted. */
  check(): Promise<void>;
}

/** Brings a system to the moment before a story. */
export type Scene = (system: CrashSystem) => Promise<Story>;
