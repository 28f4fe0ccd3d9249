import type { Body } from "../harness/bodies.ts";
import type { Fixture } from "./fixture.ts";
import type { Call, History } from "./history.ts";
import type { Intent } from "./plan.ts";

/** A request of the public API. */
export interface ApiRequest {
  method: "GET" | "POST" | "PATCH";
  path: string;
  headers: Readonly<Record<string, string>>;
  body?: unknown;
}

export type Predicate<I extends Intent> = (call: Call<I>, history: History) => boolean;

/** How a caller removes the reason of a refusal before it repeats the request. */
export interface Mending<I extends Intent> {
  mend(intent: I, fixture: Fixture): Promise<void>;
  /** Whether the refusal may have been. */
  may: Predicate<I>;
}

/** An operation of the API: how it is requested, and which answers are possible. */
export interface OperationType<I extends Intent> {
  /** Waits for what it needs; false if that never comes. */
  ready?(intent: I, fixture: Fixture): Promise<boolean>;
  request(intent: I, fixture: Fixture): ApiRequest;
  /** Keeps what the answers said. There are none if it was refused or not even sent. */
  learn?(intent: I, fixture: Fixture, answers: readonly Body[]): void;
  /** The part of an answer that a repeat must repeat. */
  identity(body: Body): unknown;
  /** Sentences that must not be true of an acknowledged call. */
  wrong?: Readonly<Record<string, Predicate<I>>>;
  /** Returns further sentences that contradict an acknowledgement. */
  check?(call: Call<I>, history: History): string[];
  /** When each refusal is possible, by its code; other codes never are. */
  refusals?: Readonly<Record<string, Predicate<I>>>;
  /** Whether one request of a call may be refused after another was acknowledged; by default it never is. */
  endsBetween?: Predicate<I>;
  mend?: Readonly<Record<string, Mending<I>>>;
  /** Whether a repeat at the very end gets the same answer; by default it does. */
  repeats?: Predicate<I>;
}
