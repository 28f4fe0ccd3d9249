import type { api as anyApi } from "./client.ts";
import { content } from "./content.ts";

/** Returns whether a tournament of the environment was paid out. */
export async function hasPaidOut(api: typeof anyApi): Promise<boolean> {
  const params = { query: { status: "completed", limit: 1 } } as const;
  return (await content(api.GET("/tournament", { params }))).tournaments.length > 0;
}
