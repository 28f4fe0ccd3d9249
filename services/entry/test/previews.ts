import type { PreviewRankingResponse } from "@tms/proto/tms/entry/v1/entry";
import type { EntryUnderTest, TournamentKey } from "./service.ts";

/** The preview of a ranking; of three places and at most 100 entries unless said otherwise. */
export const previewOf = (
  { entry }: EntryUnderTest,
  tournament: TournamentKey,
  more: object = {},
): Promise<PreviewRankingResponse> =>
  entry.previewRanking({ ...tournament, places: 3, pageSize: 100, ...more });

/** Handles and ranks on the page of a preview. */
export const rankedOf = ({ standings }: PreviewRankingResponse): [string, number][] =>
  (standings?.handles ?? []).map((handle, index) => [handle, standings?.ranks[index] ?? 0]);
