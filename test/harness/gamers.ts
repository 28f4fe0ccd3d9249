import { connectTo } from "@tms/kit/rpc/client";
import { newId } from "@tms/kit/values/ids";
import { EntryService } from "@tms/proto/tms/entry/v1/entry";
import { whenServed, type Api } from "./api.ts";
import type { TestSystem } from "./system.ts";
import { idOf } from "./tournament.ts";

/** Joins gamers, all of whom must get in. */
export async function joined(api: Api, path: string, ...gamers: string[]): Promise<void> {
  for (const gamer of gamers) {
    const { status, body } = await whenServed((headers) =>
      api.post(`${path}/join`, { gamer }, { headers }),
    );
    if (status !== 201) throw new Error(`join answered ${status}: ${JSON.stringify(body)}`);
  }
}

const BATCH = 500;

/** Joins many gamers through the entry service itself, all of whom must get in. */
export async function manyJoined(
  { urls, token }: Pick<TestSystem, "urls" | "token">,
  { gameId }: Api,
  path: string,
  gamers: readonly string[],
): Promise<void> {
  const entries = connectTo(EntryService, urls.entry, token);
  const tournamentId = idOf(path);
  for (let start = 0; start < gamers.length; start += BATCH) {
    const joins = gamers
      .slice(start, start + BATCH)
      .map((handle) => ({ requestId: newId(), gameId, tournamentId, handle }));
    for await (const { outcomes } of entries.batchJoin({ joins }))
      for (const { outcome } of outcomes)
        if (outcome.case !== "entry") throw new Error(`a gamer did not get in: ${outcome.case}`);
  }
}
