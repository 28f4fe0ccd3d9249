import type { Message } from "@bufbuild/protobuf";
import { newId } from "@tms/kit/values/ids";
import { AccountType, TransferKind } from "@tms/proto/tms/wallet/v1/wallet";
import type { Names } from "./names.ts";

export type Row = (names: Names) => Record<string, unknown>;

const tournament =
  (more: Record<string, unknown> = {}): Row =>
  ({ gameId, tournamentId }) => ({ requestId: newId(), gameId, tournamentId, ...more });
const key = ({ gameId, tournamentId }: Names) => ({ gameId, tournamentId });
const account = ({ gameId, gamerId }: Names) => ({
  gameId,
  type: AccountType.GAMER,
  ownerId: gamerId,
});
const pool = ({ gameId, tournamentId }: Names) => ({
  gameId,
  type: AccountType.PRIZE_POOL,
  ownerId: tournamentId,
});
const payout = (names: Names) => ({
  debit: pool(names),
  creditType: AccountType.GAMER,
  currency: "USD",
  kind: TransferKind.PAYOUT,
  referenceId: names.tournamentId,
  transferIds: [newId()],
  ownerIds: [names.gamerId],
  minorUnits: [1n],
});
const transfer = (names: Names) => ({
  id: newId(),
  debit: account(names),
  credit: { gameId: names.gameId, type: AccountType.EXTERNAL, ownerId: names.gameId },
  amount: { currency: "USD", minorUnits: 1n },
  kind: 2,
});

const mutation = () => ({ requestId: newId() });
const endpoint =
  (more: Record<string, unknown> = {}): Row =>
  ({ gameId, endpointId }) => ({ requestId: newId(), gameId, endpointId, ...more });
const credentials = { email: "eve@example.com", password: "violet-lamp-otter-91" };
const source = { address: "192.0.2.1", agent: "a test" };

/** Calls that act for a game and can name a thing of another. */
export const ROWS: Readonly<Record<string, Row>> = {
  GetGamer: ({ gameId, handle }) => ({ gameId, handle }),
  ListGamerEntries: ({ gameId, handle }) => ({ gameId, handle }),
  UpdateGamer: ({ gameId, handle }) => ({
    ...mutation(),
    gameId,
    handle,
    patch: { displayName: "Mine" },
  }),
  BatchJoin: (names) => ({ joins: [tournament({ handle: "eve" })(names)] }),
  BatchSubmitScore: (names) => ({
    scores: [tournament({ handle: names.handle, score: 1n })(names)],
  }),
  Eliminate: tournament({ handles: ["the-owner"] }),
  Disqualify: tournament({ handles: ["the-owner"], reason: "Mine" }),
  Reinstate: tournament({ handles: ["the-owner"], reason: "Mine" }),
  ReviewScores: tournament({ scoreIds: [newId()], verdict: 1, reason: "Mine" }),
  ListScores: tournament(),
  ListEntries: tournament(),
  ReadLeaderboard: tournament(),
  GetEntry: (names) => ({ ...key(names), handle: names.handle }),
  BatchCountEntries: ({ gameId, tournamentId }) => ({ gameId, tournamentIds: [tournamentId] }),
  GetTimeline: tournament(),
  CheckFinalRanks: tournament({ finalRanks: [{ handle: "the-owner", rank: 1 }] }),
  BatchFreezeRanking: (names) => ({ rankings: [{ ...key(names), groups: 1 }] }),
  UpdateTournament: tournament({ patch: { name: "Mine" } }),
  UpdateMetadata: tournament({ metadata: "{}" }),
  PublishTournament: tournament(),
  CancelTournament: tournament(),
  CompleteTournament: tournament(),
  AbandonSettlement: tournament(),
  RecordWinners: tournament({ gamerIds: [newId()] }),
  BatchGetTournaments: (names) => ({ tournaments: [key(names)], withPrizePools: true }),
  BatchBeginSettlement: (names) => ({ tournaments: [key(names)] }),
  BatchFinishSettlement: (names) => ({
    ends: [{ tournament: key(names), winnerGamerIds: [newId()] }],
  }),
  GetSettlement: tournament(),
  PreviewSettlement: tournament(),
  PreviewRanking: tournament({ places: 1 }),
  GetTransfer: ({ gameId, transferId }) => ({ gameId, transferId }),
  BatchGetTransferTimes: ({ gameId, transferId }) => ({ gameId, transferIds: [transferId] }),
  GetAccount: (names) => ({ ref: account(names), currency: "USD" }),
  BatchGetBalances: (names) => ({ refs: [account(names)], currency: "USD" }),
  FindAccount: ({ gameId, accountId }) => ({ gameId, accountId }),
  ListJournal: (names) => ({ ref: account(names), currency: "USD" }),
  ListTransfers: (names) => ({ ref: account(names), currency: "USD" }),
  BatchTransfer: (names) => ({ transfers: [transfer(names)] }),
  GetEndpoint: endpoint(),
  UpdateEndpoint: endpoint({ enabled: false }),
  RemoveEndpoint: endpoint(),
  RevealEndpointSecret: endpoint(),
  RollEndpointSecret: endpoint({ graceSeconds: 0 }),
  TestEndpoint: endpoint(),
  ListDeliveries: endpoint(),
  GetDelivery: (names) => ({ ...endpoint()(names), eventId: names.deliveredId }),
  ListEventDeliveries: ({ gameId, deliveredId }) => ({ gameId, eventId: deliveredId }),
  RetryDelivery: (names) => ({ ...endpoint()(names), eventId: names.deliveredId }),
  ReplayEvents: endpoint({ afterSequence: 1n }),
  CollectFees: ({ gameId, tournamentId, gamerId }) => ({
    collections: [
      {
        gameId,
        tournamentId,
        currency: "USD",
        payer: AccountType.GAMER,
        minorUnits: 1n,
        transferIds: [newId()],
        ownerIds: [gamerId],
      },
    ],
  }),
};

/** Orders between services, believed about tournaments that nobody joined or settled yet. */
export const BELIEVED: Readonly<Record<string, Row>> = {
  ScheduleSettlement: tournament({ dueTime: { seconds: 1n } }),
  StartRefund: tournament(),
  BatchCloseRegistration: (names) => ({ registrations: [key(names)] }),
  ReadStandings: tournament({ pageSize: 10 }),
};

const ahead = ({ gameId }: Names) => ({ gameId, aheadMs: 1_000n });

/** Calls that name nothing but the caller's own, and those of operators, who see all games. */
export const OTHERS: Readonly<Record<string, Row>> = {
  // Services tell of what they changed in whichever game.
  RecordEvents: ({ gameId }) => ({ events: [{ id: newId(), gameId }] }),
  ListEvents: ({ gameId }) => ({ gameId }),
  GetEvent: ({ gameId }) => ({ gameId, eventId: newId() }),
  AwaitEvents: ({ gameId }) => ({ gameId }),
  CreateEndpoint: ({ gameId }) => ({ ...mutation(), gameId, url: "http://127.0.0.1:9/" }),
  ListEndpoints: ({ gameId }) => ({ gameId }),
  WatchEvents: ({ gameId }) => ({ gameId }),
  ListGamers: ({ gameId }) => ({ gameId }),
  GetLedger: ({ gameId }) => ({ gameId, currency: "USD" }),
  ListAccounts: ({ gameId }) => ({ gameId, currency: "USD" }),
  CreateGamer: ({ gameId }) => ({ requestId: newId(), gameId, handle: "eve" }),
  CreateTournament: ({ gameId }) => ({
    requestId: newId(),
    gameId,
    terms: {
      name: "Mine",
      startTime: { seconds: 4_000_000_000n },
      endTime: { seconds: 4_000_000_060n },
    },
  }),
  ListTournaments: ({ gameId }) => ({ gameId }),
  // Only the gateway asks, and tells it to nobody who has no role in that game.
  BatchFindGames: ({ tournamentId }) => ({ tournamentIds: [tournamentId] }),
  OpenAccount: (names) => ({ requestId: newId(), ref: account(names), currency: "USD" }),
  BatchCloseAccount: (names) => ({ accounts: [{ ref: pool(names), currency: "USD" }] }),
  BatchDisburse: (names) => ({ disbursements: [payout(names)] }),
  ListSettlements: () => ({}),
  RetrySettlement: ({ tournamentId }) => ({ requestId: newId(), tournamentId }),
  CreateGame: () => ({ requestId: newId(), name: "Mine" }),
  GetGame: ({ gameId }) => ({ gameId }),
  ListGames: () => ({}),
  IssueApiKey: ({ gameId }) => ({ requestId: newId(), gameId }),
  RevokeApiKey: ({ gameId }) => ({ requestId: newId(), gameId, apiKeyId: newId() }),
  ListApiKeys: ({ gameId }) => ({ gameId }),
  RenameGame: () => ({ ...mutation(), projectId: newId(), name: "Mine" }),
  ResetTestGame: () => ({ ...mutation(), projectId: newId(), name: "Mine" }),
  UpdateApiKey: ({ gameId }) => ({ ...mutation(), gameId, apiKeyId: newId(), name: "mine" }),
  RollApiKey: ({ gameId }) => ({ ...mutation(), gameId, apiKeyId: newId() }),
  AuthorizePerson: ({ gameId }) => ({
    userId: newId(),
    where: { case: "gameId", value: gameId },
  }),
  ListPersonGames: () => ({ userId: newId() }),
  ListMembers: () => ({ projectId: newId() }),
  InviteMember: () => ({
    ...mutation(),
    projectId: newId(),
    email: credentials.email,
    role: 1,
    invitedBy: newId(),
  }),
  IssueInvitation: () => ({ ...mutation(), gameId: newId(), role: 1 }),
  WithdrawInvitation: () => ({ ...mutation(), projectId: newId(), invitationId: newId() }),
  AcceptInvitation: () => ({ ...mutation(), token: "t", userId: newId() }),
  ChangeMember: () => ({ ...mutation(), projectId: newId(), userId: newId(), role: 1 }),
  RemoveMember: () => ({ ...mutation(), projectId: newId(), userId: newId() }),
  RecordApiKeyUses: () => ({
    uses: [{ apiKeyId: newId(), useTime: { seconds: 1n }, address: source.address }],
  }),
  BatchGetClocks: ({ gameId }) => ({ gameIds: [gameId] }),
  AdvanceClock: ({ gameId }) => ({
    ...mutation(),
    gameId,
    target: { case: "bySeconds", value: 1n },
  }),
  AwaitClock: ({ gameId }) => ({ gameId }),
  AdvanceEntryClock: ahead,
  AdvanceTournamentClock: ahead,
  AdvanceSettlementClock: (names) => ({ ...ahead(names), untilTime: { seconds: 1n } }),
  BatchAuthenticateApiKeys: () => ({ digests: [new Uint8Array(32)] }),
  SignUp: () => ({ ...mutation(), ...credentials, name: "Eve", source }),
  VerifyEmail: () => ({ ...mutation(), email: credentials.email, code: "123456", source }),
  SignIn: () => ({ ...mutation(), ...credentials, source }),
  RefreshSession: () => ({ refreshToken: "tmsr_", source }),
  SignOut: () => ({ refreshToken: "tmsr_" }),
  ForgotPassword: () => ({ ...mutation(), email: credentials.email, source }),
  ResetPassword: () => ({ ...mutation(), token: "t", password: credentials.password, source }),
  StartDeviceCode: () => ({ source }),
  ExchangeDeviceCode: () => ({ deviceCode: "d", source }),
  ApproveDeviceCode: () => ({ userId: newId(), userCode: "BBBB-BBBB", source }),
  GetUser: () => ({ userId: newId() }),
  BatchGetUsers: () => ({ userIds: [newId()] }),
  UpdateUser: () => ({ ...mutation(), userId: newId(), sessionId: newId(), name: "Eve", source }),
  ListSessions: () => ({ userId: newId() }),
  RevokeSession: () => ({ userId: newId(), sessionId: newId() }),
  BatchCheckSessions: () => ({ sessionIds: [newId()] }),
  ListSigningKeys: () => ({}),
  RotateSigningKey: mutation,
  SendMail: () => ({
    ...mutation(),
    to: { case: "email", value: credentials.email },
    content: { case: "endpointFailing", value: { gameName: "Mine", url: "https://x.example" } },
  }),
  ListMails: () => ({}),
};

/** A request that does something to what is named, if it is let in. */
export function requestFor(rpc: string, names: Names): Record<string, unknown> {
  const row = ROWS[rpc] ?? BELIEVED[rpc] ?? OTHERS[rpc];
  if (row === undefined) throw new Error(`${rpc} has no row`);
  return row(names);
}

/** An RPC of a client. */
export type Call = (request: Record<string, unknown>) => Promise<Message> | AsyncIterable<Message>;

/** The message of an answer, or all of its messages. */
export async function messagesOf(answer: ReturnType<Call>): Promise<unknown> {
  if (!(Symbol.asyncIterator in answer)) return await answer;
  const messages: Message[] = [];
  for await (const message of answer) messages.push(message);
  return messages;
}
