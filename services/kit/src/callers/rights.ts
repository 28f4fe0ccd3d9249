import type { DescMethod, DescService } from "@bufbuild/protobuf";
import { EntryService } from "@tms/proto/tms/entry/v1/entry";
import { DeliveryService } from "@tms/proto/tms/event/v1/delivery";
import { EndpointService } from "@tms/proto/tms/event/v1/endpoint";
import { EventService } from "@tms/proto/tms/event/v1/event";
import { ClockService } from "@tms/proto/tms/game/v1/clock";
import { GameService } from "@tms/proto/tms/game/v1/game";
import { MemberService } from "@tms/proto/tms/game/v1/member";
import { IdentityService } from "@tms/proto/tms/identity/v1/identity";
import { SettlementService } from "@tms/proto/tms/settlement/v1/settlement";
import { TournamentService } from "@tms/proto/tms/tournament/v1/tournament";
import { WalletService } from "@tms/proto/tms/wallet/v1/wallet";

/** The services that know their callers. */
export const SERVICES: readonly DescService[] = [
  GameService,
  MemberService,
  ClockService,
  TournamentService,
  EntryService,
  WalletService,
  SettlementService,
  IdentityService,
  EventService,
  EndpointService,
  DeliveryService,
];

const { method: game } = GameService;
const { method: member } = MemberService;
const { method: clock } = ClockService;
const { method: tournament } = TournamentService;
const { method: entry } = EntryService;
const { method: wallet } = WalletService;
const { method: settlement } = SettlementService;
const { method: identity } = IdentityService;
const { method: event } = EventService;
const { method: endpoint } = EndpointService;
const { method: delivery } = DeliveryService;

/**
 * The product's own callers and what each may call: what it does call, and nothing more. Only the
 * gateway deposits and withdraws, and only settlement pays prizes out.
 */
export const PRODUCT_CALLERS = {
  gateway: [
    game.batchAuthenticateApiKeys,
    game.recordApiKeyUses,
    game.createGame,
    game.renameGame,
    game.resetTestGame,
    game.issueApiKey,
    game.listApiKeys,
    game.updateApiKey,
    game.rollApiKey,
    game.revokeApiKey,
    member.authorizePerson,
    member.listPersonGames,
    member.listMembers,
    member.inviteMember,
    member.withdrawInvitation,
    member.acceptInvitation,
    member.changeMember,
    member.removeMember,
    clock.batchGetClocks,
    clock.advanceClock,
    clock.awaitClock,
    tournament.createTournament,
    tournament.updateTournament,
    tournament.updateMetadata,
    tournament.publishTournament,
    tournament.cancelTournament,
    tournament.completeTournament,
    tournament.batchGetTournaments,
    tournament.listTournaments,
    tournament.batchFindGames,
    entry.createGamer,
    entry.getGamer,
    entry.updateGamer,
    entry.batchJoin,
    entry.batchSubmitScore,
    entry.eliminate,
    entry.disqualify,
    entry.reinstate,
    entry.reviewScores,
    entry.listScores,
    entry.listEntries,
    entry.readLeaderboard,
    entry.getEntry,
    entry.listGamers,
    entry.listGamerEntries,
    entry.getTimeline,
    wallet.getLedger,
    wallet.listAccounts,
    wallet.findAccount,
    wallet.batchTransfer,
    wallet.batchGetBalances,
    wallet.listTransfers,
    wallet.listJournal,
    settlement.getSettlement,
    settlement.previewSettlement,
    event.listEvents,
    event.getEvent,
    event.awaitEvents,
    endpoint.createEndpoint,
    endpoint.getEndpoint,
    endpoint.listEndpoints,
    endpoint.updateEndpoint,
    endpoint.removeEndpoint,
    endpoint.revealEndpointSecret,
    endpoint.rollEndpointSecret,
    delivery.testEndpoint,
    delivery.listDeliveries,
    delivery.getDelivery,
    delivery.listEventDeliveries,
    delivery.retryDelivery,
    delivery.replayEvents,
    event.watchEvents,
    identity.signUp,
    identity.verifyEmail,
    identity.signIn,
    identity.refreshSession,
    identity.signOut,
    identity.forgotPassword,
    identity.resetPassword,
    identity.startDeviceCode,
    identity.exchangeDeviceCode,
    identity.approveDeviceCode,
    identity.getUser,
    identity.updateUser,
    identity.listSessions,
    identity.revokeSession,
    identity.batchCheckSessions,
    identity.listSigningKeys,
    identity.listMails,
  ],
  game: [
    wallet.openAccount,
    identity.batchGetUsers,
    identity.sendMail,
    event.recordEvents,
    entry.advanceEntryClock,
    tournament.advanceTournamentClock,
    settlement.advanceSettlementClock,
  ],
  tournament: [
    game.getGame,
    entry.batchCountEntries,
    entry.checkFinalRanks,
    entry.batchCloseRegistration,
    wallet.batchGetBalances,
    settlement.scheduleSettlement,
    settlement.startRefund,
    event.recordEvents,
  ],
  wallet: [event.recordEvents],
  entry: [tournament.batchGetTournaments, wallet.collectFees, event.recordEvents],
  settlement: [
    tournament.batchGetTournaments,
    tournament.batchBeginSettlement,
    tournament.abandonSettlement,
    tournament.recordWinners,
    tournament.batchFinishSettlement,
    entry.batchCloseRegistration,
    entry.batchFreezeRanking,
    entry.readStandings,
    entry.previewRanking,
    wallet.batchDisburse,
    wallet.batchCloseAccount,
    wallet.batchGetBalances,
    wallet.batchGetTransferTimes,
    event.recordEvents,
  ],
  events: [game.getGame, member.authorizeActor, member.listMembers, identity.sendMail],
  cli: [
    game.createGame,
    game.getGame,
    game.listGames,
    game.issueApiKey,
    game.listApiKeys,
    game.rollApiKey,
    game.revokeApiKey,
    member.issueInvitation,
    member.listMembers,
    member.withdrawInvitation,
    clock.advanceClock,
    clock.awaitClock,
    settlement.listSettlements,
    settlement.retrySettlement,
    identity.rotateSigningKey,
  ],
} satisfies Record<string, readonly DescMethod[]>;

/** The name of one of the product's own callers. */
export type ProductCaller = keyof typeof PRODUCT_CALLERS;

/** All of these names. */
export const productCallers = Object.keys(PRODUCT_CALLERS) as ProductCaller[];

export const isProductCaller = (name: string): name is ProductCaller =>
  Object.hasOwn(PRODUCT_CALLERS, name);

/** A right to all RPCs of a service: `tms.wallet.v1.WalletService/*`. */
export const everyRpcOf = ({ typeName }: DescService): string => `${typeName}/*`;
