import { useQuery } from "@tanstack/react-query";
import { content } from "../../api/content.ts";
import { LIVE } from "../../api/live.ts";
import { hasPaidOut } from "../../api/paid-out.ts";
import { queryClient } from "../../api/query-client.ts";
import { keepDone, type Progress } from "./progress.ts";
import { useEnvironment, type Environment } from "../../environment.ts";

async function hasEntries(api: Environment["api"], tournamentId: string): Promise<boolean> {
  const params = { path: { tournamentId }, query: { limit: 1 } };
  const call = api.GET("/tournament/{tournamentId}/entries", { params });
  return (await content(call)).entries.length > 0;
}

/** Returns whether the log has an event of a type. */
async function hasHappened(api: Environment["api"], types: string): Promise<boolean> {
  const params = { query: { types, limit: 1 } };
  return (await content(api.GET("/event", { params }))).events.length > 0;
}

/** Reads how far somebody is; it changes while they follow the steps. */
export function useProgress() {
  const { id, api } = useEnvironment();
  const queryKey = [id, "progress"];
  return useQuery({
    queryKey,
    queryFn: async (): Promise<Progress> => {
      const [{ keys }, { tournaments }, isPaid] = await Promise.all([
        content(api.GET("/key", {})),
        content(api.GET("/tournament", {})),
        hasPaidOut(api),
      ]);
      const before = queryClient.getQueryData<Progress>(queryKey);
      const begun = tournaments.filter(({ status }) => status !== "pending");
      const newest = begun[0]?.id;
      const endsAt = begun[0]?.status === "published" ? begun[0].endTime : undefined;
      const hasEntry =
        isPaid ||
        before?.hasEntry === true ||
        (newest !== undefined && (await hasEntries(api, newest))) ||
        (await hasHappened(api, "entry.joined"));
      const now = {
        hasKey: keys.length > 0,
        tournamentId: tournaments[0]?.id,
        isPublished: begun.length > 0,
        endsAt,
        hasEntry,
        isPaid,
      };
      return keepDone(before, now);
    },
    ...LIVE,
  });
}
