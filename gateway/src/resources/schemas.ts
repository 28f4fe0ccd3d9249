import { UserSchema } from "../openapi/schemas/user.ts";
import { EntryDecisionSchema, EntrySchema } from "./entries/schemas.ts";
import { ClockSchema } from "../openapi/schemas/clock.ts";
import { EventGameSchema, GameSchema } from "../openapi/schemas/game.ts";
import { EVENT_SCHEMAS, EventSchema } from "./events/schemas.ts";
import { Attempt, Delivery } from "@tms/resources/delivery";
import { Endpoint } from "@tms/resources/endpoint";
import { Gamer } from "@tms/resources/gamer";
import { Key } from "@tms/resources/key";
import { InvitationSchema, MemberSchema } from "./members/schemas.ts";
import { RequestSchema } from "./requests/schemas.ts";
import { EVENT_SCORE_SCHEMAS } from "./scores/event-schemas.ts";
import { ReviewedScoreSchema } from "./reviews/schemas.ts";
import { SCORE_SCHEMAS } from "./scores/schemas.ts";
import { SealSchema, JournalLineSchema } from "./journal/schemas.ts";
import { TimelinePointSchema } from "./timeline/schemas.ts";
import {
  EventTournamentPreviousSchema,
  EventTournamentSchema,
} from "./tournaments/event-schemas.ts";
import { TournamentListItemSchema, TournamentSchema } from "./tournaments/schemas.ts";
import { ScoringSchema } from "./tournaments/scoring.ts";
import { SessionSchema } from "./users/schemas.ts";
import { Ledger, LedgerAccount } from "@tms/resources/ledger";
import { EventPayout, Payout, RankPrize, Settlement } from "@tms/resources/settlement";
import { GameAccount, Transaction, Wallet } from "@tms/resources/wallet";

/** The schemas that others refer to by name. The OpenAPI document lists them in this order. */
export const RESOURCE_SCHEMAS = [
  TournamentSchema,
  TournamentListItemSchema,
  ScoringSchema,
  EntrySchema,
  EntryDecisionSchema,
  ...SCORE_SCHEMAS,
  ReviewedScoreSchema,
  TimelinePointSchema,
  Gamer.schema,
  Settlement.schema,
  Payout.schema,
  RankPrize.schema,
  JournalLineSchema,
  SealSchema,
  Wallet.schema,
  GameAccount.schema,
  Transaction.schema,
  GameSchema,
  ClockSchema,
  MemberSchema,
  InvitationSchema,
  Key.schema,
  Ledger.schema,
  LedgerAccount.schema,
  RequestSchema,
  Endpoint.schema,
  Delivery.schema,
  Attempt.schema,
  EventSchema,
  ...EVENT_SCHEMAS,
  EventTournamentSchema,
  EventTournamentPreviousSchema,
  EventPayout.schema,
  ...EVENT_SCORE_SCHEMAS,
  EventGameSchema,
  UserSchema,
  SessionSchema,
];
