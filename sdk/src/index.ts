export { createTms, type Tms } from "./tms.ts";
export type { AccessToken, CallOptions, TmsOptions } from "./client/options.ts";
export type { Http, Result } from "./client/http.ts";
export type { List, PageOptions } from "./client/call.ts";
export type { Consumer } from "./events/consume.ts";
export type { EventFilter, EventList, EventQuery, StreamOptions } from "./resources/events.ts";
export type { LeaderboardQuery, NewScore, ScoreQuery } from "./resources/scores.ts";
export {
  isTmsError,
  TmsConnectionError,
  TmsError,
  type Problem,
  type TmsErrorCode,
  type KnownErrorCode,
} from "./errors.ts";
export {
  verifyWebhook,
  WebhookVerificationError,
  type VerifyOptions,
  type WebhookFault,
  type WebhookHeaders,
} from "./webhooks/verify.ts";
export type * from "./types.ts";
export type { paths } from "./api/schema.ts";
