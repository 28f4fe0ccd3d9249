import type { Event } from "../../api/types.ts";

/** What an event tells, in words, by its type. */
export const EVENT_LABELS: Readonly<Record<Event["type"], string>> = {
  "tournament.created": "Tournament created",
  "tournament.updated": "Tournament updated",
  "tournament.published": "Tournament published",
  "tournament.settling": "Tournament ended",
  "tournament.completed": "Tournament completed",
  "tournament.cancelled": "Tournament cancelled",
  "entry.joined": "Gamer joined",
  "entry.eliminated": "Gamer eliminated",
  "score.recorded": "Scores recorded",
  "score.held": "Score held",
  "entry.disqualified": "Gamer disqualified",
  "entry.reinstated": "Gamer reinstated",
  "score.reviewed": "Score reviewed",
  "ranking.frozen": "Ranking frozen",
  "settlement.planned": "Settlement planned",
  "payout.paid": "Prize paid",
  "refund.paid": "Fee refunded",
  "settlement.done": "Settlement done",
  "settlement.failed": "Settlement failed",
  "settlement.resumed": "Settlement resumed",
  "wallet.deposited": "Money deposited",
  "wallet.withdrawn": "Money withdrawn",
  "api_key.created": "API key created",
  "api_key.updated": "API key updated",
  "api_key.rolled": "API key rolled",
  "api_key.revoked": "API key revoked",
  "member.invited": "Member invited",
  "member.joined": "Member joined",
  "member.changed": "Member role changed",
  "member.removed": "Member removed",
  "game.created": "Game created",
  "game.updated": "Game renamed",
  "clock.advanced": "Clock advanced",
  "webhook_endpoint.created": "Endpoint created",
  "webhook_endpoint.updated": "Endpoint updated",
  "webhook_endpoint.rolled": "Endpoint secret rolled",
  "webhook_endpoint.revealed": "Endpoint secret revealed",
  "webhook_endpoint.disabled": "Endpoint disabled",
  "webhook_endpoint.enabled": "Endpoint enabled",
  "webhook_endpoint.removed": "Endpoint removed",
  "webhook.test": "Test event sent",
};

/** All types, in the order in which they are shown. */
export const EVENT_TYPES = Object.keys(EVENT_LABELS) as Event["type"][];

/** Whether a text names a type, or all types of a kind by `entry.*`. */
export const isEventFilter = (text: string): boolean =>
  EVENT_TYPES.some((type) => type === text || `${type.split(".")[0]}.*` === text);

/** Whether a text is a type that these pages know. */
export const isEventType = (text: string): text is Event["type"] => text in EVENT_LABELS;
