import type { DescService, Message } from "@bufbuild/protobuf";
import { beforeAll, expect, inject, test } from "vitest";
import { connectTo } from "@tms/kit/client";
import { RemoteError } from "@tms/kit/errors";
import { newId } from "@tms/kit/ids";
import { EntryService } from "@tms/proto/tms/entry/v1/entry";
import { SettlementService } from "@tms/proto/tms/settlement/v1/settlement";
import { TournamentService } from "@tms/proto/tms/tournament/v1/tournament";
import { AccountType, WalletService } from "@tms/proto/tms/wallet/v1/wallet";
import { newGame, type Api } from "./api.ts";
import { everythingOf, populated, type Owned } from "./owned.ts";

/** What a call names besides the caller's game. */
interface Names {
  gameId: string;
  tournamentId: string;
  handle: string;
  gamerId: string;
  transferId: string;
}

type Row = (names: Names) => Record<string, unknown>;

const tournament =
  (more: Record<string, unknown> = {}): Row =>
  ({ gameId, tournamentId }) => ({ requestId: newId(), gameId, tournamentId, ...more });
const key = ({ gameId, tournamentId }: Names) => ({ gameId, tournamentId });
const account = ({ gameId, gamerId }: Names) => ({
  gameId,
  type: AccountType.GAMER,
  ownerId: gamerId,
});
const transfer = (names: Names) => ({
  id: newId(),
  debit: account(names),
  credit: { gameId: names.gameId, type: AccountType.EXTERNAL, ownerId: names.gameId },
  amount: { currency: "USD", minorUnits: 1n },
  kind: 2,
});

/** Calls that act for a game and can name a thing of another. */
const ROWS: Readonly<Record<string, Row>> = {
  GetGamer: ({ gameId, handle }) => ({ gameId, handle }),
  Join: tournament({ handle: "eve" }),
  BatchJoin: (names) => ({ joins: [tournament({ handle: "eve" })(names)] }),
  Eliminate: tournament({ handles: ["the-owner"] }),
  ListEntries: tournament(),
  BatchCountEntries: ({ gameId, tournamentId }) => ({ gameId, tournamentIds: [tournamentId] }),
  CheckFinalRanks: tournament({ finalRanks: [{ handle: "the-owner", rank: 1 }] }),
  FreezeRanking: tournament({ groups: 1 }),
  BatchCloseBook: (names) => ({ books: [key(names)] }),
  BatchFreezeRanking: (names) => ({ books: [key(names)] }),
  UpdateTournament: tournament({ patch: { name: "Mine" } }),
  PublishTournament: tournament(),
  CancelTournament: tournament(),
  CompleteTournament: tournament(),
  GetTournament: tournament(),
  BeginSettlement: tournament(),
  AbandonSettlement: tournament(),
  RecordWinners: tournament({ gamerIds: [newId()] }),
  FinishSettlement: tournament(),
  BatchGetTournaments: (names) => ({ tournaments: [key(names)], withPrizePools: true }),
  BatchBeginSettlement: (names) => ({ tournaments: [key(names)] }),
  BatchFinishSettlement: (names) => ({
    ends: [{ tournament: key(names), winnerGamerIds: [newId()] }],
  }),
  GetSettlement: tournament(),
  GetTransfer: ({ gameId, transferId }) => ({ gameId, transferId }),
  GetAccount: (names) => ({ ref: account(names), currency: "USD" }),
  BatchGetBalances: (names) => ({ refs: [account(names)], currency: "USD" }),
  ListBook: (names) => ({ ref: account(names), currency: "USD" }),
  ListTransfers: (names) => ({ ref: account(names), currency: "USD" }),
  Transfer: (names) => ({ transfer: transfer(names) }),
  BatchTransfer: (names) => ({ transfers: [transfer(names)] }),
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
const BELIEVED: Readonly<Record<string, Row>> = {
  ScheduleSettlement: tournament({ dueTime: { seconds: 1n } }),
  StartRefund: tournament(),
  CloseBook: tournament(),
  ReadStandings: tournament({ pageSize: 10 }),
};

/** Calls that name nothing but the caller's own, and those of operators, who see all games. */
const WITHOUT_NAMES = [
  "CreateGamer",
  "CreateTournament",
  "ListTournaments",
  "OpenAccount",
  "CloseAccount",
  "BatchCloseAccount",
  "Disburse",
  "BatchDisburse",
  "ListSettlements",
  "RetrySettlement",
];

const SERVICES: readonly [string, DescService][] = [
  ["entry", EntryService],
  ["tournament", TournamentService],
  ["settlement", SettlementService],
  ["wallet", WalletService],
];
const METHODS = SERVICES.flatMap(([name, service]) =>
  service.methods.map((method) => ({ name, service, method })),
);

let theirs: { api: Api; owned: Owned; names: Names };
beforeAll(async () => {
  const api = await newGame();
  const owned = await populated(api);
  const { gamer } = (await api.get(`/gamer/${owned.handle}`)).body;
  const { transactions } = (await api.get("/account/transactions")).body;
  const transferId = transactions[0]?.id ?? "";
  const { tournamentId, handle, gameId } = owned;
  theirs = { api, owned, names: { gameId, tournamentId, handle, gamerId: gamer.id, transferId } };
});

const nobodys = (): Names => ({
  gameId: newId(),
  tournamentId: newId(),
  handle: `n-${newId()}`,
  gamerId: newId(),
  transferId: newId(),
});

type Call = (request: Record<string, unknown>) => Promise<Message> | AsyncIterable<Message>;

/** What a call answers, ids apart: a refusal by its reason and words, otherwise the message. */
async function outcome(rpc: string, row: Row, names: Names): Promise<string> {
  const found = METHODS.find(({ method }) => method.name === rpc);
  if (found === undefined) throw new Error(`there is no ${rpc}`);
  const client: Record<string, unknown> = connectTo(
    found.service,
    inject("urls")[found.name] ?? "",
  );
  const call = client[found.method.localName] as Call | undefined;
  const answer = await answerOf(call?.(row(names))).catch((error: unknown) => {
    if (error instanceof RemoteError) return `${error.reason}: ${error.message}`;
    throw error;
  });
  const text = JSON.stringify(answer, (_, value: unknown) =>
    typeof value === "bigint" ? `${value}` : value,
  );
  return text.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "id");
}

/** The message of an answer, or all of its messages. */
async function answerOf(answer: ReturnType<Call> | undefined): Promise<unknown> {
  if (answer === undefined || !(Symbol.asyncIterator in answer)) return await answer;
  const messages: Message[] = [];
  for await (const message of answer) messages.push(message);
  return messages;
}

test("every RPC has its row", () => {
  const rows = [...Object.keys(ROWS), ...Object.keys(BELIEVED), ...WITHOUT_NAMES];
  expect(METHODS.map(({ method }) => method.name).toSorted()).toEqual(rows.toSorted());
});

test.for(Object.entries(ROWS))("%s sees nothing of another game", async ([rpc, row]) => {
  const before = await everythingOf(theirs);
  const gameId = newId();
  const foreign = await outcome(rpc, row, { ...theirs.names, gameId });
  expect(foreign).toBe(await outcome(rpc, row, { ...nobodys(), gameId }));
  // Refused or empty for its game, not for its form.
  expect(foreign).not.toMatch(/INVALID_ARGUMENT/);
  expect(await everythingOf(theirs)).toBe(before);
});

test.for(Object.entries(BELIEVED))("%s cannot touch another game's", async ([rpc, row]) => {
  const before = await everythingOf(theirs);
  expect(await outcome(rpc, row, { ...theirs.names, gameId: newId() })).toMatch(/NOT_FOUND/);
  expect(await everythingOf(theirs)).toBe(before);
});
