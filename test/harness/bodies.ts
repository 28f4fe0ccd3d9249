import type { components, operations } from "../../sdk/src/api/schema.ts";

// The types of answers, as the SDK reads them from the OpenAPI document.
type Schemas = components["schemas"];

export type TournamentBody = Schemas["Tournament"];
export type EntryBody = Schemas["Entry"];
export type GameBody = Schemas["Game"];
export type PayoutBody = Schemas["Payout"];
export type SettlementBody = Omit<Schemas["Settlement"], "payouts">;
export type ScoreBody = Omit<Schemas["Score"], "state"> & { state: string };
export type ReviewedScoreBody = Omit<Schemas["ReviewedScore"], "state" | "decisions"> & {
  state: string;
  decisions: Omit<EntryDecisionBody, "was">[];
};
export type StandingBody = Omit<Schemas["Standing"], "attemptsLeft">;
export type LeaderboardLineBody = StandingBody & {
  rank: number;
  gamerHandle: string;
  state: string;
};

/** A decision on an entry, also as a test expects it. */
export interface EntryDecisionBody {
  decision: string;
  was: string;
  reason: string;
  actor: { type: string; id: string | null };
  decidedAt: string;
}

/** An event of any type. */
export type EventBody = Omit<Schemas["TournamentCreatedEvent"], "type" | "data"> & {
  type: string;
  data: Record<string, unknown>;
};

/** The fields of a problem document. */
interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  instance: string;
  code: string;
  requestId: string;
  errors: { pointer: string; detail: string }[];
}

/** Fields that operations fill with values of several types, and of the development mailbox. */
interface Ambiguous extends Problem {
  events: EventBody[];
  entries: EntryBody[];
  results: { status: number; score?: ScoreBody; entry?: EntryBody; problem?: { code: string } }[];
  payouts: PayoutBody[];
  settlement: SettlementBody;
  standings: LeaderboardLineBody[];
  account: Schemas["GameAccount"];
  key: Schemas["Key"];
  keys: (Schemas["Key"] & { kty: string; kid: string; x: string })[];
  previous: Schemas["Key"];
  oldestSequence: number;
  mails: { to: string; subject: string; text: string }[];
}

type JsonOf<R> = R extends { content: { "application/json": infer Json } } ? Json : never;
type AnswersOf<R> = { [Status in keyof R]: JsonOf<R[Status]> }[keyof R];
type Success = {
  [Id in keyof operations]: AnswersOf<operations[Id]["responses"]>;
}[keyof operations];
type FieldsOf<T> = T extends unknown ? keyof T : never;
type FieldOf<T, Name> = T extends unknown ? (Name extends keyof T ? T[Name] : never) : never;

/** Every field that an answer can have. A test reads the fields that its operation answers with. */
export type Body = Ambiguous & {
  [Name in Exclude<FieldsOf<Success>, keyof Ambiguous>]-?: FieldOf<Success, Name>;
};

export type PreviewBody = Extract<Success, { asOf: string }>;
