import { isId, searchParams, textWhere } from "../address.ts";
import type { Event } from "../api/schema.d.ts";
import { type Currency, formatMoney } from "./amount.ts";
import { formatTime } from "./values.tsx";

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

type Scores = Extract<Event, { type: "score.recorded" }>["data"]["scores"];

export interface Subject {
  label: string;
  page: string;
}

interface Known {
  currency: Currency;
  tournaments?: ReadonlyMap<string, string> | undefined;
}

export function toSubject({ type, data }: Event, known: Known): Subject {
  const tournamentSubject = (who: string | null, tournament: string): Subject => ({
    label: joinParts(who, known.tournaments?.get(tournament)) || "Tournament",
    page: `tournaments/${tournament}`,
  });
  if ("tournament" in data)
    return { label: data.tournament.name, page: `tournaments/${data.tournament.id}` };
  if ("entry" in data) return tournamentSubject(data.entry.gamerHandle, data.entry.tournament);
  if ("score" in data) return tournamentSubject(data.score.gamerHandle, data.score.tournament);
  if ("scores" in data) return tournamentSubject(formatScorer(data.scores), data.scores.tournament);
  if ("payout" in data) {
    const { gamerHandle, amount, tournament } = data.payout;
    return tournamentSubject(
      joinParts(gamerHandle, formatMoney(amount, known.currency)),
      tournament,
    );
  }
  if ("wallet" in data) {
    const { gamerHandle } = data.wallet;
    return {
      label: joinParts(gamerHandle, formatMoney(Math.abs(data.transaction.amount), known.currency)),
      page: `gamers/${encodeURIComponent(gamerHandle)}`,
    };
  }
  if ("settlement" in data) return tournamentSubject(null, data.settlement.tournament);
  if ("ranking" in data) return tournamentSubject(null, data.ranking.tournament);
  return gameSubject(type, data);
}

function gameSubject(type: Event["type"], data: Event["data"]): Subject {
  if ("key" in data) return { label: data.key.name, page: "keys" };
  if ("game" in data) return { label: data.game.name, page: "settings" };
  if ("invitation" in data && data.invitation)
    return {
      label: joinParts(data.invitation.email ?? "Invitation", data.invitation.role),
      page: "team",
    };
  if ("member" in data && data.member)
    return {
      label: joinParts(
        data.member.name || data.member.email,
        type === "member.removed" ? undefined : data.member.role,
      ),
      page: "team",
    };
  if ("clock" in data) return { label: `New time: ${formatTime(data.clock.to)}`, page: "events" };
  if ("endpoint" in data && typeof data.endpoint === "object")
    return { label: data.endpoint.url, page: pageOfEndpoint(type, data.endpoint.id) };
  if ("message" in data) return { label: "Test event", page: `webhooks/${data.endpoint}` };
  return { label: "–", page: "team" };
}

const joinParts = (...parts: readonly (string | null | undefined)[]): string =>
  parts.filter(Boolean).join(" · ");

const pageOfEndpoint = (type: Event["type"], id: string): string =>
  type === "webhook_endpoint.removed" ? "webhooks" : `webhooks/${id}`;

function formatScorer({ attempts, gamers }: Scores): string {
  const [first] = gamers;
  return attempts === 1 && first ? first.gamerHandle : `${attempts} scores`;
}
