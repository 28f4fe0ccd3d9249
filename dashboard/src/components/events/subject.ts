import type { Event } from "../../api/types.ts";
import { type Currency, formatMoney } from "../values/amount.ts";
import { formatTime } from "../values/time.tsx";

type Scores = Extract<Event, { type: "score.recorded" }>["data"]["scores"];

export interface Subject {
  label: string;
  page: string;
}

/** Data outside the event that its subject needs. */
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

/** A removed endpoint has no page. */
const pageOfEndpoint = (type: Event["type"], id: string): string =>
  type === "webhook_endpoint.removed" ? "webhooks" : `webhooks/${id}`;

function formatScorer({ attempts, gamers }: Scores): string {
  const [first] = gamers;
  return attempts === 1 && first ? first.gamerHandle : `${attempts} scores`;
}
