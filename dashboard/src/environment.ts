import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { createContext, useContext } from "react";
import { api, apiIn } from "./api/client.ts";
import type { Game } from "./api/types.ts";

/** One of the two environments of a game. */
export type Mode = "live" | "test";

/** The environment that a page is about. */
export interface Environment {
  game: Game;
  mode: Mode;
  /** The environment's own id, which the API calls a game's. */
  id: string;
  /** The API within this environment. */
  api: typeof api;
  /** How far its clock is ahead of real time, in milliseconds: 0 in live. */
  aheadMs: number;
}

export const EnvironmentContext = createContext<Environment | undefined>(undefined);

/** The environment of the page; only for pages below EnvironmentLayout. */
export function useEnvironment(): Environment {
  const environment = useContext(EnvironmentContext);
  if (environment === undefined) throw new Error("This page has no environment.");
  return environment;
}

export const isMode = (text: string): text is Mode => text === "live" || text === "test";

/** Reads the game that the address names. */
export function useGame() {
  const { gameId } = useParams({ from: "/signed-in/g/$gameId/$mode" });
  return useQuery({
    queryKey: ["game", gameId],
    queryFn: async () => {
      const { data } = await api.GET("/game/{gameId}", { params: { path: { gameId } } });
      if (data === undefined) throw new Error("The server returned an empty response. Try again.");
      return data.game;
    },
    staleTime: 30_000,
  });
}

/** One environment of a game that was read. */
export function environmentOf(game: Game, mode: Mode): Environment {
  const { id } = game.environments[mode];
  const { aheadSeconds } = game.environments.test.clock;
  const aheadMs = mode === "test" ? aheadSeconds * SECOND_MS : 0;
  return { game, mode, id, api: apiIn(id), aheadMs };
}

const SECOND_MS = 1_000;

/** What an environment's clock shows, by which its tournaments begin and end. */
export const gameNow = ({ aheadMs }: Environment): number => Date.now() + aheadMs;

/** The address of a page of an environment. */
export const pathIn = ({ game, mode }: Environment, page: string): string =>
  `/g/${game.id}/${mode}/${page}`;

/** What a role may do; the API decides, this only leaves out what would be refused. */
export function may(environment: Environment, scope: Scope): boolean {
  const { role } = environment.game;
  if (role === "owner") return true;
  if (role === "viewer") return false;
  return scope === "wallets:write" ? environment.mode === "test" : !OWNERS.has(scope);
}

type Scope =
  | "tournaments:write"
  | "entries:write"
  | "scores:write"
  | "wallets:write"
  | "webhooks:write"
  | "keys:write"
  | "members:write"
  | "game:write";
const OWNERS: ReadonlySet<Scope> = new Set(["members:write", "game:write"]);
