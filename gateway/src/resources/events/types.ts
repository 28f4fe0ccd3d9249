import { DISABLED_REASONS } from "@tms/resources/endpoint";
import type { TSchema } from "typebox";
import { Type } from "typebox";
import { DATA_EXAMPLES } from "../../openapi/examples/events.ts";
import { dateTime, id, money, nullable } from "../../openapi/schemas/fields.ts";
import { PAYERS } from "../../openapi/schemas/game.ts";

/** A type of event: when it is told, and what its data hold. */
interface EventType {
  /** When it is told. */
  when: string;
  data: Record<string, TSchema>;
}

// Resources are referred to by the names of their schemas: a resource imports no other.
const named = (name: string) => Type.Unsafe<object>({ $ref: `${name}#` });

const tournament = named("EventTournament");
const entry = named("Entry");
const settlement = named("Settlement");
const key = named("Key");
const member = named("Member");
const game = named("EventGame");
const payout = named("EventPayout");
const endpoint = named("Endpoint");
const wallet = named("Wallet");
const transaction = named("Transaction");

const fee = nullable(
  Type.Object(
    {
      id: id("The ledger transfer, as in the wallet's transactions."),
      amount: money("Negative: what the entry cost."),
      payer: Type.Enum([...PAYERS], { description: "Whose account it left." }),
    },
    { description: "What was paid; null where entry is free." },
  ),
);
const winners = {
  winner: nullable(id("The only gamer of rank 1; null when several share it.")),
  winners: Type.Array(id("A gamer of rank 1."), {
    maxItems: 100,
    description: "The first hundred of them.",
  }),
  winnersCount: Type.Integer({ description: "How many there are." }),
  pool: money("What the prize pool held when it was closed."),
};
const reason = Type.Enum(["requested", "too_few_entries", "nobody_to_pay"], {
  description:
    "Whether somebody asked for it, it had too few entries at its end, or nobody was left who could be paid.",
});

const frozen = Type.Object(
  {
    tournament: id("The tournament."),
    version: Type.Integer({ description: "Which of its final rankings it is, counted from 1." }),
  },
  { description: "The ranking; its entries are listed by the tournament's own operations." },
);

const why = Type.String({ description: "The reason that was given." });

const advance = Type.Object(
  {
    from: dateTime("What it showed when it was told to."),
    to: dateTime("Where it was told to go."),
  },
  { description: "How far it went." },
);

const TYPES = {
  "tournament.created": { when: "A tournament was created.", data: { tournament } },
  "tournament.updated": {
    when: "An update changed something.",
    data: { tournament, previous: named("EventTournamentPrevious") },
  },
  "tournament.published": { when: "It is open to gamers.", data: { tournament } },
  "tournament.settling": { when: "It has ended and prizes are being paid.", data: { tournament } },
  "tournament.completed": {
    when: "It is paid out. Comes after its last `payout.paid`.",
    data: { tournament, ...winners },
  },
  "tournament.cancelled": { when: "It was called off.", data: { tournament, reason } },
  "entry.joined": {
    when: "A gamer is in and has paid. Never told of a join that is still pending.",
    data: { entry, transaction: fee },
  },
  "entry.eliminated": { when: "A gamer is out; one event per entry.", data: { entry } },
  "score.recorded": {
    when: "Scores were recorded: one event for those of one caller that were recorded together.",
    data: { scores: named("EventScores") },
  },
  "score.held": {
    when: "A score waits for a review; one event per score, after its `score.recorded`.",
    data: { score: named("EventScore") },
  },
  "entry.disqualified": {
    when: "A gamer was taken out of the ranking; one event per entry.",
    data: { entry, reason: why },
  },
  "entry.reinstated": {
    when: "A gamer stands again as before the disqualification, or the elimination; one event per entry.",
    data: { entry, reason: why },
  },
  "score.reviewed": {
    when: "Somebody decided on an attempt, by the last of its `decisions`; one event per attempt.",
    data: { score: named("ReviewedScore") },
  },
  "ranking.frozen": {
    when: "The ranking is final: every rank stays as it is.",
    data: { ranking: frozen },
  },
  "settlement.planned": { when: "It is decided who gets what.", data: { settlement } },
  "payout.paid": { when: "A prize is in a gamer's wallet.", data: { payout } },
  "refund.paid": { when: "A fee is back with who paid it.", data: { payout } },
  "settlement.done": { when: "Everything is paid.", data: { settlement } },
  "settlement.failed": {
    when: "It has given up and waits for an operator. No money is lost.",
    data: { settlement, attention: Type.Literal(true) },
  },
  "settlement.resumed": { when: "One that had given up goes on.", data: { settlement } },
  "wallet.deposited": {
    when: "Money came into a gamer's wallet from outside. Fees, prizes and refunds are told by the events above.",
    data: { wallet, transaction },
  },
  "wallet.withdrawn": {
    when: "Money left a gamer's wallet for the outside.",
    data: { wallet, transaction },
  },
  "api_key.created": { when: "An API key was issued.", data: { key } },
  "api_key.updated": { when: "Its name, scopes, ranges or expiry changed.", data: { key } },
  "api_key.rolled": { when: "It has a successor, which is `key`.", data: { key, previous: key } },
  "api_key.revoked": { when: "It works no longer.", data: { key } },
  "member.invited": { when: "Somebody was invited.", data: { invitation: named("Invitation") } },
  "member.joined": { when: "Somebody became a member.", data: { member } },
  "member.changed": { when: "A member has another role.", data: { member } },
  "member.removed": {
    when: "A member is none any more, or an invitation was withdrawn: `data` hold one of the two.",
    data: { member: Type.Optional(member), invitation: Type.Optional(named("Invitation")) },
  },
  "game.created": { when: "The environment exists.", data: { game } },
  "game.updated": { when: "The game has another name.", data: { game } },
  "clock.advanced": {
    when: "A test environment's clock was advanced, and all that fell due is settled.",
    data: { clock: advance },
  },
  "webhook_endpoint.created": {
    when: "There is another endpoint for webhooks.",
    data: { endpoint },
  },
  "webhook_endpoint.updated": {
    when: "Its URL, events or description changed.",
    data: { endpoint },
  },
  "webhook_endpoint.rolled": { when: "It has another secret.", data: { endpoint } },
  "webhook_endpoint.revealed": { when: "Somebody looked at its secret.", data: { endpoint } },
  "webhook_endpoint.disabled": {
    when: "It gets no further events: somebody paused it, it answered 410, or nothing succeeded for three days.",
    data: {
      endpoint,
      reason: Type.Enum([...DISABLED_REASONS], { description: "Which of these it was." }),
    },
  },
  "webhook_endpoint.enabled": { when: "It gets events again.", data: { endpoint } },
  "webhook_endpoint.removed": { when: "It is none any more.", data: { endpoint } },
  "webhook.test": {
    when: "Somebody tries an endpoint, which alone is sent this.",
    data: {
      endpoint: id("The endpoint that is tried."),
      message: Type.String({ description: "A sentence for people." }),
    },
  },
} satisfies Record<string, EventType>;

/** The name of a type of event: `entry.joined`. */
export type EventTypeName = keyof typeof TYPES;

/** All types of events, in the order of the documentation. */
export const EVENT_TYPES = Object.keys(TYPES) as EventTypeName[];

/** When an event of a type is told, and what its data hold. */
export const eventType = (name: EventTypeName): EventType & { example: object } => ({
  ...TYPES[name],
  example: DATA_EXAMPLES[name],
});
