import { keepPreviousData, useQuery, type UseQueryOptions } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { createContext, useContext } from "react";
import {
  type Answer,
  LIVE,
  type Params,
  PERSON,
  read,
  type ReadPath,
  type Source,
  sourceIn,
} from "./api/client.ts";
import { RIGHTS } from "./api/gen/words.ts";
import type { Game } from "./api/schema.d.ts";

export const MODES = ["live", "test"] as const;

type Mode = (typeof MODES)[number];

/** An environment of a game. Its id is a game id in the API. */
export interface Environment extends Source {
  game: Game;
  mode: Mode;
  /** The lead of the environment's clock over real time: 0 in live. */
  aheadMs: number;
}

export const EnvironmentContext = createContext<Environment | undefined>(undefined);

export function useEnvironment(): Environment {
  const environment = useContext(EnvironmentContext);
  if (environment === undefined) throw new Error("This page has no environment.");
  return environment;
}

export const isMode = (text: string): text is Mode => MODES.some((mode) => mode === text);

/** Reads a path of the environment. Each `version` of the query is cached separately. */
export function useRead<P extends ReadPath, T = Answer<P>>(
  path: P,
  params: Params<P>,
  { version, ...options }: ReadOptions<P, T> = {},
) {
  return useQuery({ ...read(useEnvironment(), path, params, version), ...options });
}

interface ReadOptions<P extends ReadPath, T> extends Omit<
  UseQueryOptions<Answer<P>, Error, T>,
  "queryKey" | "queryFn"
> {
  version?: unknown;
}

export const useLive = <P extends ReadPath, T = Answer<P>>(
  path: P,
  params: Params<P>,
  options: ReadOptions<P, T> = {},
) => useRead(path, params, { ...LIVE, ...options });

/** Reads and refreshes a page of a list. The data of the previous page stays until the next one arrives. */
export const useList = <P extends ReadPath>(
  path: P,
  params: Params<P>,
  options: ReadOptions<P, Answer<P>> = {},
) => useLive(path, params, { placeholderData: keepPreviousData, ...options });

export function useGame() {
  const { gameId } = useParams({ from: "/signed-in/g/$gameId/$mode" });
  return useQuery({
    ...read(PERSON, "/game/{gameId}", { gameId }),
    select: ({ game }) => game,
    staleTime: 30_000,
  });
}

export function toEnvironment(game: Game, mode: Mode): Environment {
  const { id } = game.environments[mode];
  const { aheadSeconds } = game.environments.test.clock;
  const aheadMs = mode === "test" ? aheadSeconds * SECOND_MS : 0;
  return { ...sourceIn(id), game, mode, aheadMs };
}

const SECOND_MS = 1_000;

/** Returns the time of the environment's clock in ms. This clock starts and ends tournaments. */
export const gameNow = ({ aheadMs }: Environment): number => Date.now() + aheadMs;

export const pathIn = ({ game, mode }: Environment, page: string): string =>
  `/g/${game.id}/${mode}/${page}`;

type Scope = (typeof RIGHTS.owner)[Mode][number];

/** Returns whether the person's role allows an action. Only the API enforces this. */
export function may({ game, mode }: Environment, scope: Scope): boolean {
  const scopes: readonly Scope[] = RIGHTS[game.role][mode];
  return scopes.includes(scope);
}
