import { required } from "@tms/kit/errors/domain-error";
import { wordsOf } from "@tms/kit/values/words";
import type { Entry as EntryMessage } from "@tms/proto/tms/entry/v1/entry";
import {
  CancelReason,
  type Event,
  type PayoutPaid,
  type RefundPaid,
  type TournamentCancelled,
  type TournamentCompleted,
  type TournamentUpdated,
  type WalletDeposited,
  type WalletWithdrawn,
} from "@tms/proto/tms/event/v1/event";
import { Payer, type Game } from "@tms/proto/tms/game/v1/game";
import type { Tournament } from "@tms/proto/tms/tournament/v1/tournament";
import { AccountType } from "@tms/proto/tms/wallet/v1/wallet";
import { Endpoint } from "@tms/resources/endpoint";
import { Entry } from "@tms/resources/entry";
import { EventGame } from "@tms/resources/game";
import { Key } from "@tms/resources/key";
import { Invitation, Member } from "@tms/resources/member";
import { EventScore, EventScores, ReviewedScore } from "@tms/resources/score";
import { EventPayout, Settlement } from "@tms/resources/settlement";
import { EventTournament } from "@tms/resources/tournament";
import { exponentOf } from "@tms/resources/values/currency";
import { toMajor } from "@tms/resources/values/money";
import { isoOf } from "@tms/resources/values/times";
import { transferOf } from "@tms/resources/values/transfers";
import { Transaction, Wallet } from "@tms/resources/wallet";

const REASONS = wordsOf(CancelReason);

// An event has less than 32 KiB. Everything except descriptions and metadata has at most 8 KB. 5,000
// characters take more than these bytes only if most of them have four bytes.
const MAX_BYTES = 20_000;
const MAX_PREVIOUS_BYTES = 4_000;
// Characters of six bytes, such as control characters, fit as well.
const CUT_LENGTH = 600;

/** Returns a tournament without its prize pool, which belongs to the ledger. */
export const tournamentData = (
  { tournament }: { tournament?: Tournament | undefined },
  game: Game,
) => {
  const json = EventTournament.toJson(tournament, game);
  return { tournament: cut(json, MAX_BYTES - metadataBytes(json)) };
};

export function tournamentUpdatedData({ tournament, previous }: TournamentUpdated, game: Game) {
  if (tournament === undefined || previous === undefined) throw new Error("an event has no change");
  const after = EventTournament.toJson(tournament, game);
  const before = {
    // Null if the field was added.
    ...("scoring" in after && { scoring: null }),
    ...("metadata" in after && { metadata: null }),
    ...EventTournament.toJson({ ...tournament, terms: previous }, game),
  };
  const changed: Cuttable = Object.fromEntries(
    Object.entries(before).filter(
      ([name, value]) =>
        JSON.stringify(value) !== JSON.stringify(after[name as keyof typeof after]),
    ),
  );
  return {
    tournament: cut(after, MAX_BYTES - metadataBytes(after) - metadataBytes(changed)),
    previous: cut(changed, MAX_PREVIOUS_BYTES),
  };
}

export const tournamentCompletedData = (value: TournamentCompleted, game: Game) => ({
  ...tournamentData(value, game),
  winner: value.tournament?.winnerGamerId ?? null,
  winners: value.tournament?.winnerGamerIds ?? [],
  winnersCount: value.tournament?.winnerCount ?? 0,
  pool: toMajor(value.pool?.minorUnits ?? 0n, exponentOf(game)),
});

export function tournamentCancelledData(value: TournamentCancelled, game: Game) {
  const reason = required(REASONS.word(value.reason), "an event has no cancellation reason");
  return { ...tournamentData(value, game), reason };
}

interface Cuttable {
  description?: string;
  metadata?: object | null;
}

function cut<T extends Cuttable>(json: T, maxBytes: number): T {
  const { description } = json;
  if (description === undefined || countBytes(description) <= maxBytes) return json;
  return { ...json, description: `${Array.from(description).slice(0, CUT_LENGTH).join("")}…` };
}

const metadataBytes = ({ metadata }: Cuttable): number => (metadata ? countBytes(metadata) : 0);

const countBytes = (value: string | object): number => Buffer.byteLength(JSON.stringify(value));

type Change = Exclude<Event["change"], { case: "payoutStretch" | undefined }>;
type Values = { [C in Change as C["case"]]: C["value"] };

/** Converts each kind of change to the data of its event. Resources look as in the REST API. */
const DATA: { [K in keyof Values]: (value: Values[K], game: Game) => object } = {
  tournamentCreated: tournamentData,
  tournamentUpdated: tournamentUpdatedData,
  tournamentPublished: tournamentData,
  tournamentSettling: tournamentData,
  tournamentCompleted: tournamentCompletedData,
  tournamentCancelled: tournamentCancelledData,
  entryJoined: ({ entry, payer }, game) => ({
    entry: Entry.toJson(entry, game),
    transaction: feeJson(complete(entry), payer, game),
  }),
  entryEliminated: ({ entry }, game) => ({ entry: Entry.toJson(entry, game) }),
  entryDisqualified: ({ entry, reason }, game) => ({
    entry: Entry.toJson(entry, game),
    reason,
  }),
  entryReinstated: ({ entry, reason }, game) => ({
    entry: Entry.toJson(entry, game),
    reason,
  }),
  scoreRecorded: (value) => ({ scores: EventScores.toJson(value) }),
  scoreHeld: ({ score }) => ({ score: EventScore.toJson(score, { withRank: false }) }),
  scoreReviewed: ({ score }) => ({ score: ReviewedScore.toJson(score) }),
  rankingFrozen: ({ tournamentId, version }) => ({
    ranking: { tournament: tournamentId, version },
  }),
  settlementPlanned: ({ settlement }, game) => ({
    settlement: Settlement.toJson(settlement, game),
  }),
  settlementDone: ({ settlement }, game) => ({ settlement: Settlement.toJson(settlement, game) }),
  settlementResumed: ({ settlement }, game) => ({
    settlement: Settlement.toJson(settlement, game),
  }),
  settlementFailed: ({ settlement }, game) => ({
    settlement: Settlement.toJson(settlement, game),
    attention: true,
  }),
  payoutPaid: paidData,
  refundPaid: paidData,
  walletDeposited: walletData,
  walletWithdrawn: walletData,
  apiKeyCreated: ({ apiKey }) => ({ key: Key.toJson(apiKey) }),
  apiKeyUpdated: ({ apiKey }) => ({ key: Key.toJson(apiKey) }),
  apiKeyRolled: ({ apiKey, previous }) => ({
    key: Key.toJson(apiKey),
    previous: Key.toJson(previous),
  }),
  apiKeyRevoked: ({ apiKey }) => ({ key: Key.toJson(apiKey) }),
  memberInvited: ({ invitation }) => ({ invitation: Invitation.toJson(invitation) }),
  memberJoined: ({ member }) => ({ member: Member.toJson(member) }),
  memberChanged: ({ member }) => ({ member: Member.toJson(member) }),
  memberRemoved: ({ member, invitation }) =>
    invitation ? { invitation: Invitation.toJson(invitation) } : { member: Member.toJson(member) },
  gameCreated: ({ game }) => ({ game: EventGame.toJson(game) }),
  gameUpdated: ({ game }) => ({ game: EventGame.toJson(game) }),
  clockAdvanced: ({ fromTime, toTime }) => ({
    clock: { from: isoOf(fromTime), to: isoOf(toTime) },
  }),
  webhookEndpointCreated: ({ endpoint }) => ({ endpoint: Endpoint.toJson(endpoint) }),
  webhookEndpointUpdated: ({ endpoint }) => ({ endpoint: Endpoint.toJson(endpoint) }),
  webhookEndpointRolled: ({ endpoint }) => ({ endpoint: Endpoint.toJson(endpoint) }),
  webhookEndpointRevealed: ({ endpoint }) => ({ endpoint: Endpoint.toJson(endpoint) }),
  webhookEndpointDisabled: ({ endpoint }) => {
    const json = Endpoint.toJson(endpoint);
    return { endpoint: json, reason: json.disabledReason };
  },
  webhookEndpointEnabled: ({ endpoint }) => ({ endpoint: Endpoint.toJson(endpoint) }),
  webhookEndpointRemoved: ({ endpoint }) => ({ endpoint: Endpoint.toJson(endpoint) }),
  webhookTest: ({ endpointId, message }) => ({ endpoint: endpointId, message }),
};

/** Returns the data of an event. The publisher expands compacted rows before it sends the event. */
export const toData = <K extends keyof Values>(
  change: { case: K; value: Values[K] },
  game: Game,
): object => DATA[change.case](change.value, game);

const PAYERS = wordsOf(Payer);

/** Returns the transfer of an entry fee, which has the entry's id; null if there is no fee. */
function feeJson({ id, fee }: EntryMessage, payer: Payer, game: Game) {
  const minor = fee?.minorUnits ?? 0n;
  if (minor === 0n) return null;
  return { id, amount: toMajor(-minor, exponentOf(game)), payer: complete(PAYERS.word(payer)) };
}

function paidData({ tournamentId, payout, position }: PayoutPaid | RefundPaid, game: Game) {
  return { payout: EventPayout.toJson({ ...complete(payout), tournamentId, position }, game) };
}

/** Returns a wallet after a deposit or withdrawal, and the line of its statement. */
function walletData({ gamerId, handle, transfer }: WalletDeposited | WalletWithdrawn, game: Game) {
  const balance = complete(transfer?.balanceAfterMinorUnits);
  const account = { type: AccountType.GAMER, ownerId: gamerId };
  return {
    wallet: Wallet.toJson({ gamer: { id: gamerId, handle }, balance }, game),
    transaction: Transaction.toJson(transferOf(transfer, account), game),
  };
}

const complete = <T>(value: T | undefined): T => required(value, "an event is incomplete");
