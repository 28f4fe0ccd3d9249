import type { Event } from "../api/schema.d.ts";
import { type Currency, formatMoney } from "./amount.ts";
import { gamerPage } from "./entries.tsx";
import { formatTime, toLabel } from "./values.tsx";

// The labels that `labelEvent` cannot derive from the type.
const LABELS: Readonly<Record<string, string>> = {
  "tournament.settling": "Tournament ended",
  "score.recorded": "Scores recorded",
  "payout.paid": "Prize paid",
  "refund.paid": "Fee refunded",
  "member.changed": "Member role changed",
  "game.updated": "Game renamed",
  "webhook_endpoint.rolled": "Endpoint secret rolled",
  "webhook_endpoint.revealed": "Endpoint secret revealed",
  "webhook.test": "Test event sent",
} satisfies Partial<Record<Event["type"], string>>;

const KINDS: Readonly<Record<string, string>> = {
  api_key: "API key",
  entry: "Gamer",
  wallet: "Money",
  webhook_endpoint: "Endpoint",
};

/** Returns the label of a type: `tournament.created` becomes "Tournament created". */
export function labelEvent(type: string): string {
  const [kind = "", change = ""] = type.split(".");
  return LABELS[type] ?? `${KINDS[kind] ?? toLabel(kind)} ${change.replaceAll("_", " ")}`;
}

export const groupEventTypes = (types: readonly Event["type"][]) =>
  [...Map.groupBy(types, (type) => `${type.split(".")[0]}.*`)].map(([kind, ofKind]) => ({
    group: kind,
    items: [
      { value: kind, label: `All ${kind} events` },
      ...ofKind.map((type) => ({ value: type as string, label: labelEvent(type) })),
    ],
  }));

export interface Subject {
  label: string;
  page: string;
}

interface Known {
  currency: Currency;
  tournaments?: ReadonlyMap<string, string> | undefined;
}

/** Returns the subject of an event: a label, and the page that shows the subject. */
export function toSubject({ type, data }: Event, { currency, tournaments }: Known): Subject {
  const inTournament = (tournament: string, label = ""): Subject => ({
    label: joinParts(label, tournaments?.get(tournament)) || "Tournament",
    page: `tournaments/${tournament}`,
  });
  if ("tournament" in data)
    return { label: data.tournament.name, page: `tournaments/${data.tournament.id}` };
  if ("entry" in data) return inTournament(data.entry.tournament, data.entry.gamerHandle);
  if ("score" in data) return inTournament(data.score.tournament, data.score.gamerHandle);
  if ("scores" in data) {
    const { tournament, attempts, gamers } = data.scores;
    const scorer = attempts === 1 ? gamers[0]?.gamerHandle : undefined;
    return inTournament(tournament, scorer ?? `${attempts} scores`);
  }
  if ("payout" in data) {
    const { gamerHandle, amount, tournament } = data.payout;
    return inTournament(tournament, joinParts(gamerHandle, formatMoney(amount, currency)));
  }
  if ("settlement" in data) return inTournament(data.settlement.tournament);
  if ("ranking" in data) return inTournament(data.ranking.tournament);
  if ("wallet" in data) {
    const { gamerHandle } = data.wallet;
    const amount = formatMoney(Math.abs(data.transaction.amount), currency);
    return { label: joinParts(gamerHandle, amount), page: gamerPage(gamerHandle) };
  }
  if ("key" in data) return { label: data.key.name, page: "keys" };
  if ("game" in data) return { label: data.game.name, page: "settings" };
  if ("invitation" in data && data.invitation) {
    const { email, role } = data.invitation;
    return { label: joinParts(email ?? "Invitation", role), page: "team" };
  }
  if ("member" in data && data.member) {
    const { name, email, role } = data.member;
    return { label: joinParts(name || email, type !== "member.removed" && role), page: "team" };
  }
  if ("clock" in data) return { label: `New time: ${formatTime(data.clock.to)}`, page: "events" };
  if ("message" in data) return { label: "Test event", page: `webhooks/${data.endpoint}` };
  if ("endpoint" in data) {
    const { id, url } = data.endpoint;
    return {
      label: url,
      page: type === "webhook_endpoint.removed" ? "webhooks" : `webhooks/${id}`,
    };
  }
  return { label: "–", page: "events" };
}

const joinParts = (...parts: readonly (string | false | undefined)[]): string =>
  parts.filter(Boolean).join(" · ");
