import { TransactionSchema } from "../openapi/transaction.ts";
import { UserSchema } from "../openapi/user.ts";
import { EntrySchema } from "./entries/schemas.ts";
import { GameSchema } from "../openapi/game.ts";
import { GamerSchema } from "./gamers/schemas.ts";
import { KeySchema } from "./keys/schemas.ts";
import { InvitationSchema, MemberSchema } from "./members/schemas.ts";
import { LedgerAccountSchema, LedgerSchema } from "./ledger/schemas.ts";
import { RequestSchema } from "./requests/schemas.ts";
import { PayoutSchema, SettlementSchema } from "./settlement/schemas.ts";
import { SealSchema, StatementLineSchema } from "./statement/schemas.ts";
import { TimelinePointSchema } from "./timeline/schemas.ts";
import { TournamentListItemSchema, TournamentSchema } from "./tournaments/schemas.ts";
import { SessionSchema } from "./users/schemas.ts";
import { GameAccountSchema, WalletSchema } from "./wallets/schemas.ts";

/** The schemas that others refer to by name. The OpenAPI document lists them in this order. */
export const RESOURCE_SCHEMAS = [
  TournamentSchema,
  TournamentListItemSchema,
  EntrySchema,
  TimelinePointSchema,
  GamerSchema,
  SettlementSchema,
  PayoutSchema,
  StatementLineSchema,
  SealSchema,
  WalletSchema,
  GameAccountSchema,
  TransactionSchema,
  GameSchema,
  MemberSchema,
  InvitationSchema,
  KeySchema,
  LedgerSchema,
  LedgerAccountSchema,
  RequestSchema,
  UserSchema,
  SessionSchema,
];
