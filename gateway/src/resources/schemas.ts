import { EntryDecisionSchema, EntrySchema } from "./entries/schemas.ts";
import { Clock } from "@tms/resources/clock";
import { EventGame, Game } from "@tms/resources/game";
import { EVENT_SCHEMAS, EventSchema } from "./events/schemas.ts";
import { Attempt, Delivery } from "@tms/resources/delivery";
import { Endpoint } from "@tms/resources/endpoint";
import { Gamer } from "@tms/resources/gamer";
import { Key } from "@tms/resources/key";
import { Invitation, Member } from "@tms/resources/member";
import { Request } from "./requests.ts";
import { EVENT_SCORE_SCHEMAS } from "./scores/event-schemas.ts";
import { ReviewedScoreSchema } from "./reviews/schemas.ts";
import { SCORE_SCHEMAS } from "./scores/schemas.ts";
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

/** The schemas that others refer to by name. The OpenAPI document lists them in this order. */
export const RESOURCE_SCHEMAS = [
  Tournament.schema,
  TournamentListItem.schema,
  ScoringSchema,
  EntrySchema,
  EntryDecisionSchema,
  ...SCORE_SCHEMAS,
  ReviewedScoreSchema,
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
  ...EVENT_SCORE_SCHEMAS,
  EventGame.schema,
  User.schema,
  Session.schema,
];
