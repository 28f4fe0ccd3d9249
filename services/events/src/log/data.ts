import type { Entry as EntryMessage } from "@tms/proto/tms/entry/v1/entry";
import type {
  Event,
  PayoutPaid,
  RefundPaid,
  WalletDeposited,
  WalletWithdrawn,
} from "@tms/proto/tms/event/v1/event";
import { Payer, type Game } from "@tms/proto/tms/game/v1/game";
import { AccountType } from "@tms/proto/tms/wallet/v1/wallet";
import { wordsOf } from "@tms/kit/values/words";
import { Endpoint } from "@tms/resources/endpoint";
import { Entry } from "@tms/resources/entry";
import { EventGame } from "@tms/resources/game";
import { Key } from "@tms/resources/key";
import { Invitation, Member } from "@tms/resources/member";
import { EventScore, EventScores, ReviewedScore } from "@tms/resources/score";
import { EventPayout, Settlement } from "@tms/resources/settlement";
import { exponentOf } from "@tms/resources/values/currency";
import { toMajor } from "@tms/resources/values/money";
import { isoOf } from "@tms/resources/values/times";
import { transferOf } from "@tms/resources/values/transfers";
import { Transaction, Wallet } from "@tms/resources/wallet";
import {
  tournamentCancelledData,
  tournamentCompletedData,
  tournamentData,
  tournamentUpdatedData,
} from "./tournament-data.ts";

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
    transaction: feeJson(required(entry), payer, game),
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
  return { id, amount: toMajor(-minor, exponentOf(game)), payer: required(PAYERS.word(payer)) };
}

function paidData({ tournamentId, payout, position }: PayoutPaid | RefundPaid, game: Game) {
  return { payout: EventPayout.toJson({ ...required(payout), tournamentId, position }, game) };
}

/** Returns a wallet after a deposit or withdrawal, and the line of its statement. */
function walletData({ gamerId, handle, transfer }: WalletDeposited | WalletWithdrawn, game: Game) {
  const balance = required(transfer?.balanceAfterMinorUnits);
  const account = { type: AccountType.GAMER, ownerId: gamerId };
  return {
    wallet: Wallet.toJson({ gamer: { id: gamerId, handle }, balance }, game),
    transaction: Transaction.toJson(transferOf(transfer, account), game),
  };
}

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("an event is incomplete");
  return value;
}
