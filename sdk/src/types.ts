import type { Result } from "./client/http.ts";
import type { components, operations } from "./api/schema.ts";

type Schemas = components["schemas"];
type Operation = keyof operations;

/** The JSON body of an operation. */
export type BodyOf<O extends Operation> = operations[O] extends {
  requestBody?: { content: { "application/json": infer Body } };
}
  ? Body
  : never;

/** The query parameters of a list, but for its pages. */
export type QueryOf<O extends Operation> = Omit<
  NonNullable<operations[O]["parameters"]["query"]>,
  "cursor"
>;

/** What an operation answers when it succeeds. */
export type AnswerOf<O extends Operation> = Extract<
  operations[O]["responses"][keyof operations[O]["responses"]],
  { content: { "application/json": unknown } }
>["content"]["application/json"];

/** The same, with the id of its request. */
export type Answer<O extends Operation> = Promise<Result<AnswerOf<O>>>;

/**
 * What became of one item of many: what it came to, or its problem. The member that one of them lacks is
 * undefined, so that looking at it tells which of them it is.
 */
type ResultOf<Told> =
  | ({ status: 200 | 201; problem?: undefined } & Told)
  | ({ status: number; problem: Schemas["Problem"] } & { [K in keyof Told]?: undefined });
/** What became of one score of many. */
export type ScoreResult = ResultOf<{ score: Schemas["Score"] }>;
/** What became of one join of many. */
export type JoinResult = ResultOf<{ entry: Schemas["Entry"] }>;

/** The answer of an operation on many items, each with a result of its own, in their order. */
export type Results<O extends Operation, R> = Promise<
  Result<Omit<AnswerOf<O>, "results"> & { results: R[] }>
>;

// What the API answers with, by the names that its document gives.
export type Tournament = Schemas["Tournament"];
export type TournamentListItem = Schemas["TournamentListItem"];
/** How a tournament's scores become ranks. */
export type Scoring = Schemas["Scoring"];
export type Entry = Schemas["Entry"];
/** What was decided on an entry, by whom and why. */
export type EntryDecision = Schemas["EntryDecision"];
/** An attempt of a gamer, and what the gamer's attempts come to. */
export type Score = Schemas["Score"];
/** An attempt of a gamer, and what was decided on it. */
export type ReviewedScore = Schemas["ReviewedScore"];
/** What a gamer's attempts in a tournament come to. */
export type Standing = Schemas["Standing"];
/** A line of a leaderboard. */
export type LeaderboardEntry = Schemas["LeaderboardEntry"];
export type Gamer = Schemas["Gamer"];
export type Settlement = Schemas["Settlement"];
export type Payout = Schemas["Payout"];
export type RankPrize = Schemas["RankPrize"];
export type StatementLine = Schemas["StatementLine"];
export type Seal = Schemas["Seal"];
export type TimelinePoint = Schemas["TimelinePoint"];
export type Wallet = Schemas["Wallet"];
export type GameAccount = Schemas["GameAccount"];
export type Clock = Schemas["Clock"];
export type Transaction = Schemas["Transaction"];
/** An endpoint for webhooks. */
export type Endpoint = Schemas["Endpoint"];
/** What became of an event at an endpoint. */
export type Delivery = Schemas["Delivery"];
/** A request as the request log has it. */
export type LoggedRequest = Schemas["Request"];
/** A change as the log tells it; its `type` says what its `data` hold. */
export type EnvironmentEvent = Schemas["Event"];
/** The type of an event, such as `entry.joined`. */
export type EventType = EnvironmentEvent["type"];
type FamilyOf<Type> = Type extends `${infer Family}.${string}` ? `${Family}.*` : never;
/** A type of event, or all types of a family: `entry.*`. */
export type EventTypePattern = EventType | FamilyOf<EventType>;
