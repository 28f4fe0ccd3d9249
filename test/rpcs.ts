import type { DescMethod, Message } from "@bufbuild/protobuf";
import { newId } from "@tms/kit/values/ids";
import { KeyScope } from "@tms/proto/tms/game/v1/game";
import { AccountType, TransferKind } from "@tms/proto/tms/wallet/v1/wallet";
import type { Fixture } from "./fixture.ts";
import { newEmail, PASSWORD } from "./harness/people.ts";
import { idOf } from "./harness/tournament.ts";

/** The content of a message, in the form that `create` accepts. */
export type Content = Record<string, unknown>;
type Row = (fixture: Fixture) => Content;

type Path = keyof Fixture["paths"];
const key = ({ api, paths }: Fixture, path: Path) => ({
  gameId: api.gameId,
  tournamentId: idOf(paths[path]),
});
/** A request about a tournament of the fixture. */
const about =
  (path: Path, more: Content = {}): Row =>
  (fixture) => ({ ...key(fixture, path), ...more });
/** A write about a tournament of the fixture. */
const write =
  (path: Path, more: Content = {}): Row =>
  (fixture) => ({ requestId: newId(), ...key(fixture, path), ...more });
/** A write in the fixture's game. */
const inGame =
  (more: Content = {}): Row =>
  ({ api }) => ({ requestId: newId(), gameId: api.gameId, ...more });
/** A read of the fixture's game. */
const read =
  (more: Content = {}): Row =>
  ({ api }) => ({ gameId: api.gameId, ...more });

const account = ({ api, rich }: Fixture) => ({
  gameId: api.gameId,
  type: AccountType.GAMER,
  ownerId: rich.gamerId,
});
const pool = (fixture: Fixture) => {
  const { gameId, tournamentId } = key(fixture, "toJoin");
  return { gameId, type: AccountType.PRIZE_POOL, ownerId: tournamentId };
};
const statement: Row = (fixture) => ({ ref: account(fixture), currency: "USD" });

const endpointIdOf = (path: string): string => path.split("/")[2] ?? "";
/** A request about the fixture's endpoint. */
const endpoint =
  (more: Content = {}): Row =>
  ({ api, webhook }) => ({
    requestId: newId(),
    gameId: api.gameId,
    endpointId: endpointIdOf(webhook.path),
    ...more,
  });
const delivery: Row = (fixture) => ({
  ...endpoint()(fixture),
  eventId: fixture.webhook.delivery.split("/").at(-1),
});

const project = ({ people }: Fixture) => people.team.path.slice("/game/".length);
const apiKey =
  (name: keyof Fixture["people"]["team"]["keys"], more: Content = {}): Row =>
  ({ people }) => ({
    requestId: newId(),
    gameId: people.team.environment,
    apiKeyId: people.team.keys[name],
    ...more,
  });
const source = { address: "192.0.2.1", agent: "a test" };
const ranks = [{ handle: "ada", rank: 1 }];
const drill = { reason: "a drill" };
const ahead = read({ aheadMs: 1_000n });

/** Requests of RPCs that can name something of another game. */
export const IN_GAMES: Readonly<Record<string, Row>> = {
  GetGamer: read({ handle: "rich" }),
  ListGamerEntries: read({ handle: "rich" }),
  UpdateGamer: inGame({ handle: "rich", patch: { displayName: "Rich" } }),
  BatchJoin: (fixture) => ({ joins: [write("toJoin", { handle: "eve" })(fixture)] }),
  BatchSubmitScore: (fixture) => ({
    scores: [write("toScore", { handle: "ada", score: 1n })(fixture)],
  }),
  Eliminate: write("toEliminate", { handles: ["ada"] }),
  Disqualify: write("toDisqualify", { handles: ["ada"], ...drill }),
  Reinstate: write("toReinstate", { handles: ["ada"], ...drill }),
  ReviewScores: (fixture) =>
    write("toReview", { scoreIds: [fixture.scoreId], verdict: 1, ...drill })(fixture),
  ListScores: about("toReview"),
  ListEntries: about("toJoin"),
  ReadLeaderboard: about("toScore"),
  BatchReadLeaderboard: (fixture) => ({ reads: [key(fixture, "toScore")] }),
  GetEntry: about("toScore", { handle: "ada" }),
  BatchCountEntries: (fixture) => {
    const { gameId, tournamentId } = key(fixture, "toJoin");
    return { gameId, tournamentIds: [tournamentId] };
  },
  GetTimeline: about("toJoin"),
  CheckFinalRanks: about("toRank", { finalRanks: ranks }),
  BatchFreezeRanking: (fixture) => ({ rankings: [{ ...key(fixture, "toJoin"), groups: 1 }] }),
  PreviewRanking: about("toJoin", { places: 1 }),
  UpdateTournament: write("toUpdate", { patch: { name: "Renamed" } }),
  UpdateMetadata: write("toJoin", { metadata: "{}" }),
  PublishTournament: write("toPublish"),
  CancelTournament: write("toCancel"),
  CompleteTournament: write("toComplete"),
  AbandonSettlement: write("toRank", { reason: 1 }),
  RecordWinners: write("toRank", { gamerIds: [newId()] }),
  BatchGetTournaments: (fixture) => ({
    tournaments: [key(fixture, "toJoin")],
    withPrizePools: true,
  }),
  BatchBeginSettlement: (fixture) => ({ tournaments: [key(fixture, "untouched")] }),
  BatchFinishSettlement: (fixture) => ({
    ends: [{ tournament: key(fixture, "untouched"), winnerGamerIds: [newId()] }],
  }),
  GetSettlement: about("toJoin"),
  PreviewSettlement: about("toJoin"),
  GetTransfer: ({ api, rich }) => ({ gameId: api.gameId, transferId: rich.transferId }),
  BatchGetTransferTimes: ({ api, rich }) => ({
    gameId: api.gameId,
    transferIds: [rich.transferId],
  }),
  GetAccount: statement,
  BatchGetBalances: (fixture) => ({ refs: [account(fixture)], currency: "USD" }),
  FindAccount: ({ api, rich }) => ({ gameId: api.gameId, accountId: rich.accountId }),
  ListJournal: statement,
  ListTransfers: statement,
  BatchTransfer: (fixture) => ({
    transfers: [
      {
        id: newId(),
        debit: account(fixture),
        credit: { ...account(fixture), type: AccountType.EXTERNAL, ownerId: fixture.api.gameId },
        amount: { currency: "USD", minorUnits: 1n },
        kind: TransferKind.WITHDRAWAL,
      },
    ],
  }),
  CollectFees: (fixture) => ({
    collections: [
      {
        ...key(fixture, "toJoin"),
        currency: "USD",
        payer: AccountType.GAMER,
        minorUnits: 1n,
        transferIds: [newId()],
        ownerIds: [fixture.rich.gamerId],
      },
    ],
  }),
  GetEndpoint: endpoint(),
  UpdateEndpoint: endpoint({ description: "ours" }),
  RemoveEndpoint: ({ api, webhook }) => ({
    requestId: newId(),
    gameId: api.gameId,
    endpointId: endpointIdOf(webhook.toRemove),
  }),
  RevealEndpointSecret: endpoint(),
  RollEndpointSecret: endpoint({ graceSeconds: 0 }),
  TestEndpoint: endpoint(),
  ListDeliveries: endpoint(),
  GetDelivery: delivery,
  ListEventDeliveries: ({ api, eventId }) => ({ gameId: api.gameId, eventId }),
  RetryDelivery: delivery,
  ReplayEvents: endpoint({ afterSequence: 1n }),
};

/** Requests of services about tournaments, which may not have come to the called service yet. */
export const BELIEVED: Readonly<Record<string, Row>> = {
  ScheduleSettlement: write("toRank", { dueTime: { seconds: 4_000_000_000n } }),
  StartRefund: write("toRank"),
  BatchCloseRegistration: (fixture) => ({ registrations: [key(fixture, "toRank")] }),
  ReadStandings: about("toRank", { pageSize: 10 }),
};

/** Requests that name only what is the caller's own, and requests of operators and services. */
export const OTHERS: Readonly<Record<string, Row>> = {
  RecordEvents: ({ api }) => ({ events: [{ id: newId(), gameId: api.gameId }] }),
  ListEvents: read(),
  GetEvent: read({ eventId: newId() }),
  AwaitEvents: read(),
  WatchEvents: read(),
  CreateEndpoint: inGame({ url: "http://127.0.0.1:9/" }),
  ListEndpoints: read(),
  ListGamers: read(),
  GetLedger: read({ currency: "USD" }),
  ListAccounts: read({ currency: "USD" }),
  CreateGamer: inGame({ handle: "eve" }),
  CreateTournament: inGame({
    terms: {
      name: "Open",
      startTime: { seconds: 4_000_000_000n },
      endTime: { seconds: 4_000_000_060n },
    },
  }),
  ListTournaments: read(),
  BatchFindGames: (fixture) => ({ tournamentIds: [key(fixture, "toJoin").tournamentId] }),
  OpenAccount: (fixture) => ({ requestId: newId(), ...statement(fixture) }),
  BatchCloseAccount: (fixture) => ({ accounts: [{ ref: pool(fixture), currency: "USD" }] }),
  BatchDisburse: (fixture) => ({
    disbursements: [
      {
        debit: pool(fixture),
        creditType: AccountType.GAMER,
        currency: "USD",
        kind: TransferKind.PAYOUT,
        referenceId: key(fixture, "toJoin").tournamentId,
        transferIds: [newId()],
        ownerIds: [fixture.rich.gamerId],
        minorUnits: [1n],
      },
    ],
  }),
  ListSettlements: () => ({}),
  RetrySettlement: (fixture) => ({
    requestId: newId(),
    tournamentId: key(fixture, "toJoin").tournamentId,
  }),
  CreateGame: () => ({ requestId: newId(), name: "Chess" }),
  GetGame: read(),
  ListGames: () => ({}),
  RenameGame: (fixture) => ({ requestId: newId(), projectId: project(fixture), name: "Go" }),
  ResetTestGame: ({ people }) => ({
    requestId: newId(),
    projectId: people.team.toReset.path.slice("/game/".length),
    name: people.team.toReset.name,
  }),
  IssueApiKey: inGame({ name: "backend" }),
  UpdateApiKey: apiKey("toUpdate", { name: "server" }),
  RollApiKey: apiKey("toRoll"),
  RevokeApiKey: apiKey("toRevoke"),
  ListApiKeys: read(),
  BatchAuthenticateApiKeys: () => ({ digests: [new Uint8Array(32)] }),
  RecordApiKeyUses: ({ people }) => ({
    uses: [
      {
        apiKeyId: people.team.keys.toUpdate,
        useTime: { seconds: 1n },
        address: source.address,
      },
    ],
  }),
  AuthorizePerson: ({ api, people }) => ({
    userId: people.id,
    where: { case: "gameId", value: api.gameId },
  }),
  AuthorizeActor: read({ scope: KeyScope.WEBHOOKS_WRITE }),
  ListPersonGames: ({ people }) => ({ userId: people.id }),
  ListMembers: (fixture) => ({ projectId: project(fixture) }),
  InviteMember: (fixture) => ({
    requestId: newId(),
    projectId: project(fixture),
    email: newEmail(),
    role: 1,
    invitedBy: fixture.people.id,
  }),
  IssueInvitation: inGame({ role: 1 }),
  WithdrawInvitation: (fixture) => ({
    requestId: newId(),
    projectId: project(fixture),
    invitationId: fixture.people.team.toWithdraw,
  }),
  AcceptInvitation: ({ people }) => ({
    requestId: newId(),
    token: people.team.token,
    userId: newId(),
  }),
  ChangeMember: (fixture) => ({
    requestId: newId(),
    projectId: project(fixture),
    userId: fixture.people.team.toChange,
    role: 2,
  }),
  RemoveMember: (fixture) => ({
    requestId: newId(),
    projectId: project(fixture),
    userId: fixture.people.team.toRemove,
  }),
  BatchGetClocks: ({ api }) => ({ gameIds: [api.gameId] }),
  AdvanceClock: ({ testGameId }) => ({
    requestId: newId(),
    gameId: testGameId,
    target: { case: "bySeconds", value: 1n },
  }),
  AwaitClock: read(),
  AdvanceEntryClock: ahead,
  AdvanceTournamentClock: ahead,
  AdvanceSettlementClock: read({ aheadMs: 1_000n, untilTime: { seconds: 1n } }),
  SignUp: () => ({
    requestId: newId(),
    name: "Eve",
    email: newEmail(),
    password: PASSWORD,
    source,
  }),
  VerifyEmail: ({ people }) => ({ requestId: newId(), ...people.toVerify, source }),
  SignIn: ({ people }) => ({
    requestId: newId(),
    email: people.email,
    password: PASSWORD,
    source,
  }),
  RefreshSession: ({ people }) => ({ refreshToken: people.toRefresh.refreshToken, source }),
  SignOut: ({ people }) => ({ refreshToken: people.toSignOut.refreshToken }),
  ForgotPassword: ({ people }) => ({ requestId: newId(), email: people.email, source }),
  ResetPassword: ({ people }) => ({
    requestId: newId(),
    token: people.resetToken,
    password: PASSWORD,
    source,
  }),
  StartDeviceCode: () => ({ source }),
  ExchangeDeviceCode: ({ people }) => ({ deviceCode: people.deviceCode, source }),
  ApproveDeviceCode: ({ people }) => ({ userId: people.id, userCode: people.userCode, source }),
  GetUser: ({ people }) => ({ userId: people.id }),
  BatchGetUsers: ({ people }) => ({ userIds: [people.id] }),
  UpdateUser: ({ people }) => ({
    requestId: newId(),
    userId: people.id,
    sessionId: people.sessionId,
    name: "Eve",
    source,
  }),
  ListSessions: ({ people }) => ({ userId: people.id }),
  RevokeSession: ({ people }) => ({ userId: people.id, sessionId: people.toRevoke }),
  BatchCheckSessions: ({ people }) => ({ sessionIds: [people.sessionId] }),
  ListSigningKeys: () => ({}),
  RotateSigningKey: () => ({ requestId: newId() }),
  SendMail: () => ({
    requestId: newId(),
    to: { case: "email", value: newEmail() },
    content: { case: "endpointFailing", value: { gameName: "Chess", url: "https://x.example" } },
  }),
  ListMails: () => ({}),
};

const ROWS: Readonly<Record<string, Row>> = { ...IN_GAMES, ...BELIEVED, ...OTHERS };
export const RPC_NAMES = [IN_GAMES, BELIEVED, OTHERS].flatMap(Object.keys);

/** Returns a valid request of an RPC about what the fixture has. */
export function requestOf({ name }: DescMethod, fixture: Fixture): Content {
  const row = ROWS[name];
  if (row === undefined) throw new Error(`${name} has no row`);
  return row(fixture);
}

/** An RPC of a client. */
export type Call = (request: Content) => Promise<Message> | AsyncIterable<Message>;

/** Calls an RPC; returns its message, or all of its messages. */
export async function callRpc(
  client: object,
  { localName }: DescMethod,
  request: Content,
): Promise<unknown> {
  const answer = ((client as Record<string, unknown>)[localName] as Call)(request);
  return Symbol.asyncIterator in answer ? await Array.fromAsync(answer) : await answer;
}
