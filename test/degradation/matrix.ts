import { tournamentBody } from "../harness/tournament.ts";
import { JOINS } from "./joins.ts";
import { LEDGER } from "./ledger.ts";
import type { Part } from "./parts.ts";
import { PEOPLE } from "./people.ts";
import { CLOCK, EVENTS, REQUESTS, WEBHOOKS } from "./requests.ts";
import { get, patch, post, type Row } from "./row.ts";
import { EXITS } from "./exits.ts";
import { SCORES } from "./scores.ts";
import { SETTLEMENTS } from "./settlements.ts";
import { TEAMS } from "./teams.ts";

const TOURNAMENT: readonly Part[] = ["postgres", "tournament"];
const ENTRY: readonly Part[] = ["postgres", "entry"];
const WALLET: readonly Part[] = ["postgres", "wallet"];

/** Every operation of the API, and what it cannot do without. */
export const MATRIX: readonly Row[] = [
  {
    operation: "createTournament",
    needs: [...TOURNAMENT, "game"],
    request: ({ api }) => post("/tournament/create", tournamentBody(api)),
  },
  {
    operation: "updateTournament",
    needs: TOURNAMENT,
    request: ({ paths }) => patch(`${paths.toUpdate}/update`, { name: "Renamed" }),
  },
  {
    operation: "setTournamentMetadata",
    when: "published",
    needs: TOURNAMENT,
    request: ({ paths }, name) => patch(`${paths.toJoin}/metadata`, { metadata: { name } }),
  },
  {
    operation: "setTournamentMetadata",
    when: "cancelled",
    needs: [...TOURNAMENT, "wallet"],
    request: ({ paths }, name) => patch(`${paths.cancelled}/metadata`, { metadata: { name } }),
  },
  {
    operation: "publishTournament",
    needs: TOURNAMENT,
    request: ({ paths }) => patch(`${paths.toPublish}/publish`),
  },
  {
    operation: "cancelTournament",
    when: "pending",
    needs: TOURNAMENT,
    request: ({ paths }) => patch(`${paths.toCancelPending}/cancel`),
  },
  {
    operation: "cancelTournament",
    when: "published",
    needs: TOURNAMENT,
    request: ({ paths }) => patch(`${paths.toCancel}/cancel`),
  },
  {
    operation: "cancelTournament",
    when: "published, without a fee",
    needs: TOURNAMENT,
    request: ({ paths }) => patch(`${paths.toCancelFree}/cancel`),
  },
  {
    operation: "completeTournament",
    when: "without a fee",
    needs: TOURNAMENT,
    request: ({ paths }) => patch(`${paths.toCompleteFree}/complete`),
  },
  {
    operation: "completeTournament",
    needs: TOURNAMENT,
    request: ({ paths }) => patch(`${paths.toComplete}/complete`),
  },
  {
    operation: "completeTournament",
    when: "with ranks",
    needs: [...TOURNAMENT, "entry"],
    request: ({ paths }) =>
      patch(`${paths.toRank}/complete`, { ranks: [{ gamer: "ada", rank: 1 }] }),
  },
  {
    operation: "getTournament",
    when: "pending",
    needs: TOURNAMENT,
    request: ({ paths }) => get(paths.pending),
  },
  {
    operation: "getTournament",
    when: "published",
    needs: TOURNAMENT,
    request: ({ paths }) => get(paths.toJoin),
  },
  {
    operation: "getTournament",
    when: "published, without a fee",
    needs: TOURNAMENT,
    request: ({ paths }) => get(paths.toJoinFree),
  },
  {
    operation: "getTournament",
    when: "cancelled",
    needs: [...TOURNAMENT, "wallet"],
    request: ({ paths }) => get(paths.cancelled),
  },
  {
    operation: "listTournaments",
    when: "pending",
    needs: TOURNAMENT,
    request: () => get("/tournament?status=pending"),
  },
  {
    operation: "listTournaments",
    when: "published",
    needs: TOURNAMENT,
    request: () => get("/tournament?status=published"),
  },
  {
    operation: "listTournaments",
    when: "cancelled",
    needs: [...TOURNAMENT, "wallet"],
    request: () => get("/tournament?status=cancelled"),
  },
  ...JOINS,
  ...SCORES,
  ...EXITS,
  {
    operation: "listEntries",
    needs: ENTRY,
    request: ({ paths }) => get(`${paths.toJoin}/entries`),
  },
  {
    operation: "listEntries",
    when: "before the first join",
    needs: [...ENTRY, "tournament"],
    request: ({ paths }) => get(`${paths.untouched}/entries`),
  },
  {
    operation: "getTimeline",
    needs: ENTRY,
    request: ({ paths }) => get(`${paths.toJoin}/timeline`),
  },
  {
    operation: "getTimeline",
    when: "before the first join",
    needs: [...ENTRY, "tournament"],
    request: ({ paths }) => get(`${paths.untouched}/timeline`),
  },
  {
    operation: "getStatement",
    needs: [...TOURNAMENT, "wallet"],
    request: ({ paths }) => get(`${paths.toJoin}/statement`),
  },
  ...SETTLEMENTS,
  {
    operation: "createGamer",
    needs: ENTRY,
    request: (_, name) => post("/gamer/create", { handle: `new ${name}` }),
  },
  {
    operation: "getGamer",
    needs: ENTRY,
    request: () => get("/gamer/rich"),
  },
  {
    operation: "getGamer",
    when: "with a key not seen before",
    needs: [...ENTRY, "game"],
    request: ({ newKey }) => ({ ...get("/gamer/rich"), auth: { "x-api-key": newKey } }),
  },
  {
    operation: "updateGamer",
    needs: ENTRY,
    request: (_, name) => patch("/gamer/rich/update", { metadata: { name } }),
  },
  {
    operation: "listGamerEntries",
    needs: ENTRY,
    request: () => get("/gamer/rich/entries?open=true"),
  },
  {
    operation: "listGamers",
    needs: ENTRY,
    request: () => get("/gamer?handle=ri"),
  },
  {
    operation: "deposit",
    needs: [...ENTRY, "wallet"],
    request: (_, name) => post(`/wallet/${name}/deposit`, { amount: 3 }),
  },
  {
    operation: "deposit",
    when: "a repeat",
    needs: [],
    request: ({ answered: { key, gamer, amount } }) => ({
      ...post(`/wallet/${gamer}/deposit`, { amount }),
      key,
    }),
  },
  {
    operation: "withdraw",
    needs: [...ENTRY, "wallet"],
    request: () => post("/wallet/rich/withdraw", { amount: 4 }),
  },
  {
    operation: "getWallet",
    needs: [...ENTRY, "wallet"],
    request: () => get("/wallet/rich"),
  },
  {
    operation: "listWalletTransactions",
    needs: [...ENTRY, "wallet"],
    request: () => get("/wallet/rich/transactions"),
  },
  {
    operation: "getGameAccount",
    needs: WALLET,
    request: () => get("/account"),
  },
  {
    operation: "listGameTransactions",
    needs: WALLET,
    request: () => get("/account/transactions"),
  },
  ...REQUESTS,
  ...EVENTS,
  ...CLOCK,
  ...WEBHOOKS,
  ...LEDGER,
  ...PEOPLE,
  ...TEAMS,
];

/** Every operationId once. */
export const operationsIn = (rows: readonly Row[]): Set<string> =>
  new Set(rows.map(({ operation }) => operation));

/** A row's name among all rows. */
export const nameOf = ({ operation, when }: Row): string =>
  when === undefined ? operation : `${operation}, ${when}`;
