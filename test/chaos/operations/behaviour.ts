import type { Body } from "../../harness/bodies.ts";
import type { Call, History } from "../history.ts";
import type { Move } from "../model/moves.ts";
import type { Intent } from "../plan.ts";
import type { Fixture } from "../fixture.ts";

/** A request of the public API. */
export interface ApiRequest {
  game: number;
  method: "POST" | "PATCH";
  path: string;
  body: unknown;
}

/** All calls and all moves of money, once everything has come to rest. */
export interface Aftermath {
  history: History;
  /** All money that moved, of which calls and settlements. */
  moves: readonly Move[];
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
}
