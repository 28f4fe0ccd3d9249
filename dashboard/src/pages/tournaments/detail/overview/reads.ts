import { useQuery } from "@tanstack/react-query";
import { content } from "../../../../api/content.ts";
import { LIVE } from "../../../../api/live.ts";
import type { Tournament } from "../../../../api/types.ts";
import { useEnvironment } from "../../../../environment.ts";
import { tournamentKey } from "../../reads.ts";
import { isFinal } from "../../statuses.ts";

const BUCKETS = 120;
// Each read counts all entries: a large tournament is looked at less often.
const ENTRIES_PER_READ = 5_000;

/** Reads how a tournament came to stand as it does, and keeps up with it. */
export function useTimeline({ id: tournamentId, status }: Tournament) {
  const environment = useEnvironment();
  const params = { path: { tournamentId }, query: { buckets: BUCKETS } };
  return useQuery({
    queryKey: tournamentKey(environment, tournamentId, "timeline", isFinal(status)),
    queryFn: async () => {
      const call = environment.api.GET("/tournament/{tournamentId}/timeline", { params });
      return (await content(call)).timeline;
    },
    enabled: status !== "pending",
    refetchIntervalInBackground: LIVE.refetchIntervalInBackground,
    refetchInterval: ({ state }) => {
      if (isFinal(status)) return false;
      const entries = state.data?.at(-1)?.entries ?? 0;
      return LIVE.refetchInterval * Math.ceil((entries + 1) / ENTRIES_PER_READ);
    },
  });
}
