import type { components } from "./api/schema.ts";
import type { BodyOf } from "./client/routes.ts";

type Schemas = components["schemas"];

/**
 * The result of one item of a request, or its problem. Exactly one of the two is undefined, so that a check
 * of either member narrows the type.
 */
type ResultOf<Told> =
  | ({ status: 200 | 201; problem?: undefined } & Told)
  | ({ status: number; problem: Schemas["Problem"] } & { [K in keyof Told]?: undefined });
export type ScoreResult = ResultOf<{ score: Schemas["Score"] }>;
export type JoinResult = ResultOf<{ entry: Schemas["Entry"] }>;

export type NewDecision = Omit<BodyOf<"PATCH /tournament/{tournamentId}/review">, "scores">;
export type NewTournament = BodyOf<"POST /tournament/create">;

// The schemas of the API, with their names in the OpenAPI document.
export type Tournament = Schemas["Tournament"];
export type TournamentListItem = Schemas["TournamentListItem"];
/** The rules that turn scores into ranks. */
export type Scoring = Schemas["Scoring"];
export type Entry = Schemas["Entry"];
/** A decision on an entry, with its reason and its actor. */
export type EntryDecision = Schemas["EntryDecision"];
/** An attempt of a gamer, and the standing of the gamer after it. */
export type Score = Schemas["Score"];
/** An attempt of a gamer, and the decisions on it. */
export type ReviewedScore = Schemas["ReviewedScore"];
/** The score of a gamer in a tournament, computed from all attempts. */
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
/** A webhook endpoint, without its secret. */
export type Endpoint = Schemas["Endpoint"];
/** The delivery of an event to an endpoint. */
export type Delivery = Schemas["Delivery"];
export type LoggedRequest = Schemas["Request"];
/** An event in the log. Its `type` determines the fields of `data`. */
export type EnvironmentEvent = Schemas["Event"];
/** The type of an event, such as `entry.joined`. */
export type EventType = EnvironmentEvent["type"];
type FamilyOf<Type> = Type extends `${infer Family}.${string}` ? `${Family}.*` : never;
/** A type of event, or a group of types such as `entry.*`. */
export type EventTypePattern = EventType | FamilyOf<EventType>;
