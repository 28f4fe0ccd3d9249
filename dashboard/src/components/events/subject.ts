import type { Event } from "../../api/types.ts";
import { formatTime } from "../time.tsx";

type Scores = Extract<Event, { type: "score.recorded" }>["data"]["scores"];

/** What an event is about, and the page of the environment that shows it. */
export interface Subject {
  label: string;
  page: string;
}

/** What an event is about. */
export function subjectOf({ type, data }: Event): Subject {
  if ("tournament" in data)
    return { label: data.tournament.name, page: `tournaments/${data.tournament.id}` };
  if ("entry" in data)
    return { label: data.entry.gamerHandle, page: `tournaments/${data.entry.tournament}` };
  if ("score" in data)
    return { label: data.score.gamerHandle, page: `tournaments/${data.score.tournament}` };
  if ("scores" in data) return scoresSubject(data.scores);
  if ("payout" in data)
    return { label: data.payout.gamerHandle, page: `tournaments/${data.payout.tournament}` };
  if ("wallet" in data)
    return {
      label: data.wallet.gamerHandle,
      page: `gamers/${encodeURIComponent(data.wallet.gamerHandle)}`,
    };
  if ("settlement" in data)
    return { label: "Settlement", page: `tournaments/${data.settlement.tournament}` };
  if ("key" in data) return { label: data.key.name, page: "keys" };
  if ("game" in data) return { label: data.game.name, page: "settings" };
  if ("invitation" in data && data.invitation)
    return { label: data.invitation.email ?? "An invitation", page: "team" };
  if ("member" in data && data.member)
    return { label: data.member.name || data.member.email, page: "team" };
  if ("clock" in data) return { label: `to ${formatTime(data.clock.to)}`, page: "events" };
  if ("endpoint" in data && typeof data.endpoint === "object")
    return { label: data.endpoint.url, page: pageOfEndpoint(type, data.endpoint.id) };
  if ("message" in data)
    return { label: "An endpoint is tried", page: `webhooks/${data.endpoint}` };
  return { label: "–", page: "team" };
}

/** One that was removed has no page. */
const pageOfEndpoint = (type: Event["type"], id: string): string =>
  type === "webhook_endpoint.removed" ? "webhooks" : `webhooks/${id}`;

function scoresSubject({ attempts, gamers, tournament }: Scores): Subject {
  const [first] = gamers;
  const label = attempts === 1 && first ? first.gamerHandle : `${attempts} scores`;
  return { label, page: `tournaments/${tournament}` };
}
