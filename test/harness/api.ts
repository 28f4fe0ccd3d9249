import { inject } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { createGame, type GameAccess, type GameTerms } from "@tms/stack/system/demo-game";
import { until } from "@tms/stack/until";
import type { Body, PayoutBody, SettlementBody, TournamentBody } from "./bodies.ts";

/** A response as tests look at it. */
export interface Answer {
  status: number;
  headers: Headers;
  body: Body;
}

export interface CallOptions {
  headers?: Record<string, string>;
  /** Sends this instead of the key's header. */
  auth?: Record<string, string>;
  /** Sends this text as it is. */
  raw?: string;
  /** Gives up on an answer. */
  signal?: AbortSignal;
}

/** A game of its own and its view of the public API. */
export interface Api extends GameAccess {
  call(method: string, path: string, body?: unknown, options?: CallOptions): Promise<Answer>;
  get(path: string, options?: CallOptions): Promise<Answer>;
  post(path: string, body?: unknown, options?: CallOptions): Promise<Answer>;
  patch(path: string, body?: unknown, options?: CallOptions): Promise<Answer>;
}

export async function newGame(terms: GameTerms = {}): Promise<Api> {
  const place = { urls: inject("urls"), token: inject("tokens").test };
  const access = await createGame(place, `Game ${newId()}`, terms);
  return apiOf(inject("baseUrl"), access);
}

export function apiOf(baseUrl: string, access: GameAccess): Api {
  async function call(method: string, path: string, body?: unknown, options: CallOptions = {}) {
    const payload = options.raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        ...(payload !== undefined && { "content-type": "application/json" }),
        ...(options.auth ?? { "x-api-key": access.apiKey }),
        ...options.headers,
      },
      ...(payload !== undefined && { body: payload }),
      ...(options.signal && { signal: options.signal }),
    });
    const text = await response.text();
    const json = (response.headers.get("content-type") ?? "").includes("json");
    const parsed = (json ? JSON.parse(text) : { detail: text }) as Body;
    return { status: response.status, headers: response.headers, body: parsed };
  }
  return {
    ...access,
    call,
    get: (path, options) => call("GET", path, undefined, options),
    post: (path, body, options) => call("POST", path, body, options),
    patch: (path, body, options) => call("PATCH", path, body, options),
  };
}

const HOUR_MS = 3_600_000;

/** A valid create body; `endsInMs` from now. */
export function cup(api: Api, more: Record<string, unknown> = {}, endsInMs = HOUR_MS) {
  return {
    game: api.gameId,
    name: "Cup",
    description: "A cup",
    startTime: new Date(Date.now() - 1_000).toISOString(),
    endTime: new Date(Date.now() + endsInMs).toISOString(),
    ...more,
  };
}

/** Creates a tournament; returns its path. */
export async function created(
  api: Api,
  more: Record<string, unknown> = {},
  endsInMs?: number,
): Promise<string> {
  const { status, body } = await api.post("/tournament/create", cup(api, more, endsInMs));
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
  const { status, body } = await api.patch(`${path}/publish`);
  if (status !== 200) throw new Error(`publish answered ${status}: ${JSON.stringify(body)}`);
  return path;
}

/** Joins gamers, all of whom must get in. */
export async function joined(api: Api, path: string, ...gamers: string[]): Promise<void> {
  for (const gamer of gamers) {
    const { status, body } = await api.post(`${path}/join`, { gamer });
    if (status !== 201) throw new Error(`join answered ${status}: ${JSON.stringify(body)}`);
  }
}

/** Waits until a tournament has a status; returns it. */
export function reaches(
  api: Api,
  path: string,
  status: string,
  timeoutMs = 20_000,
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
  timeoutMs = 20_000,
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
