import type { Event } from "../../api/types.ts";

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

export const EVENT_TYPES = Object.keys(EVENT_LABELS) as Event["type"][];

/** Returns whether a text is an event type, or a group of types such as `entry.*`. */
export const isEventFilter = (text: string): boolean =>
  EVENT_TYPES.some((type) => type === text || `${type.split(".")[0]}.*` === text);

/** Returns the label of a type, or the type itself if this page does not know it. */
export function labelEvent(type: string): string {
  const labels: Readonly<Record<string, string>> = EVENT_LABELS;
  return labels[type] ?? type;
}

export interface EventSearch {
  /** A type, or a group of types such as `entry.*`. */
  types?: string;
  tournament?: string;
  /** Only events before this sequence. */
  before?: number;
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Reads the filters from search parameters and ignores invalid values. */
export function eventSearch({ types, tournament, before }: Record<string, unknown>): EventSearch {
  return {
    ...(typeof types === "string" && isEventFilter(types) && { types }),
    ...(typeof tournament === "string" && ID.test(tournament) && { tournament }),
    ...(Number.isSafeInteger(before) && Number(before) > 0 && { before: Number(before) }),
  };
}
