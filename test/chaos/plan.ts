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
  /** Null where it takes no scores. */
  scoring: ScoringPlan | null;
  /** From the beginning of the run. */
  endsAfterMs: number;
}

type Direction = "higher" | "lower";

/** The scoring of a tournament, as it is sent. */
export interface ScoringPlan {
  operator: "best" | "last" | "sum";
  counted?: number;
  direction: Direction;
  tieBreaks: readonly Direction[];
  ties: "shared" | "earliest";
  attempts: number;
  reviewFrom?: number;
  noScore: "out" | "in";
}

/** A score as it is sent; without an attempt it is named by its request. */
export interface GivenScore {
  gamer: string;
  score: number;
  tieBreaks: readonly number[];
  attempt?: string;
  hold?: true;
}

/** What a review decides on attempts. */
export type Decision = "accept" | "void" | "hold";

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
  | { kind: "joins"; tournament: number; handles: readonly string[] }
  | { kind: "eliminate"; tournament: number; handles: readonly string[] }
  | { kind: "disqualify"; tournament: number; handles: readonly string[] }
  | { kind: "reinstate"; tournament: number; handles: readonly string[] }
  | { kind: "score"; tournament: number; given: GivenScore }
  | { kind: "scores"; tournament: number; given: readonly GivenScore[] }
  | ReviewIntent
  | { kind: "complete"; tournament: number; ranks: readonly GivenRank[] }
  | { kind: "cancel"; tournament: number }
  | { kind: "gamer"; game: number; handle: string }
  | { kind: "deposit"; game: number; handle: string; amountMinor: bigint }
  | { kind: "withdraw"; game: number; handle: string; amountMinor: bigint };

/** A wish to decide on attempts, out of those that were told of when it is sent. */
interface ReviewIntent {
  kind: "review";
  tournament: number;
  decision: Decision;
  /** Where the attempts stand in the list of those told of, in thousandths of it. */
  picks: readonly number[];
  /** Names an attempt that nobody made, too. */
  unknown: boolean;
}

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
