import { DISABLED_REASONS } from "@tms/resources/endpoint";
import { PAYERS } from "@tms/resources/game";
import type { TSchema } from "typebox";
import { Type } from "typebox";
import { DATA_EXAMPLES } from "../../openapi/examples/events.ts";
import { dateTime, id, money, nullable } from "../../openapi/schemas/fields.ts";

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
      id: id("The id of the ledger transfer, as in the statement of the account."),
      amount: money("The entry fee, as a negative amount."),
      payer: PAYERS.schema(
        "The account that paid: the account of the `game`, or the `wallet` of the gamer.",
      ),
    },
    { description: "The payment of the entry fee. Null if the tournament has no entry fee." },
  ),
);
const winners = {
  winner: nullable(
    id("The id of the only gamer with rank 1. Null if several gamers share rank 1."),
  ),
  winners: Type.Array(id("The id of a gamer with rank 1."), {
    maxItems: 100,
    description: "The ids of the gamers with rank 1, at most 100.",
  }),
  winnersCount: Type.Integer({ description: "The number of gamers with rank 1." }),
  pool: money("The amount in the prize pool when it was closed."),
};
const reason = Type.Enum(["requested", "too_few_entries", "nobody_to_pay"], {
  description:
    "The reason for the cancellation. `requested`: a request canceled the tournament. `too_few_entries`: the tournament had fewer entries than `minEntries` at its end. `nobody_to_pay`: no gamer was left who could be paid.",
});

const frozen = Type.Object(
  {
    tournament: id("The id of the tournament."),
    version: Type.Integer({
      description: "The number of this final ranking of the tournament, starting at 1.",
    }),
  },
  { description: "The final ranking. To get its entries, list the entries of the tournament." },
);

const why = Type.String({ description: "The reason in the request." });

const advance = Type.Object(
  {
    from: dateTime("The time of the clock before the advance."),
    to: dateTime("The time to which the clock was advanced."),
  },
  { description: "The start and the end of the advance." },
);

const TYPES = {
  "tournament.created": { when: "Occurs when a tournament is created.", data: { tournament } },
  "tournament.updated": {
    when: "Occurs when an update changes a tournament or its metadata.",
    data: { tournament, previous: named("EventTournamentPrevious") },
  },
  "tournament.published": {
    when: "Occurs when a tournament is published, so that gamers can join.",
    data: { tournament },
  },
  "tournament.settling": {
    when: "Occurs when a tournament has ended and the payout of its prizes begins.",
    data: { tournament },
  },
  "tournament.completed": {
    when: "Occurs when all prizes of a tournament are paid, after the last `payout.paid`.",
    data: { tournament, ...winners },
  },
  "tournament.cancelled": {
    when: "Occurs when a tournament is canceled.",
    data: { tournament, reason },
  },
  "entry.joined": {
    when: "Occurs when a gamer has joined a tournament and the entry fee is paid. A join that is still pending has no event.",
    data: { entry, transaction: fee },
  },
  "entry.eliminated": {
    when: "Occurs when a gamer is eliminated, once for each entry.",
    data: { entry },
  },
  "score.recorded": {
    when: "Occurs when scores are recorded. Scores of one caller that are recorded together share one event.",
    data: { scores: named("EventScores") },
  },
  "score.held": {
    when: "Occurs once for each score that is held for review. The `score.recorded` event of the score comes first.",
    data: { score: named("EventScore") },
  },
  "entry.disqualified": {
    when: "Occurs when a gamer is disqualified, once for each entry.",
    data: { entry, reason: why },
  },
  "entry.reinstated": {
    when: "Occurs when a disqualified or eliminated gamer is reinstated, once for each entry.",
    data: { entry, reason: why },
  },
  "score.reviewed": {
    when: "Occurs when an attempt is reviewed, once for each attempt. The last item of `decisions` is the new decision.",
    data: { score: named("ReviewedScore") },
  },
  "ranking.frozen": {
    when: "Occurs when the ranking of a tournament is final. No rank changes after this event.",
    data: { ranking: frozen },
  },
  "settlement.planned": {
    when: "Occurs when the payouts or refunds of a tournament are determined.",
    data: { settlement },
  },
  "payout.paid": {
    when: "Occurs when a prize is paid into the wallet of a gamer.",
    data: { payout },
  },
  "refund.paid": {
    when: "Occurs when an entry fee is refunded to the account that paid it.",
    data: { payout },
  },
  "settlement.done": {
    when: "Occurs when all payouts or refunds of a tournament are paid.",
    data: { settlement },
  },
  "settlement.failed": {
    when: "Occurs when a settlement has stopped and needs an operator. No money is lost.",
    data: {
      settlement,
      attention: Type.Literal(true, { description: "Always true: an operator must act." }),
    },
  },
  "settlement.resumed": {
    when: "Occurs when a stopped settlement continues.",
    data: { settlement },
  },
  "wallet.deposited": {
    when: "Occurs when money is deposited into the wallet of a gamer. Fees, prizes and refunds have their own events.",
    data: { wallet, transaction },
  },
  "wallet.withdrawn": {
    when: "Occurs when money is withdrawn from the wallet of a gamer.",
    data: { wallet, transaction },
  },
  "api_key.created": { when: "Occurs when an API key is created.", data: { key } },
  "api_key.updated": {
    when: "Occurs when the name, scopes, networks or expiry of an API key change.",
    data: { key },
  },
  "api_key.rolled": {
    when: "Occurs when an API key is rolled. `key` is the successor, and `previous` is the old key.",
    data: { key, previous: key },
  },
  "api_key.revoked": { when: "Occurs when an API key is revoked.", data: { key } },
  "member.invited": {
    when: "Occurs when a person is invited to the game.",
    data: { invitation: named("Invitation") },
  },
  "member.joined": { when: "Occurs when a person becomes a member of the game.", data: { member } },
  "member.changed": { when: "Occurs when the role of a member changes.", data: { member } },
  "member.removed": {
    when: "Occurs when a member is removed or leaves, or when an invitation is withdrawn. The data has either `member` or `invitation`.",
    data: { member: Type.Optional(member), invitation: Type.Optional(named("Invitation")) },
  },
  "game.created": { when: "Occurs when an environment is created.", data: { game } },
  "game.updated": { when: "Occurs when a game is renamed.", data: { game } },
  "clock.advanced": {
    when: "Occurs when the clock of a test environment has been advanced and everything due by then is settled.",
    data: { clock: advance },
  },
  "webhook_endpoint.created": {
    when: "Occurs when a webhook endpoint is created.",
    data: { endpoint },
  },
  "webhook_endpoint.updated": {
    when: "Occurs when the URL, event types or description of an endpoint change.",
    data: { endpoint },
  },
  "webhook_endpoint.rolled": {
    when: "Occurs when the secret of an endpoint is rolled.",
    data: { endpoint },
  },
  "webhook_endpoint.revealed": {
    when: "Occurs when a person reveals the secret of an endpoint.",
    data: { endpoint },
  },
  "webhook_endpoint.disabled": {
    when: "Occurs when an endpoint is paused or disabled. The service disables an endpoint that responds with 410, or that fails for three days without a success.",
    data: {
      endpoint,
      reason: DISABLED_REASONS.schema(
        "The reason. `by_user`: a request paused the endpoint. `gone`: the endpoint responded with 410. `failing`: no attempt succeeded for three days.",
      ),
    },
  },
  "webhook_endpoint.enabled": {
    when: "Occurs when an endpoint is enabled again.",
    data: { endpoint },
  },
  "webhook_endpoint.removed": { when: "Occurs when an endpoint is removed.", data: { endpoint } },
  "webhook.test": {
    when: "Occurs when an endpoint is tested. Only this endpoint receives the event.",
    data: {
      endpoint: id("The id of the tested endpoint."),
      message: Type.String({ description: "A message for people." }),
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
