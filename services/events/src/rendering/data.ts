import type { Event, WalletDeposited, WalletWithdrawn } from "@tms/proto/tms/event/v1/event";
import { Payer, type Game } from "@tms/proto/tms/game/v1/game";
import type { Entry } from "@tms/proto/tms/entry/v1/entry";
import type { Payout } from "@tms/proto/tms/settlement/v1/settlement";
import { AccountType } from "@tms/proto/tms/wallet/v1/wallet";
import { wordsOf } from "@tms/kit/values/words";
import { Key } from "@tms/resources/key";
import { Endpoint } from "@tms/resources/endpoint";
import { entryJson } from "@tms/resources/entry";
import { gameTermsJson } from "@tms/resources/game";
import { invitationJson, memberJson } from "@tms/resources/member";
import { reviewedScoreJson } from "@tms/resources/score";
import { EventPayout, Settlement } from "@tms/resources/settlement";
import { exponentOf } from "@tms/resources/values/currency";
import { toMajor } from "@tms/resources/values/money";
import { isoOf } from "@tms/resources/values/times";
import { transferOf } from "@tms/resources/values/transfers";
import { Transaction, Wallet } from "@tms/resources/wallet";
import { heldScoreData, scoresData } from "./score-data.ts";
import { cancelledData, completedData, tournamentData, updatedData } from "./tournament-data.ts";

/** What an event tells, each resource as its own operation shows it. */
export function dataOf({ change }: Event, game: Game): object {
  switch (change.case) {
    case "tournamentCreated":
    case "tournamentPublished":
    case "tournamentSettling":
      return tournamentData(change.value.tournament, game);
    case "tournamentUpdated":
      return updatedData(change.value, game);
    case "tournamentCompleted":
      return completedData(change.value, game);
    case "tournamentCancelled":
      return cancelledData(change.value, game);
    case "entryJoined": {
      const entry = present(change.value.entry);
      return {
        entry: entryJson(entry, game),
        transaction: feeJson(entry, change.value.payer, game),
      };
    }
    case "entryEliminated":
      return { entry: entryJson(present(change.value.entry), game) };
    case "scoreRecorded":
      return { scores: scoresData(change.value) };
    case "scoreHeld":
      return { score: heldScoreData(present(change.value.score)) };
    case "entryDisqualified":
    case "entryReinstated":
      return {
        entry: entryJson(present(change.value.entry), game),
        reason: change.value.reason,
      };
    case "scoreReviewed":
      return { score: reviewedScoreJson(present(change.value.score)) };
    case "rankingFrozen": {
      const { tournamentId, version } = change.value;
      return { ranking: { tournament: tournamentId, version } };
    }
    case "settlementPlanned":
    case "settlementDone":
    case "settlementResumed":
      return { settlement: Settlement.toJson(change.value.settlement, game) };
    case "settlementFailed":
      return { settlement: Settlement.toJson(change.value.settlement, game), attention: true };
    case "payoutPaid":
    case "refundPaid":
      return { payout: paidJson(change.value, game) };
    case "walletDeposited":
    case "walletWithdrawn":
      return movedJson(change.value, game);
    default:
      return accessDataOf(change);
  }
}

/** What an event of access tells. */
function accessDataOf(change: Event["change"]): object {
  switch (change.case) {
    case "apiKeyCreated":
    case "apiKeyUpdated":
    case "apiKeyRevoked":
      return { key: Key.toJson(change.value.apiKey) };
    case "apiKeyRolled":
      return { key: Key.toJson(change.value.apiKey), previous: Key.toJson(change.value.previous) };
    case "memberInvited":
      return { invitation: invitationJson(change.value.invitation) };
    case "memberJoined":
    case "memberChanged":
      return { member: memberJson(change.value.member) };
    case "memberRemoved": {
      const { member, invitation } = change.value;
      return invitation
        ? { invitation: invitationJson(invitation) }
        : { member: memberJson(member) };
    }
    case "gameCreated":
    case "gameUpdated": {
      const game = present(change.value.game);
      return { game: { id: game.projectId, name: game.name, ...gameTermsJson(game) } };
    }
    case "clockAdvanced": {
      const { fromTime, toTime } = change.value;
      return { clock: { from: isoOf(fromTime), to: isoOf(toTime) } };
    }
    default:
      return webhookDataOf(change);
  }
}

/** What an event about an endpoint tells. */
function webhookDataOf(change: Event["change"]): object {
  switch (change.case) {
    case "webhookEndpointCreated":
    case "webhookEndpointUpdated":
    case "webhookEndpointRolled":
    case "webhookEndpointRevealed":
    case "webhookEndpointEnabled":
    case "webhookEndpointRemoved":
      return { endpoint: Endpoint.toJson(change.value.endpoint) };
    case "webhookEndpointDisabled": {
      const endpoint = Endpoint.toJson(change.value.endpoint);
      return { endpoint, reason: endpoint.disabledReason };
    }
    case "webhookTest":
      return { endpoint: change.value.endpointId, message: change.value.message };
    default:
      throw new Error("an event has an unknown change");
  }
}

const PAYERS = wordsOf(Payer);

/** The transfer of an entry fee, which has the entry's id; null where there is no fee. */
function feeJson({ id, fee }: Entry, payer: Payer, game: Game) {
  const minor = fee?.minorUnits ?? 0n;
  if (minor === 0n) return null;
  const word = PAYERS.word(payer);
  if (word === undefined) throw new Error("an event has no payer");
  return { id, amount: toMajor(-minor, exponentOf(game)), payer: word };
}

function paidJson(
  {
    tournamentId,
    payout,
    position,
  }: { tournamentId: string; payout?: Payout | undefined; position: number },
  game: Game,
) {
  return EventPayout.toJson({ ...present(payout), tournamentId, position }, game);
}

/** A wallet as a deposit or withdrawal left it, and the line of its statement. */
function movedJson({ gamerId, handle, transfer }: WalletDeposited | WalletWithdrawn, game: Game) {
  const balance = transfer?.balanceAfterMinorUnits;
  if (balance === undefined) throw new Error("an event has no wallet balance");
  const account = { type: AccountType.GAMER, ownerId: gamerId };
  return {
    wallet: Wallet.toJson({ gamer: { id: gamerId, handle }, balance }, game),
    transaction: Transaction.toJson(transferOf(transfer, account), game),
  };
}

function present<T>(message: T | undefined): T {
  if (message === undefined) throw new Error("an event has no change");
  return message;
}
