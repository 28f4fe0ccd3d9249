import type { PeopleIntent, PeoplePlan } from "./people/plan.ts";

/** A game to play with. */
export interface GamePlan {
  payer: "game" | "wallet";
  platformFeeBps: number;
  /** How far the game's account may go below zero; null for no limit. */
  creditLimitMinor: bigint | null;
  exponent: number;
  handles: readonly string[];
}

/** A tournament to play. */
export interface TournamentPlan {
  game: number;
  feeMinor: bigint;
  seats: number | null;
  minEntries: number;
  split: readonly number[];
  /** From the beginning of the run. */
  endsAfterMs: number;
}

/** A rank given with `complete`. */
export interface GivenRank {
  gamer: string;
  rank: number;
}

/** One wish of a game backend, or of a person. Whatever it is about is named by its index in the plan. */
export type Intent = GameIntent | PeopleIntent;

type GameIntent =
  | { kind: "create"; tournament: number }
  | { kind: "publish"; tournament: number }
  | { kind: "join"; tournament: number; handle: string }
  | { kind: "eliminate"; tournament: number; handles: readonly string[] }
  | { kind: "complete"; tournament: number; ranks: readonly GivenRank[] }
  | { kind: "cancel"; tournament: number }
  | { kind: "gamer"; game: number; handle: string }
  | { kind: "deposit"; game: number; handle: string; amountMinor: bigint }
  | { kind: "withdraw"; game: number; handle: string; amountMinor: bigint };

export type IntentOf<K extends Intent["kind"]> = Extract<Intent, { kind: K }>;

/** An intent, when it is sent, and how patiently. */
export interface Operation {
  id: number;
  atMs: number;
  intent: Intent;
  /** Sent twice at once under one key. */
  twin: boolean;
  /** The caller hangs up after this long. */
  patienceMs: number;
  /** How often it is repeated under its key while faults go on. */
  repeats: number;
  pauseMs: number;
}

export type FaultKind =
  | "kill"
  | "stop"
  | "roll"
  | "ambush"
  | "freeze"
  | "crash-backend"
  | "drop-connections"
  | "lock-rows"
  | "flush"
  | "expire-leases"
  | "skew"
  | "cut"
  | "stall"
  | "mute"
  | "slow";

/** A fault: from when, for how long, against whom. */
export interface PlannedFault {
  kind: FaultKind;
  atMs: number;
  forMs: number;
  target: string;
  /** Milliseconds of delay or of clock skew, where the fault has any. */
  amountMs: number;
}

/** Everything that a seed decides. */
export interface Plan {
  seed: number;
  /** How long operations are sent and faults begun. */
  spanMs: number;
  games: readonly GamePlan[];
  tournaments: readonly TournamentPlan[];
  people: PeoplePlan;
  operations: readonly Operation[];
  faults: readonly PlannedFault[];
}
