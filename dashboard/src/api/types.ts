import type { components } from "./schema.d.ts";

type Schemas = components["schemas"];

// What the API answers with, by the names that its document gives.
export type Game = Schemas["Game"];
export type Clock = Schemas["Clock"];
export type ApiKey = Schemas["Key"];
export type Member = Schemas["Member"];
export type Invitation = Schemas["Invitation"];
export type Tournament = Schemas["Tournament"];
export type TournamentListItem = Schemas["TournamentListItem"];
export type Entry = Schemas["Entry"];
export type EntryDecision = Schemas["EntryDecision"];
export type Scoring = Schemas["Scoring"];
export type Standing = Schemas["Standing"];
export type ReviewedScore = Schemas["ReviewedScore"];
export type LeaderboardEntry = Schemas["LeaderboardEntry"];
export type Gamer = Schemas["Gamer"];
export type Settlement = Schemas["Settlement"];
export type Payout = Schemas["Payout"];
export type RankPrize = Schemas["RankPrize"];
export type StatementLine = Schemas["StatementLine"];
export type Seal = Schemas["Seal"];
export type Wallet = Schemas["Wallet"];
export type GameAccount = Schemas["GameAccount"];
export type Transaction = Schemas["Transaction"];
export type Request = Schemas["Request"];
export type Ledger = Schemas["Ledger"];
export type LedgerAccount = Schemas["LedgerAccount"];
export type TimelinePoint = Schemas["TimelinePoint"];
export type Event = Schemas["Event"];
export type Endpoint = Schemas["Endpoint"];
export type Delivery = Schemas["Delivery"];
export type Attempt = Schemas["Attempt"];
