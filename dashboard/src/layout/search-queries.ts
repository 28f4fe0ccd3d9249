import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { content } from "../api/client.ts";
import { pageQuery, readPages } from "../api/pages.ts";
import { isProblem } from "../api/problem.ts";
import type { Environment } from "../environment.ts";

const KNOWN_FOR_MS = 10_000;
const TOURNAMENTS = { limit: 100, maxPages: 5 };
const MAX_CHARACTERS = 64;
const GAMERS = { limit: 1_000, maxPages: 10 };

export const useTournaments = ({ id, api }: Environment, enabled: boolean) =>
  useQuery({
    queryKey: [id, "search", "tournaments"],
    queryFn: async () => {
      const { limit, maxPages } = TOURNAMENTS;
      const pages = await readPages((cursor) => {
        return content(api.GET("/tournament", { params: { query: pageQuery(limit, cursor) } }));
      }, maxPages);
      return pages.flatMap(({ tournaments }) => tournaments);
    },
    staleTime: KNOWN_FOR_MS,
    enabled,
  });

/** Finds a tournament by id. The result is null if it does not exist. */
export const useTournamentById = ({ id, api }: Environment, tournamentId: string) =>
  useQuery({
    queryKey: [id, "search", "tournament", tournamentId],
    queryFn: async () => {
      try {
        const params = { path: { tournamentId } };
        return (await content(api.GET("/tournament/{tournamentId}", { params }))).tournament;
      } catch (error) {
        if (isProblem(error, "tournament_not_found")) return null;
        throw error;
      }
    },
    staleTime: KNOWN_FOR_MS,
    enabled: tournamentId !== "",
  });

/** Finds a tournament by external id. The result is null if it does not exist. */
export const useTournamentByExternalId = ({ id, api }: Environment, externalId: string) =>
  useQuery({
    queryKey: [id, "search", "external id", externalId],
    queryFn: async () => {
      const params = { query: { externalId } };
      return (await content(api.GET("/tournament", { params }))).tournaments[0] ?? null;
    },
    staleTime: KNOWN_FOR_MS,
    enabled: externalId !== "",
  });

export const useGamersByHandle = ({ id, api }: Environment, handle: string, limit: number) =>
  useQuery({
    queryKey: [id, "search", "gamers", handle, limit],
    queryFn: async () => {
      const params = { query: { handle, limit } };
      return (await content(api.GET("/gamer", { params }))).gamers;
    },
    staleTime: KNOWN_FOR_MS,
    placeholderData: keepPreviousData,
    enabled: handle !== "" && handle.length <= MAX_CHARACTERS,
  });

/**
 * Finds a gamer by id among the first ten thousand, because the API finds gamers by handle only.
 */
export const useGamerById = ({ id, api }: Environment, gamerId: string) =>
  useQuery({
    queryKey: [id, "search", "gamer", gamerId],
    queryFn: async () => {
      const { limit, maxPages } = GAMERS;
      const pages = await readPages((cursor) => {
        return content(api.GET("/gamer", { params: { query: pageQuery(limit, cursor) } }));
      }, maxPages);
      return pages.flatMap(({ gamers }) => gamers).find((gamer) => gamer.id === gamerId) ?? null;
    },
    staleTime: KNOWN_FOR_MS,
    enabled: gamerId !== "",
  });
