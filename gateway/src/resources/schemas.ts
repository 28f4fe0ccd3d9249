import { Entry, EntryDecision } from "@tms/resources/entry";
import { Clock } from "@tms/resources/clock";
import { EventGame, Game } from "@tms/resources/game";
import { EVENT_SCHEMAS, EventSchema } from "@tms/resources/event";
import { Attempt, Delivery } from "@tms/resources/delivery";
import { Endpoint } from "@tms/resources/endpoint";
import { Gamer } from "@tms/resources/gamer";
import { Key } from "@tms/resources/key";
import { Invitation, Member } from "@tms/resources/member";
import { Request } from "./requests.ts";
import {
  EventScore,
  EventScores,
  LeaderboardEntry,
  ReviewedScore,
  Score,
  Standing,
} from "@tms/resources/score";
import { JournalLine, Seal } from "@tms/resources/journal";
import { TimelinePoint } from "@tms/resources/timeline";
import { ScoringSchema } from "@tms/resources/scoring";
import {
  EventTournament,
  EventTournamentPreviousSchema,
  Tournament,
  TournamentListItem,
} from "@tms/resources/tournament";
import { Session, User } from "@tms/resources/user";
import { Ledger, LedgerAccount } from "@tms/resources/ledger";
import { EventPayout, Payout, RankPrize, Settlement } from "@tms/resources/settlement";
import { GameAccount, Transaction, Wallet } from "@tms/resources/wallet";

/** The schemas that other schemas refer to by name. The OpenAPI document lists them in this order. */
export const RESOURCE_SCHEMAS = [
  Tournament.schema,
  TournamentListItem.schema,
  ScoringSchema,
  Entry.schema,
  EntryDecision.schema,
  Score.schema,
  Standing.schema,
  LeaderboardEntry.schema,
  ReviewedScore.schema,
  TimelinePoint.schema,
  Gamer.schema,
  Settlement.schema,
  Payout.schema,
  RankPrize.schema,
  JournalLine.schema,
  Seal.schema,
  Wallet.schema,
  GameAccount.schema,
  Transaction.schema,
  Game.schema,
  Clock.schema,
  Member.schema,
  Invitation.schema,
  Key.schema,
  Ledger.schema,
  LedgerAccount.schema,
  Request.schema,
  Endpoint.schema,
  Delivery.schema,
  Attempt.schema,
  EventSchema,
  ...EVENT_SCHEMAS,
  EventTournament.schema,
  EventTournamentPreviousSchema,
  EventPayout.schema,
  EventScore.schema,
  EventScores.schema,
  EventGame.schema,
  User.schema,
  Session.schema,
];
