import type { Body } from "../../harness/bodies.ts";
import type { Call, History } from "../history.ts";
import type { Move } from "../model/moves.ts";
import type { Intent } from "../plan.ts";
import type { Fixture } from "../fixture.ts";

/** A request of the public API. */
export interface ApiRequest {
  method: "GET" | "POST" | "PATCH";
  path: string;
  /** Its credential, and whatever else it needs. */
  headers: Readonly<Record<string, string>>;
  body?: unknown;
}

/** All calls and all moves of money, once everything has come to rest. */
export interface Aftermath {
  history: History;
  /** All money that moved, of which calls and settlements. */
  moves: readonly Move[];
}

/** What a caller does about a refusal before it repeats its request. */
export interface Mending<I extends Intent> {
  code: string;
  by(intent: I, fixture: Fixture): Promise<void>;
  /** Whether there may have been something to mend. */
  may(call: Call<I>, aftermath: Aftermath): boolean;
}

/** One operation of the API: how it is asked for, and which answers it may get. */
export interface Behaviour<I extends Intent> {
  request(intent: I, fixture: Fixture): ApiRequest;
  /** The part of an acknowledgement that a repeat must repeat. */
  identity(body: Body): unknown;
  /** Why an acknowledgement contradicts everything else, if it does. */
  checkAcknowledged(call: Call<I>, aftermath: Aftermath): string[];
  /** Whether a refusal may be, by its code. A code that is not named never may. */
  refusals: Readonly<Record<string, (call: Call<I>, aftermath: Aftermath) => boolean>>;
  /** Waits for what it needs; turns false when that will never be. */
  ready?(intent: I, fixture: Fixture): Promise<boolean>;
  /** Keeps what was told; there are no answers when it was refused, or not even asked. */
  learn?(intent: I, fixture: Fixture, answers: readonly Body[]): void;
  mend?: readonly Mending<I>[];
  /** Whether a repeat at the very end must be answered likewise, as it must where this is absent. */
  repeats?(call: Call<I>, aftermath: Aftermath): boolean;
}
