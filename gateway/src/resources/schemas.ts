import { EntrySchema } from "./entries/schemas.ts";
import { GamerSchema } from "./gamers/schemas.ts";
import { PayoutSchema, SettlementSchema } from "./settlement/schemas.ts";
import { SealSchema, StatementLineSchema } from "./statement/schemas.ts";
import { TournamentListItemSchema, TournamentSchema } from "./tournaments/schemas.ts";
import { GameAccountSchema, TransactionSchema, WalletSchema } from "./wallets/schemas.ts";

/** The schemas that others refer to by name. The OpenAPI document lists them in this order. */
export const RESOURCE_SCHEMAS = [
  TournamentSchema,
  TournamentListItemSchema,
  EntrySchema,
  GamerSchema,
  SettlementSchema,
  PayoutSchema,
  StatementLineSchema,
  SealSchema,
  WalletSchema,
  GameAccountSchema,
  TransactionSchema,
];
