import type { MessageInitShape } from "@bufbuild/protobuf";
import { collected, soleResult } from "@tms/kit/rpc/outcomes";
import { newId } from "@tms/kit/values/ids";
import { scoringMessage, type ScoringTerms } from "@tms/kit/values/scoring";
import {
  ScoreVerdict,
  type CloseOutcome,
  type FreezeOutcome,
  type FrozenRanking,
  type JoinOutcome,
  type JoinRequestSchema,
  type PreviewRankingResponse,
  type ScoreOutcome,
  type ScoreRequestSchema,
} from "@tms/proto/tms/entry/v1/entry";
import { Payer } from "@tms/proto/tms/game/v1/game";
import {
  createGame,
  joinAll,
  publishTournament,
  readPages,
  type Terms,
  type TournamentKey,
} from "../../../test/world/actions.ts";
import { expect } from "../../../test/world/test.ts";
import type { World } from "../../../test/world/world.ts";
import type { Verdict } from "../src/db/tables.ts";
import { createRecovery } from "../src/joining/recovery.ts";

type Entries = Pick<World, "entry">;
type Rows = Pick<World, "admin">;

/** Returns handles: g0, g1 … */
export const handles = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `g${index}`);

/** Publishes a tournament of a game whose gamers pay their fees from their wallets. */
export async function publishWalletTournament(world: World, terms: Terms): Promise<TournamentKey> {
  const { gameId } = await createGame(world, { payer: Payer.WALLET });
  return await publishTournament(world, { ...terms, gameId });
}

/** Publishes a free tournament that gamers joined in this order. */
export async function tournamentOf(world: World, ...names: string[]): Promise<TournamentKey> {
  const tournament = await publishTournament(world);
  await joinAll(world, tournament, names);
  return tournament;
}

/** Publishes a tournament that takes scores, with gamers in it. */
export async function scoredTournament(
  world: World,
  names: readonly string[],
  scoring: Partial<ScoringTerms> = {},
  terms: Terms & { gameId?: string } = {},
): Promise<TournamentKey> {
  const tournament = await publishTournament(world, { ...terms, scoring: scoringMessage(scoring) });
  for (let first = 0; first < names.length; first += MAX_BATCH)
    await joinAll(world, tournament, names.slice(first, first + MAX_BATCH));
  return tournament;
}
const MAX_BATCH = 1_000;

const inOrder = <O extends { index: number }>(outcomes: readonly O[]) =>
  outcomes.toSorted((a, b) => a.index - b.index);

/** Returns the outcomes of joins, in the order of the joins. */
export const joinOutcomes = async (
  { entry }: Entries,
  joins: MessageInitShape<typeof JoinRequestSchema>[],
): Promise<JoinOutcome[]> => inOrder(await collected(entry.batchJoin({ joins })));

/** Returns "entry" or the reason of the refusal of each join. */
export const joinReasons = async (
  world: Entries,
  joins: MessageInitShape<typeof JoinRequestSchema>[],
): Promise<string[]> => (await joinOutcomes(world, joins)).map(toReason);

/** Returns the reason of a refusal, or the case of any other outcome. */
export const toReason = ({ outcome }: JoinOutcome | CloseOutcome | FreezeOutcome): string =>
  outcome.case === "refused" ? outcome.value.reason : String(outcome.case);

/** Returns the outcomes of closing registrations, in the order of the request. */
export const closeOutcomes = async ({ entry }: Entries, registrations: readonly TournamentKey[]) =>
  inOrder(await collected(entry.batchCloseRegistration({ registrations: [...registrations] })));

/** Closes a registration; returns the number of unfinished entries if there are any. */
export const closeRegistration = async (world: Entries, tournament: TournamentKey) =>
  soleResult(await closeOutcomes(world, [tournament]));

/** A ranking to freeze, and the ranks that its game gives to gamers. */
interface RankingToFreeze extends TournamentKey {
  groups?: number;
  placed?: Record<string, number>;
}

/** Returns the outcomes of freezing rankings, in the order of the request. */
export async function freezeOutcomes({ entry }: Entries, rankings: readonly RankingToFreeze[]) {
  const request = rankings.map(({ groups = 10, placed = {}, ...key }) => ({
    ...key,
    groups,
    finalRanks: Object.entries(placed).map(([handle, rank]) => ({ handle, rank })),
  }));
  return inOrder(await collected(entry.batchFreezeRanking({ rankings: request })));
}

/** Freezes a ranking in which the game placed some gamers. */
export const freeze = async (
  world: Entries,
  tournament: TournamentKey,
  placed: Record<string, number> = {},
  groups = 10,
): Promise<FrozenRanking> =>
  soleResult(await freezeOutcomes(world, [{ ...tournament, groups, placed }]));

/** Closes the registration of a tournament, and freezes its ranking. */
export async function finish(
  world: Entries,
  tournament: TournamentKey,
  placed: Record<string, number> = {},
): Promise<FrozenRanking> {
  await closeRegistration(world, tournament);
  return await freeze(world, tournament, placed);
}

/** Returns the handle, rank and state of each entry, in the order of the list. */
export async function listStandings({ entry }: Entries, tournament: TournamentKey) {
  const { entries } = await entry.listEntries({ ...tournament, pageSize: 1_000 });
  return entries.map(({ handle, rank, state }) => [handle, rank, state] as const);
}

/** Returns the rank of each entry by its handle. */
export const getRanks = async (world: Entries, tournament: TournamentKey) =>
  Object.fromEntries((await listStandings(world, tournament)).map(([name, rank]) => [name, rank]));

/** A score as a test writes it. */
export interface GivenScore {
  handle: string;
  score: number;
  tieBreaks?: number[];
  attempt?: string;
  requestId?: string;
  metadata?: string;
  hold?: boolean;
  repeatable?: boolean;
  withRank?: boolean;
  /** Another tournament of the same game. */
  tournamentId?: string;
  /** A game that does not have the tournament. */
  gameId?: string;
  origin?: { actor: string; requestId: string };
}

/** Sends scores in one call; returns their outcomes, in their order. */
export async function submit(
  { entry }: Entries,
  tournament: TournamentKey,
  given: readonly GivenScore[],
): Promise<ScoreOutcome[]> {
  const scores = given.map(
    ({ score, tieBreaks = [], ...rest }): MessageInitShape<typeof ScoreRequestSchema> => ({
      requestId: newId(),
      ...tournament,
      ...rest,
      score: BigInt(score),
      tieBreaks: tieBreaks.map(BigInt),
    }),
  );
  return inOrder(await collected(entry.batchSubmitScore({ scores })));
}

/** Sends one score of each gamer. */
export const submitEach = (
  world: Entries,
  tournament: TournamentKey,
  scores: Record<string, number>,
): Promise<ScoreOutcome[]> =>
  submit(
    world,
    tournament,
    Object.entries(scores).map(([handle, score]) => ({ handle, score })),
  );

/** Returns the reason of a refusal, otherwise the score that the gamer's attempts come to. */
export function toScore({ outcome }: ScoreOutcome): string | number | null {
  if (outcome.case === "refused") return outcome.value.reason;
  const score = outcome.value?.standing?.score;
  return score === undefined ? null : Number(score);
}

/** Returns the rank that an outcome tells; null if it tells none. */
export const toRank = ({ outcome }: ScoreOutcome): number | null =>
  outcome.case === "score" ? (outcome.value.standing?.rank ?? null) : null;

type Attempt = readonly [handle: string, score: number, hold?: boolean];

/** Records attempts of gamers; returns their ids. */
export async function record(world: Entries, tournament: TournamentKey, ...attempts: Attempt[]) {
  const scores = attempts.map(([handle, score, hold = false]) => ({ handle, score, hold }));
  const outcomes = await submit(
    world,
    tournament,
    scores.map((each) => ({ ...each, repeatable: true })),
  );
  return outcomes.map(({ outcome }) => (outcome.case === "score" ? outcome.value.id : ""));
}

const VERDICTS = {
  accept: ScoreVerdict.ACCEPT,
  void: ScoreVerdict.VOID,
  hold: ScoreVerdict.HOLD,
} as const satisfies Record<Verdict, ScoreVerdict>;

/** Decides on attempts by their ids. */
export const review = (
  { entry }: Entries,
  tournament: TournamentKey,
  verdict: Verdict,
  ...scoreIds: string[]
) =>
  entry.reviewScores({
    ...tournament,
    scoreIds,
    verdict: VERDICTS[verdict],
    reason: "looked at it",
    requestId: newId(),
  });

/** Returns the preview of a ranking; by default of three places and at most 100 entries. */
export const preview = ({ entry }: Entries, tournament: TournamentKey, more: object = {}) =>
  entry.previewRanking({ ...tournament, places: 3, pageSize: 100, ...more });

/** Returns the handles and ranks on the page of a preview. */
export const toRanked = ({ standings }: PreviewRankingResponse): [string, number][] =>
  (standings?.handles ?? []).map((handle, index) => [handle, standings?.ranks[index] ?? 0]);

/** Reads a preview page by page. Each page says whether it goes on within a rank. */
export async function previewPages(
  world: Entries,
  tournament: TournamentKey,
  places: number,
  pageSize: number,
): Promise<[string, number][]> {
  const all: [string, number][] = [];
  await readPages(async (pageToken) => {
    const page = await preview(world, tournament, { places, pageSize, pageToken });
    const ranked = toRanked(page);
    expect(ranked.length).toBeLessThanOrEqual(pageSize);
    expect(page.continued).toBe(ranked.length > 0 && all.at(-1)?.[1] === ranked[0]?.[1]);
    all.push(...ranked);
    return { nextPageToken: page.standings?.nextPageToken ?? "" };
  });
  return all;
}

/** Returns the number of seats that are taken in a tournament. */
export async function countSeats({ admin }: Rows, { tournamentId }: TournamentKey) {
  const { rows } = await admin.query<{ seats_taken: number }>(
    "SELECT seats_taken FROM entry.registration WHERE tournament_id = $1",
    [tournamentId],
  );
  return rows[0]?.seats_taken ?? 0;
}

/** Returns the number of entry fees that a tournament took. */
export async function countFees({ admin }: Rows, { tournamentId }: TournamentKey): Promise<number> {
  const { rows } = await admin.query<{ fees: number }>(
    "SELECT count(*)::int AS fees FROM wallet.transfer WHERE kind = 'entry_fee' AND reference_id = $1",
    [tournamentId],
  );
  return rows[0]?.fees ?? 0;
}

/** Moves a moment of a registration into the past. */
export async function pass(
  { admin }: Rows,
  { tournamentId }: TournamentKey,
  moment: "ends_at" | "registration_closes_at",
): Promise<void> {
  await admin.query(
    `UPDATE entry.registration SET ${moment} = now() - interval '1 minute' WHERE tournament_id = $1`,
    [tournamentId],
  );
}

/** Makes the pending joins of a tournament due for recovery. */
export async function makeDue({ admin }: Rows, { tournamentId }: TournamentKey): Promise<void> {
  await admin.query(
    "UPDATE entry.pending_join SET retry_at = now() - interval '1 second' WHERE tournament_id = $1",
    [tournamentId],
  );
}

/** Makes one round of recovery. */
export const recover = ({ contexts }: Pick<World, "contexts">): Promise<boolean> =>
  createRecovery(contexts.entry)();
