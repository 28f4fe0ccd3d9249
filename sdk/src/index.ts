export { createTms, type Tms } from "./tms.ts";
export type { AccessToken, CallOptions, TmsOptions } from "./client/options.ts";
export type { Http, Result } from "./client/http.ts";
export type { List, PageOptions } from "./list.ts";
export type { NewTournament } from "./resources/tournaments.ts";
export {
  isTmsError,
  TmsConnectionError,
  TmsError,
  type Problem,
  type TmsErrorCode,
} from "./errors.ts";
export { verifyWebhook, type VerifyOptions } from "./webhooks/verify.ts";
export {
  WebhookVerificationError,
  type WebhookFault,
  type WebhookHeaders,
} from "./webhooks/signature.ts";
export type { EventActor, TmsEvent } from "./webhooks/event.ts";
export type {
  Entry,
  GameAccount,
  Gamer,
  LoggedRequest,
  Payout,
  Seal,
  Settlement,
  StatementLine,
  TimelinePoint,
  Tournament,
  TournamentListItem,
  Transaction,
  Wallet,
} from "./types.ts";
export type { paths } from "./api/schema.ts";
