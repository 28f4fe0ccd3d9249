import { Type, type Static, type TSchema } from "typebox";
import { DISABLED_REASONS, Endpoint } from "./endpoint.ts";
import { Entry } from "./entry.ts";
import { EventGame, PAYERS } from "./game.ts";
import { Key } from "./key.ts";
import { Invitation, Member } from "./member.ts";
import { idSchema, momentSchema, moneySchema, nullable, ref } from "./resource.ts";
import { EventScore, EventScores, ReviewedScore } from "./score.ts";
import { EventPayout, Settlement } from "./settlement.ts";
import { EventTournament, EventTournamentPreviousSchema } from "./tournament.ts";
import { Transaction, Wallet } from "./wallet.ts";

/** A member of the data of an event. */
interface DataMember {
  schema: TSchema;
  /** Absent if the example of the event does not have the member. */
  example?: unknown;
}

/** Returns a member that shows a resource. Its example is that of the resource, with changes. */
const shown = <S extends TSchema, E extends object>(
  { schema, example }: { schema: S; example: E },
  changes: Partial<E> = {},
) => ({ schema: ref(schema), example: { ...example, ...changes } });

const tournamentIn = (status: Static<typeof EventTournament.schema>["status"], at: string) =>
  shown(EventTournament, { status, updatedAt: at });
const planned = shown(Settlement, { state: "paying", finishedAt: null });
const endpoint = shown(Endpoint);
const TOURNAMENT = EventTournament.example.id;
const GAMER = Entry.example.gamer;

const fee = {
  schema: nullable(
    Type.Object(
      {
        id: idSchema("The id of the ledger transfer, as in the statement of the account."),
        amount: moneySchema("The entry fee, as a negative amount."),
        payer: PAYERS.schema(
          "The account that paid: the account of the `game`, or the `wallet` of the gamer.",
        ),
      },
      { description: "The payment of the entry fee. Null if the tournament has no entry fee." },
    ),
  ),
  example: { id: Entry.example.id, amount: -2.5, payer: "wallet" },
};
const winners = {
  winner: {
    schema: nullable(
      idSchema("The id of the only gamer with rank 1. Null if several gamers share rank 1."),
    ),
    example: GAMER,
  },
  winners: {
    schema: Type.Array(idSchema("The id of a gamer with rank 1."), {
      maxItems: 100,
      description: "The ids of the gamers with rank 1, at most 100.",
    }),
    example: [GAMER],
  },
  winnersCount: {
    schema: Type.Integer({ description: "The number of gamers with rank 1." }),
    example: 1,
  },
  pool: { schema: moneySchema("The amount in the prize pool when it was closed."), example: 1250 },
};
const cancelReason = {
  schema: Type.Enum(["requested", "too_few_entries", "nobody_to_pay"], {
    description:
      "The reason for the cancellation. `requested`: a request canceled the tournament. `too_few_entries`: the tournament had fewer entries than `minEntries` at its end. `nobody_to_pay`: no gamer was left who could be paid.",
  }),
  example: "too_few_entries",
};
const ranking = {
  schema: Type.Object(
    {
      tournament: idSchema("The id of the tournament."),
      version: Type.Integer({
        description: "The number of this final ranking of the tournament, starting at 1.",
      }),
    },
    { description: "The final ranking. To get its entries, list the entries of the tournament." },
  ),
  example: { tournament: TOURNAMENT, version: 1 },
};
const reason = (example: string) => ({
  schema: Type.String({ description: "The reason in the request." }),
  example,
});
const advance = {
  schema: Type.Object(
    {
      from: momentSchema("The time of the clock before the advance."),
      to: momentSchema("The time to which the clock was advanced."),
    },
    { description: "The start and the end of the advance." },
  ),
  example: { from: "2030-05-01T18:00:00.000Z", to: "2030-05-01T20:00:00.000Z" },
};
const moved = (changes: Partial<Static<typeof Transaction.schema>>) =>
  shown(Transaction, {
    kind: "deposit",
    amount: 12.5,
    balanceAfter: 12.5,
    tournament: null,
    ...changes,
  });

interface EventType {
  when: string;
  data: Record<string, DataMember>;
}

const TYPES = {
  "tournament.created": {
    when: "Occurs when a tournament is created.",
    data: { tournament: shown(EventTournament) },
  },
  "tournament.updated": {
    when: "Occurs when an update changes a tournament or its metadata.",
    data: {
      tournament: shown(EventTournament, { entryFee: 3, updatedAt: "2030-04-29T08:00:00.000Z" }),
      previous: { schema: ref(EventTournamentPreviousSchema), example: { entryFee: 2.5 } },
    },
  },
  "tournament.published": {
    when: "Occurs when a tournament is published, so that gamers can join.",
    data: { tournament: tournamentIn("published", "2030-04-29T09:00:00.000Z") },
  },
  "tournament.settling": {
    when: "Occurs when a tournament has ended and the payout of its prizes begins.",
    data: { tournament: tournamentIn("settling", "2030-05-01T20:00:00.000Z") },
  },
  "tournament.completed": {
    when: "Occurs when all prizes of a tournament are paid, after the last `payout.paid`.",
    data: {
      tournament: shown(EventTournament, {
        status: "completed",
        winner: GAMER,
        updatedAt: "2030-05-01T20:00:00.480Z",
      }),
      ...winners,
    },
  },
  "tournament.cancelled": {
    when: "Occurs when a tournament is canceled.",
    data: {
      tournament: tournamentIn("cancelled", "2030-05-01T20:00:00.000Z"),
      reason: cancelReason,
    },
  },
  "entry.joined": {
    when: "Occurs when a gamer has joined a tournament and the entry fee is paid. A join that is still pending has no event.",
    data: { entry: shown(Entry), transaction: fee },
  },
  "entry.eliminated": {
    when: "Occurs when a gamer is eliminated, once for each entry.",
    data: {
      entry: shown(Entry, {
        state: "eliminated",
        eliminated: true,
        eliminatedAt: "2030-05-01T18:30:00.000Z",
        rank: 500,
        updatedAt: "2030-05-01T18:30:00.000Z",
      }),
    },
  },
  "score.recorded": {
    when: "Occurs when scores are recorded. Scores of one caller that are recorded together share one event.",
    data: { scores: shown(EventScores) },
  },
  "score.held": {
    when: "Occurs once for each score that is held for review. The `score.recorded` event of the score comes first.",
    data: { score: shown(EventScore) },
  },
  "entry.disqualified": {
    when: "Occurs when a gamer is disqualified, once for each entry.",
    data: {
      entry: shown(Entry, { state: "disqualified", updatedAt: "2030-05-01T18:40:00.000Z" }),
      reason: reason("Speed hack, case 77"),
    },
  },
  "entry.reinstated": {
    when: "Occurs when a disqualified or eliminated gamer is reinstated, once for each entry.",
    data: {
      entry: shown(Entry, { updatedAt: "2030-05-01T18:55:00.000Z" }),
      reason: reason("Case 77 was a false alarm"),
    },
  },
  "score.reviewed": {
    when: "Occurs when an attempt is reviewed, once for each attempt. The last item of `decisions` is the new decision.",
    data: { score: shown(ReviewedScore) },
  },
  "ranking.frozen": {
    when: "Occurs when the ranking of a tournament is final. No rank changes after this event.",
    data: { ranking },
  },
  "settlement.planned": {
    when: "Occurs when the payouts or refunds of a tournament are determined.",
    data: { settlement: planned },
  },
  "payout.paid": {
    when: "Occurs when a prize is paid into the wallet of a gamer.",
    data: { payout: shown(EventPayout) },
  },
  "refund.paid": {
    when: "Occurs when an entry fee is refunded to the account that paid it.",
    data: { payout: shown(EventPayout, { rank: null, amount: 2.5 }) },
  },
  "settlement.done": {
    when: "Occurs when all payouts or refunds of a tournament are paid.",
    data: { settlement: shown(Settlement) },
  },
  "settlement.failed": {
    when: "Occurs when a settlement has stopped and needs an operator. No money is lost.",
    data: {
      settlement: shown(Settlement, { state: "dead", finishedAt: null }),
      attention: {
        schema: Type.Literal(true, { description: "Always true: an operator must act." }),
        example: true,
      },
    },
  },
  "settlement.resumed": {
    when: "Occurs when a stopped settlement continues.",
    data: { settlement: planned },
  },
  "wallet.deposited": {
    when: "Occurs when money is deposited into the wallet of a gamer. Fees, prizes and refunds have their own events.",
    data: { wallet: shown(Wallet), transaction: moved({}) },
  },
  "wallet.withdrawn": {
    when: "Occurs when money is withdrawn from the wallet of a gamer.",
    data: {
      wallet: shown(Wallet, { balance: 2.5 }),
      transaction: moved({ kind: "withdrawal", amount: -10, balanceAfter: 2.5 }),
    },
  },
  "api_key.created": { when: "Occurs when an API key is created.", data: { key: shown(Key) } },
  "api_key.updated": {
    when: "Occurs when the name, scopes, networks or expiry of an API key change.",
    data: { key: shown(Key, { ipRanges: [] }) },
  },
  "api_key.rolled": {
    when: "Occurs when an API key is rolled. `key` is the successor, and `previous` is the old key.",
    data: {
      key: shown(Key, { id: "0197d9a9-77aa-7c1d-8e2f-3a4b5c6d7e8f", replaces: Key.example.id }),
      previous: shown(Key, { state: "rolling", endsAt: "2030-05-02T18:00:00.000Z" }),
    },
  },
  "api_key.revoked": {
    when: "Occurs when an API key is revoked.",
    data: { key: shown(Key, { state: "revoked" }) },
  },
  "member.invited": {
    when: "Occurs when a person is invited to the game.",
    data: { invitation: shown(Invitation) },
  },
  "member.joined": {
    when: "Occurs when a person becomes a member of the game.",
    data: { member: shown(Member) },
  },
  "member.changed": {
    when: "Occurs when the role of a member changes.",
    data: { member: shown(Member, { role: "developer" }) },
  },
  "member.removed": {
    when: "Occurs when a member is removed or leaves, or when an invitation is withdrawn. The data has either `member` or `invitation`.",
    data: {
      member: { schema: Type.Optional(ref(Member.schema)), example: Member.example },
      invitation: { schema: Type.Optional(ref(Invitation.schema)) },
    },
  },
  "game.created": {
    when: "Occurs when an environment is created.",
    data: { game: shown(EventGame) },
  },
  "game.updated": {
    when: "Occurs when a game is renamed.",
    data: { game: shown(EventGame, { name: "Star Race II" }) },
  },
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
    data: { endpoint: shown(Endpoint, { events: ["*"] }) },
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
      endpoint: shown(Endpoint, { enabled: false, state: "disabled", disabledReason: "gone" }),
      reason: {
        schema: DISABLED_REASONS.schema(
          "The reason. `by_user`: a request paused the endpoint. `gone`: the endpoint responded with 410. `failing`: no attempt succeeded for three days.",
        ),
        example: "gone",
      },
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
      endpoint: {
        schema: idSchema("The id of the tested endpoint."),
        example: Endpoint.example.id,
      },
      message: {
        schema: Type.String({ description: "A message for people." }),
        example: "This event tries an endpoint. Nothing has happened.",
      },
    },
  },
} satisfies Record<string, EventType>;

/** A type of event, such as `entry.joined`. */
export type EventTypeName = keyof typeof TYPES;

/** All types of events, in the order of the documentation. */
export const EVENT_TYPES = Object.keys(TYPES) as EventTypeName[];

/** Returns when an event occurs, the schemas of its data, and an example of its data. */
export function eventType(name: EventTypeName) {
  const { when, data }: EventType = TYPES[name];
  const members = Object.entries(data);
  const examples = members.map(([member, { example }]) => [member, example] as const);
  return {
    when,
    data: Object.fromEntries(members.map(([member, { schema }]) => [member, schema])),
    example: Object.fromEntries(examples.filter(([, value]) => value !== undefined)) as object,
  };
}
