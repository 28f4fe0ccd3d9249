import { useQuery } from "@tanstack/react-query";
import { LIVE } from "../../api/live.ts";
import { useEnvironment, type Environment } from "../../environment.ts";

/** What has been done in this environment, found out from what there is. */
export interface Progress {
  hasKey: boolean;
  /** The newest tournament, which the lines to copy name. */
  tournamentId: string | undefined;
  isPublished: boolean;
  /** When the newest published one ends, while it runs. */
  endsAt: string | undefined;
  hasEntry: boolean;
  isPaid: boolean;
}

async function hasEntries(api: Environment["api"], tournamentId: string): Promise<boolean> {
  const params = { path: { tournamentId }, query: { limit: 1 } };
  const { data } = await api.GET("/tournament/{tournamentId}/entries", { params });
  return (data?.entries.length ?? 0) > 0;
}

/** Reads how far somebody is; it changes while they follow the steps. */
export function useProgress() {
  const { id, api } = useEnvironment();
  return useQuery({
    queryKey: [id, "progress"],
    queryFn: async (): Promise<Progress> => {
      const [keys, list] = await Promise.all([api.GET("/key", {}), api.GET("/tournament", {})]);
      const tournaments = list.data?.tournaments ?? [];
      const begun = tournaments.filter(({ status }) => status !== "pending");
      const isPaid = begun.some(({ status }) => status === "completed");
      const newest = begun[0]?.id;
      const endsAt = begun[0]?.status === "published" ? begun[0].endTime : undefined;
      return {
        hasKey: (keys.data?.keys.length ?? 0) > 0,
        tournamentId: tournaments[0]?.id,
        isPublished: begun.length > 0,
        endsAt,
        hasEntry: isPaid || (newest !== undefined && (await hasEntries(api, newest))),
        isPaid,
      };
    },
    ...LIVE,
  });
}
