import type { MessageInitShape } from "@bufbuild/protobuf";
import type { Client } from "@connectrpc/connect";
import { collected } from "@tms/kit/rpc/outcomes";
import type {
  CloseOutcome,
  EntryService,
  FreezeOutcome,
  JoinOutcome,
  JoinRequestSchema,
} from "@tms/proto/tms/entry/v1/entry";

/** A tournament of a game. */
export interface TournamentKey {
  gameId: string;
  tournamentId: string;
}

/** What becomes of a batch of joins, in the order of the joins. */
export async function outcomesOf(
  entry: Client<typeof EntryService>,
  joins: MessageInitShape<typeof JoinRequestSchema>[],
): Promise<JoinOutcome[]> {
  return inOrder(await collected(entry.batchJoin({ joins })));
}

/** What becomes of closing registrations, in the order of the request. */
export async function closeOutcomes(
  entry: Client<typeof EntryService>,
  registrations: readonly TournamentKey[],
): Promise<CloseOutcome[]> {
  const request = { registrations: [...registrations] };
  return inOrder(await collected(entry.batchCloseRegistration(request)));
}

/** A ranking to freeze, and where its game placed gamers. */
export interface RankingToFreeze extends TournamentKey {
  groups?: number;
  placed?: Record<string, number>;
}

/** What becomes of freezing rankings, in the order of the request. */
export async function freezeOutcomes(
  entry: Client<typeof EntryService>,
  rankings: readonly RankingToFreeze[],
): Promise<FreezeOutcome[]> {
  const request = {
    rankings: rankings.map(({ groups = 10, placed = {}, ...key }) => ({
      ...key,
      groups,
      finalRanks: Object.entries(placed).map(([handle, rank]) => ({ handle, rank })),
    })),
  };
  return inOrder(await collected(entry.batchFreezeRanking(request)));
}

/** An outcome in short: the reason of a refusal, otherwise how many entries it tells of. */
export function inShort({ outcome }: CloseOutcome | FreezeOutcome): unknown {
  if (outcome.case === "refused") return outcome.value.reason;
  return { [String(outcome.case)]: countIn(outcome.value) };
}
const countIn = (value: { entries: number } | number | undefined) =>
  typeof value === "object" ? value.entries : value;

const inOrder = <O extends { index: number }>(outcomes: readonly O[]) =>
  outcomes.toSorted((a, b) => a.index - b.index);
