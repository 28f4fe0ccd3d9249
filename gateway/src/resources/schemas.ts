import { TransactionSchema } from "../openapi/schemas/transaction.ts";
import { EntryDecisionSchema, EntrySchema } from "./entries/schemas.ts";
import { Clock } from "@tms/resources/clock";
import { EventGame, Game } from "@tms/resources/game";
import { EVENT_SCHEMAS, EventSchema } from "./events/schemas.ts";
import { GamerSchema } from "./gamers/schemas.ts";
import { Key } from "@tms/resources/key";
import { Invitation, Member } from "@tms/resources/member";
import { LedgerAccountSchema, LedgerSchema } from "./ledger/schemas.ts";
import { Request } from "./requests.ts";
import {
  EventPayoutSchema,
  PayoutSchema,
  RankPrizeSchema,
  SettlementSchema,
} from "./settlement/schemas.ts";
import { EVENT_SCORE_SCHEMAS } from "./scores/event-schemas.ts";
import { ReviewedScoreSchema } from "./reviews/schemas.ts";
import { SCORE_SCHEMAS } from "./scores/schemas.ts";
import { JournalLine, Seal } from "@tms/resources/journal";
import { TimelinePoint } from "@tms/resources/timeline";
import {
  EventTournamentPreviousSchema,
  EventTournamentSchema,
} from "./tournaments/event-schemas.ts";
import { TournamentListItemSchema, TournamentSchema } from "./tournaments/schemas.ts";
import { ScoringSchema } from "./tournaments/scoring.ts";
import { Session, User } from "@tms/resources/user";
import { AttemptSchema, DeliverySchema } from "./webhooks/delivery.ts";
import { EndpointSchema } from "./webhooks/schemas.ts";
import { GameAccountSchema, WalletSchema } from "./wallets/schemas.ts";

/** The schemas that others refer to by name. The OpenAPI document lists them in this order. */
export const RESOURCE_SCHEMAS = [
  TournamentSchema,
  TournamentListItemSchema,
  ScoringSchema,
  EntrySchema,
  EntryDecisionSchema,
  ...SCORE_SCHEMAS,
  ReviewedScoreSchema,
  TimelinePoint.schema,
  GamerSchema,
  SettlementSchema,
  PayoutSchema,
  RankPrizeSchema,
  JournalLine.schema,
  Seal.schema,
  WalletSchema,
  GameAccountSchema,
  TransactionSchema,
  Game.schema,
  Clock.schema,
  Member.schema,
  Invitation.schema,
  Key.schema,
  LedgerSchema,
  LedgerAccountSchema,
  Request.schema,
  EndpointSchema,
  DeliverySchema,
  AttemptSchema,
  EventSchema,
  ...EVENT_SCHEMAS,
  EventTournamentSchema,
  EventTournamentPreviousSchema,
  EventPayoutSchema,
  ...EVENT_SCORE_SCHEMAS,
  EventGame.schema,
  User.schema,
  Session.schema,
];
