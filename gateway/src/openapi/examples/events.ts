import { Endpoint } from "@tms/resources/endpoint";
import { EventGame } from "@tms/resources/game";
import { Key } from "@tms/resources/key";
import { Invitation, Member } from "@tms/resources/member";
import { EventPayout, Settlement } from "@tms/resources/settlement";
import { Transaction, Wallet } from "@tms/resources/wallet";
import { EventTournament } from "@tms/resources/tournament";
import { EXAMPLES } from "./examples.ts";

const listItem = EventTournament.example;
const { Entry: entry, Score: score, Standing: standing } = EXAMPLES;
const endpoint = Endpoint.example;
const game = EventGame.example;
const key = Key.example;
const member = Member.example;
const settlement = Settlement.example;
const inStatus = (status: string, at: string) => ({
  tournament: { ...listItem, status, updatedAt: at },
});
const planned = { ...settlement, state: "paying", finishedAt: null };
const payout = EventPayout.example;

const deposited = {
  ...Transaction.example,
  kind: "deposit",
  amount: 12.5,
  balanceAfter: 12.5,
  tournament: null,
};

/** What the data of each type of event look like, by the type. */
export const DATA_EXAMPLES = {
  "tournament.created": { tournament: listItem },
  "tournament.updated": {
    tournament: { ...listItem, entryFee: 3, updatedAt: "2030-04-29T08:00:00.000Z" },
    previous: { entryFee: 2.5 },
  },
  "tournament.published": inStatus("published", "2030-04-29T09:00:00.000Z"),
  "tournament.settling": inStatus("settling", "2030-05-01T20:00:00.000Z"),
  "tournament.completed": {
    tournament: {
      ...listItem,
      status: "completed",
      winner: entry.gamer,
      updatedAt: "2030-05-01T20:00:00.480Z",
    },
    winner: entry.gamer,
    winners: [entry.gamer],
    winnersCount: 1,
    pool: 1250,
  },
  "tournament.cancelled": {
    ...inStatus("cancelled", "2030-05-01T20:00:00.000Z"),
    reason: "too_few_entries",
  },
  "entry.joined": {
    entry,
    transaction: { id: entry.id, amount: -2.5, payer: "wallet" },
  },
  "entry.eliminated": {
    entry: {
      ...entry,
      state: "eliminated",
      eliminated: true,
      eliminatedAt: "2030-05-01T18:30:00.000Z",
      rank: 500,
      updatedAt: "2030-05-01T18:30:00.000Z",
    },
  },
  "score.recorded": {
    scores: {
      tournament: listItem.id,
      firstSequence: 4_711,
      lastSequence: 4_712,
      attempts: 2,
      gamers: [{ gamer: score.gamer, gamerHandle: "ada", entry: entry.id, standing }],
      gamersCount: 1,
    },
  },
  "score.held": {
    score: { tournament: listItem.id, ...score, score: 99_999, state: "held" },
  },
  "entry.disqualified": {
    entry: { ...entry, state: "disqualified", updatedAt: "2030-05-01T18:40:00.000Z" },
    reason: "Speed hack, case 77",
  },
  "entry.reinstated": {
    entry: { ...entry, updatedAt: "2030-05-01T18:55:00.000Z" },
    reason: "Case 77 was a false alarm",
  },
  "score.reviewed": { score: EXAMPLES.ReviewedScore },
  "ranking.frozen": { ranking: { tournament: listItem.id, version: 1 } },
  "settlement.planned": { settlement: planned },
  "payout.paid": { payout },
  "refund.paid": { payout: { ...payout, rank: null, amount: 2.5 } },
  "settlement.done": { settlement },
  "settlement.failed": { settlement: { ...planned, state: "dead" }, attention: true },
  "settlement.resumed": { settlement: planned },
  "wallet.deposited": { wallet: Wallet.example, transaction: deposited },
  "wallet.withdrawn": {
    wallet: { ...Wallet.example, balance: 2.5 },
    transaction: { ...deposited, kind: "withdrawal", amount: -10, balanceAfter: 2.5 },
  },
  "api_key.created": { key },
  "api_key.updated": { key: { ...key, ipRanges: [] } },
  "api_key.rolled": {
    key: { ...key, id: "0197d9a9-77aa-7c1d-8e2f-3a4b5c6d7e8f", replaces: key.id },
    previous: { ...key, state: "rolling", endsAt: "2030-05-02T18:00:00.000Z" },
  },
  "api_key.revoked": { key: { ...key, state: "revoked" } },
  "member.invited": { invitation: Invitation.example },
  "member.joined": { member },
  "member.changed": { member: { ...member, role: "developer" } },
  "member.removed": { member },
  "game.created": { game },
  "game.updated": { game: { ...game, name: "Star Race II" } },
  "clock.advanced": {
    clock: { from: "2030-05-01T18:00:00.000Z", to: "2030-05-01T20:00:00.000Z" },
  },
  "webhook_endpoint.created": { endpoint },
  "webhook_endpoint.updated": { endpoint: { ...endpoint, events: ["*"] } },
  "webhook_endpoint.rolled": { endpoint },
  "webhook_endpoint.revealed": { endpoint },
  "webhook_endpoint.disabled": {
    endpoint: { ...endpoint, enabled: false, state: "disabled", disabledReason: "gone" },
    reason: "gone",
  },
  "webhook_endpoint.enabled": { endpoint },
  "webhook_endpoint.removed": { endpoint },
  "webhook.test": {
    endpoint: endpoint.id,
    message: "This event tries an endpoint. Nothing has happened.",
  },
};
