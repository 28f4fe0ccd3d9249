import { create } from "@bufbuild/protobuf";
import { cutPage } from "@tms/kit/values/page";
import {
  ReadStandingsResponseSchema,
  type ReadStandingsRequest,
  type ReadStandingsResponse,
} from "@tms/proto/tms/entry/v1/entry";
import type { Context } from "../context.ts";
import { standingOf } from "../db/entries.ts";
import { scanStandings } from "../db/standings.ts";
import { rankOf } from "../ranking/competition-rank.ts";
import { positionOf, standingsOf } from "../ranking/standings-page.ts";
import { findRegistration } from "../tournaments.ts";

/** A page of a tournament's standings, as columns; one that nobody joined has none. */
export async function readStandings(
  context: Context,
  request: ReadStandingsRequest,
): Promise<ReadStandingsResponse> {
  const { tournamentId, pageSize: size } = request;
  const listed = standingsOf(request.tournamentId);
  const after = positionOf(request.pageToken, listed);
  const [registration, rows] = await Promise.all([
    findRegistration(context.db, request),
    scanStandings(context.db, tournamentId, after, size + 1),
  ]);
  const { items, nextPageToken } = cutPage(rows, size, listed, (row) => [
    standingOf(row),
    new Date(row.joined_ms).toISOString(),
    row.id,
  ]);
  const frozen = registration?.frozen_at != null;
  return create(ReadStandingsResponseSchema, {
    entryIds: items.map((row) => row.id),
    gamerIds: items.map((row) => row.gamer_id),
    handles: items.map((row) => row.handle),
    ranks: items.map((row) => rankOf(row, row.entries ?? 0, frozen) ?? 0),
    feeMinorUnits: registration?.fee_minor ?? 0n,
    nextPageToken,
  });
}
