import { useQuery } from "@tanstack/react-query";
import { content } from "../../api/content.ts";
import { LIVE } from "../../api/live.ts";
import type { TimelinePoint, TournamentListItem } from "../../api/types.ts";
import { useEnvironment } from "../../environment.ts";
import { tournamentKey } from "./reads.ts";
import { isFinal } from "./statuses.ts";

// A page of a list reads one point for each of its rows.
const EVERY_MS = 5 * LIVE.refetchInterval;
const NOTHING = { entries: 0, prizePool: 0 };

/**
 * How many entries a tournament has, and their fees, which are what its pool holds until it is paid
 * out. Undefined while that is not known.
 */
export function useLatest({
  id,
  status,
}: TournamentListItem): Pick<TimelinePoint, "entries" | "prizePool"> | undefined {
  const environment = useEnvironment();
  const isPending = status === "pending";
  const params = { path: { tournamentId: id }, query: { buckets: 1 } };
  const { data } = useQuery({
    queryKey: tournamentKey(environment, id, "latest", isFinal(status)),
    queryFn: async () => {
      const call = environment.api.GET("/tournament/{tournamentId}/timeline", { params });
      return (await content(call)).timeline.at(-1) ?? NOTHING;
    },
    enabled: !isPending,
    staleTime: isFinal(status) ? Infinity : EVERY_MS,
    refetchIntervalInBackground: LIVE.refetchIntervalInBackground,
    refetchInterval: isFinal(status) ? false : EVERY_MS,
  });
  return isPending ? NOTHING : data;
}
