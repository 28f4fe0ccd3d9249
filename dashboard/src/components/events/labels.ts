import { isId, searchParams, textWhere } from "../../address.ts";
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

/** Returns the choices of event types, in groups. */
export const groupEventTypes = (types: readonly Event["type"][]) =>
  [...Map.groupBy(types, (type) => `${type.split(".")[0]}.*`)].map(([kind, ofKind]) => ({
    group: kind,
    items: [
      { value: kind, label: `All ${kind} events` },
      ...ofKind.map((type) => ({ value: type as string, label: EVENT_LABELS[type] })),
    ],
  }));

/** Reads the filters: a type or a group of types, a tournament, and the sequence after the page. */
export const eventSearch = searchParams({
  types: textWhere(isEventFilter),
  tournament: textWhere(isId),
  before: (value) => (Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : undefined),
});

export type EventSearch = ReturnType<typeof eventSearch>;
