import type { Role } from "../model/roles.ts";
import type { Scoring, Verdict } from "../model/scoring.ts";

export interface GamePlan {
  payer: "game" | "wallet";
  platformFeeBps: number;
  /** How far the balance of the game's account can go below zero; null for no limit. */
  creditLimitMinor: bigint | null;
  exponent: number;
  handles: readonly string[];
}

export interface TournamentPlan {
  game: number;
  feeMinor: bigint;
  seats: number | null;
  minEntries: number;
  split: readonly number[];
  /** Null if it takes no scores. */
  scoring: Scoring | null;
  /** From the start of the run. */
  endsAfterMs: number;
}

/** A score as it is sent. Without `attempt`, the request names the attempt. */
export interface GivenScore {
  gamer: string;
  score: number;
  tieBreaks: readonly number[];
  attempt?: string;
  hold?: true;
}

/** A rank that the game gives when it completes a tournament. */
export interface GivenRank {
  gamer: string;
  rank: number;
}

export interface KeyPlan {
  team: number;
  mode: "live" | "test";
}

/** People, their further sign-ins, the games that they create, and the keys of these games. */
export interface PeoplePlan {
  people: number;
  sessions: readonly { person: number }[];
  teams: readonly { owner: number }[];
  keys: readonly KeyPlan[];
}

/** An operation of a game backend or of a person. Indices refer to the plan. */
export type Intent = GameIntent | PeopleIntent;
export type IntentOf<K extends Intent["kind"]> = Extract<Intent, { kind: K }>;

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
  | {
      kind: "review";
      tournament: number;
      decision: Verdict;
      /** Positions in the list of attempts known when it is sent, in thousandths of the list. */
      picks: readonly number[];
      /** Also names an attempt that does not exist. */
      unknown: boolean;
    }
  | { kind: "complete"; tournament: number; ranks: readonly GivenRank[] }
  | { kind: "cancel"; tournament: number }
  | { kind: "gamer"; game: number; handle: string }
  | { kind: "deposit"; game: number; handle: string; amountMinor: bigint }
  | { kind: "withdraw"; game: number; handle: string; amountMinor: bigint };

export type PeopleIntent =
  | { kind: "sign-up"; person: number }
  | { kind: "verify"; person: number }
  | { kind: "sign-in"; session: number }
  | { kind: "refresh"; session: number }
  /** Sends a refresh token that was exchanged long ago. */
  | { kind: "steal"; session: number }
  | { kind: "sign-out"; session: number }
  | { kind: "read-user"; session: number }
  | { kind: "create-game"; team: number; person: number }
  | { kind: "invite"; team: number; person: number; guest: number; role: Role }
  | { kind: "accept"; team: number; person: number }
  | { kind: "change-role"; team: number; person: number; member: number; role: Role }
  | { kind: "remove"; team: number; person: number; member: number }
  | { kind: "issue-key"; team: number; person: number; key: number }
  | {
      kind: "roll-key";
      team: number;
      person: number;
      key: number;
      successor: number;
      graceSeconds: 0 | 3_600;
    }
  | { kind: "revoke-key"; team: number; person: number; key: number }
  | { kind: "use-key"; key: number };

/** An intent with its time and the patience of its caller. */
export interface Operation {
  id: number;
  atMs: number;
  intent: Intent;
  /** Sends two requests at once under one key. */
  twin: boolean;
  /** The caller hangs up after this time. */
  patienceMs: number;
  /** The number of repeats, under the same key, while faults go on. */
  repeats: number;
  pauseMs: number;
}

export interface PlannedFault {
  kind: string;
  atMs: number;
  forMs: number;
  target: string;
  /** Milliseconds of delay or clock skew; 0 for other faults. */
  amountMs: number;
}

/** Everything that a seed decides. */
export interface Plan {
  seed: number;
  /** How long operations and faults begin. */
  spanMs: number;
  games: readonly GamePlan[];
  tournaments: readonly TournamentPlan[];
  people: PeoplePlan;
  operations: readonly Operation[];
  faults: readonly PlannedFault[];
}

/** Returns the item that the plan refers to. */
export function at<T>(items: readonly T[], index: number): T {
  const item = items[index];
  if (item === undefined) throw new Error(`the plan refers to item ${index}, which is missing`);
  return item;
}
