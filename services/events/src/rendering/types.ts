import type { Event } from "@tms/proto/tms/event/v1/event";

/** What an event can tell of; a stretch is expanded before it is sent. */
export type Case = Exclude<NonNullable<Event["change"]["case"]>, "payoutStretch">;

/** The types of events as integrators know them. */
export const EVENT_TYPES: Readonly<Record<Case, string>> = {
  tournamentCreated: "tournament.created",
  tournamentUpdated: "tournament.updated",
  tournamentPublished: "tournament.published",
  tournamentSettling: "tournament.settling",
  tournamentCompleted: "tournament.completed",
  tournamentCancelled: "tournament.cancelled",
  entryJoined: "entry.joined",
  entryEliminated: "entry.eliminated",
  scoreRecorded: "score.recorded",
  scoreHeld: "score.held",
  entryDisqualified: "entry.disqualified",
  entryReinstated: "entry.reinstated",
  scoreReviewed: "score.reviewed",
  rankingFrozen: "ranking.frozen",
  settlementPlanned: "settlement.planned",
  payoutPaid: "payout.paid",
  refundPaid: "refund.paid",
  settlementDone: "settlement.done",
  settlementFailed: "settlement.failed",
  settlementResumed: "settlement.resumed",
  walletDeposited: "wallet.deposited",
  walletWithdrawn: "wallet.withdrawn",
  apiKeyCreated: "api_key.created",
  apiKeyUpdated: "api_key.updated",
  apiKeyRolled: "api_key.rolled",
  apiKeyRevoked: "api_key.revoked",
  memberInvited: "member.invited",
  memberJoined: "member.joined",
  memberChanged: "member.changed",
  memberRemoved: "member.removed",
  gameCreated: "game.created",
  gameUpdated: "game.updated",
  clockAdvanced: "clock.advanced",
  webhookEndpointCreated: "webhook_endpoint.created",
  webhookEndpointUpdated: "webhook_endpoint.updated",
  webhookEndpointRolled: "webhook_endpoint.rolled",
  webhookEndpointRevealed: "webhook_endpoint.revealed",
  webhookEndpointDisabled: "webhook_endpoint.disabled",
  webhookEndpointEnabled: "webhook_endpoint.enabled",
  webhookEndpointRemoved: "webhook_endpoint.removed",
  webhookTest: "webhook.test",
};

/** The type of an event. Throws an Error for one that tells of nothing known. */
export function typeOf({ change }: Event): string {
  if (change.case === undefined || change.case === "payoutStretch")
    throw new Error("an event has an unknown change");
  return EVENT_TYPES[change.case];
}

const ACCESS = /^(api_key|member|game|webhook_endpoint)\./;

/** Whether events of a type tell of who may do what. */
export const isAccess = (type: string): boolean => ACCESS.test(type);
