import { useQuery } from "@tanstack/react-query";
import { content } from "../api/client.ts";
import { queryClient } from "../api/query-client.ts";
import type { Clock } from "../api/types.ts";
import type { Environment } from "../environment.ts";

// Other people and command lines can also advance the clock.
const LOOK_EVERY_MS = 15_000;
const ADVANCING_MS = 1_000;

const keyOf = (environmentId: string) => [environmentId, "clock"];

export function useTestClock(environment: Environment | undefined): Clock | undefined {
  const isTest = environment?.mode === "test";
  const { data } = useQuery({
    queryKey: keyOf(environment?.id ?? ""),
    queryFn: async () => {
      if (environment === undefined) throw new Error("This page has no environment.");
      return (await content(environment.api.GET("/clock"))).clock;
    },
    enabled: isTest,
    refetchInterval: ({ state }) =>
      state.data?.state === "advancing" ? ADVANCING_MS : LOOK_EVERY_MS,
    refetchIntervalInBackground: false,
  });
  return isTest ? (data ?? environment.game.environments.test.clock) : undefined;
}

/** Stores an advanced clock, and refreshes all data of the environment. */
export async function updateClock({ id }: Environment, clock: Clock): Promise<void> {
  queryClient.setQueryData(keyOf(id), clock);
  await queryClient.invalidateQueries({ queryKey: [id] });
}
