import type { Tms } from "../../tms.ts";
import type { EventType } from "../../types.ts";
import type { Connection } from "../connection.ts";

/** What the steps before have left. */
export interface Scene {
  tms: Tms;
  connection: Connection;
  /** Makes names that nobody else uses. */
  run: string;
  tournamentId?: string | undefined;
  /** These are taken away in the end: an environment has room for few. */
  endpointId?: string | undefined;
  keyId?: string | undefined;
}

/** Something that somebody does. */
export type Step = (scene: Scene) => Promise<unknown>;
/** The steps that bring each type of event about, as somebody who plays would take them. */
export type StepsByType = Readonly<Partial<Record<EventType, readonly Step[]>>>;
