import { until } from "@tms/stack/until";
import { whenServed, type Api } from "./api.ts";
import type { PayoutBody, SettlementBody, TournamentBody } from "./bodies.ts";

const HOUR_MS = 3_600_000;

/** A valid body for create; the tournament ends `endsInMs` from now. */
export const termsOf = (game: string, more: Record<string, unknown> = {}, endsInMs = HOUR_MS) => ({
  game,
  name: "Open",
  description: "A tournament",
  startTime: new Date(Date.now() - 1_000).toISOString(),
  endTime: new Date(Date.now() + endsInMs).toISOString(),
  ...more,
});

/** A valid body for create, for the game of a test. */
export const tournamentBody = (api: Api, more?: Record<string, unknown>, endsInMs?: number) =>
  termsOf(api.gameId, more, endsInMs);

/** Creates a tournament; returns its path. */
export async function created(
  api: Api,
  more: Record<string, unknown> = {},
  endsInMs?: number,
): Promise<string> {
  const terms = tournamentBody(api, more, endsInMs);
  const { status, body } = await whenServed((headers) =>
    api.post("/tournament/create", terms, { headers }),
  );
  if (status !== 201) throw new Error(`create answered ${status}: ${JSON.stringify(body)}`);
  return `/tournament/${body.tournament.id}`;
}

/** Creates and publishes a tournament; returns its path. */
export async function published(
  api: Api,
  more: Record<string, unknown> = {},
  endsInMs?: number,
): Promise<string> {
  const path = await created(api, more, endsInMs);
  const { status, body } = await whenServed((headers) =>
    api.patch(`${path}/publish`, undefined, { headers }),
  );
  if (status !== 200) throw new Error(`publish answered ${status}: ${JSON.stringify(body)}`);
  return path;
}

/** Waits until a tournament has a status; returns it. */
export function reaches(
  api: Api,
  path: string,
  status: string,
  timeoutMs = 60_000,
): Promise<TournamentBody> {
  return until(
    async () => {
      const { body } = await api.get(path);
      return body.tournament.status === status ? body.tournament : null;
    },
    { timeoutMs, everyMs: 50, what: `${path} becoming ${status}` },
  );
}

/** Waits until a tournament's settlement is done; returns it with its payouts. */
export function settled(
  api: Api,
  path: string,
  timeoutMs = 60_000,
): Promise<SettlementBody & { payouts: PayoutBody[] }> {
  return until(
    async () => {
      const { body } = await api.get(`${path}/settlement`);
      return body.settlement?.state === "done"
        ? { ...body.settlement, payouts: body.payouts }
        : null;
    },
    { timeoutMs, everyMs: 50, what: `the settlement of ${path}` },
  );
}

/** The id in a tournament's path. */
export const idOf = (path: string): string => path.slice("/tournament/".length);
