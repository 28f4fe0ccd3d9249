import type { Event } from "@tms/proto/tms/event/v1/event";
import type { Game } from "@tms/proto/tms/game/v1/game";
import { Type, type Static, type TSchema } from "typebox";
import { DISABLED_REASONS, Endpoint } from "./endpoint.ts";
import { Entry } from "./entry.ts";
import { EventGame } from "./game.ts";
import { Key } from "./key.ts";
import { Invitation, Member } from "./member.ts";
import { idSchema, ref, type Resource } from "./resource.ts";
import { EventScore, EventScores, ReviewedScore } from "./score.ts";
import { EventPayout, Settlement } from "./settlement.ts";
import {
  advance,
  cancelReason,
  fee,
  feeJson,
  paidData,
  ranking,
  reasonOf,
  required,
  tournamentCancelledData,
  tournamentCompletedData,
  tournamentData,
  tournamentUpdatedData,
  walletData,
  winners,
} from "./event-data.ts";
import { EventTournament, EventTournamentPreviousSchema } from "./tournament.ts";
import { isoOf } from "./values/times.ts";
import { Transaction, Wallet } from "./wallet.ts";

/** A member of the data of an event. */
interface DataMember {
  schema: TSchema;
  /** Absent if the example of the event does not have the member. */
  example?: unknown;
}

/** Returns a member that shows a resource. Its example is the example of the resource with `changes`. */
const shown = <S extends TSchema, E extends object>(
  { schema, example }: { schema: S; example: E },
  changes: Partial<E> = {},
) => ({ schema: ref(schema), example: { ...example, ...changes } });

/** The data of an event that only shows a resource, which is in the field `from` of the change. */
const shows = <const Name extends string, const From extends string, M, F>(
  name: Name,
  from: From,
  of: Resource<M, Game, F>,
  changes: Partial<Resource<M, Game, F>["example"]> = {},
) => ({
  data: { [name]: shown(of, changes) },
  toData: (change: { [K in From]?: M | undefined }, game: Game) => ({
    [name]: of.toJson(change[from], game),
  }),
});

const tournamentIn = (status: Static<typeof EventTournament.schema>["status"], at: string) =>
  shown(EventTournament, { status, updatedAt: at });
const PLANNED = { state: "paying", finishedAt: null } as const;
const GAMER = Entry.example.gamer;

const moved = (changes: Partial<Static<typeof Transaction.schema>>) =>
  shown(Transaction, {
    kind: "deposit",
    amount: 12.5,
    balanceAfter: 12.5,
    tournament: null,
    ...changes,
  });

type Change = Exclude<Event["change"], { case: "payoutStretch" | undefined }>;

type Values = { [C in Change as C["case"]]: C["value"] };

/** An event type: when it occurs, the members of its data, and the conversion of a change to its data. */
interface EventType<V> {
  when: string;
  data: Record<string, DataMember>;
  toData: (value: V, game: Game) => object;
}

const TYPES: { [K in keyof Values]: EventType<Values[K]> } = {
  tournamentCreated: {
    when: "Occurs when a tournament is created.",
    data: { tournament: shown(EventTournament) },
    toData: tournamentData,
  },
  tournamentUpdated: {
    when: "Occurs when an update changes a tournament or its metadata.",
    data: {
      tournament: shown(EventTournament, { entryFee: 3, updatedAt: "2030-04-29T08:00:00.000Z" }),
      previous: { schema: ref(EventTournamentPreviousSchema), example: { entryFee: 2.5 } },
    },
    toData: tournamentUpdatedData,
  },
  tournamentPublished: {
    when: "Occurs when a tournament is published, so that gamers can join.",
    data: { tournament: tournamentIn("published", "2030-04-29T09:00:00.000Z") },
    toData: tournamentData,
  },
  tournamentSettling: {
    when: "Occurs when a tournament has ended and the payout of its prizes begins.",
    data: { tournament: tournamentIn("settling", "2030-05-01T20:00:00.000Z") },
    toData: tournamentData,
  },
  tournamentCompleted: {
    when: "Occurs when all prizes of a tournament are paid, after the last `payout.paid`.",
    data: {
      tournament: shown(EventTournament, {
        status: "completed",
        winner: GAMER,
        updatedAt: "2030-05-01T20:00:00.480Z",
      }),
      ...winners,
    },
    toData: tournamentCompletedData,
  },
  tournamentCancelled: {
    when: "Occurs when a tournament is canceled.",
    data: {
      tournament: tournamentIn("cancelled", "2030-05-01T20:00:00.000Z"),
      reason: cancelReason,
    },
    toData: tournamentCancelledData,
  },
  entryJoined: {
    when: "Occurs when a gamer has joined a tournament and the entry fee is paid. A join that is still pending has no event.",
    data: { entry: shown(Entry), transaction: fee },
    toData: ({ entry, payer }, game) => ({
      entry: Entry.toJson(entry, game),
      transaction: feeJson(required(entry), payer, game),
    }),
  },
  entryEliminated: {
    when: "Occurs when a gamer is eliminated, once for each entry.",
    ...shows("entry", "entry", Entry, {
      state: "eliminated",
      eliminated: true,
      eliminatedAt: "2030-05-01T18:30:00.000Z",
      rank: 500,
      updatedAt: "2030-05-01T18:30:00.000Z",
    }),
  },
  scoreRecorded: {
    when: "Occurs when scores are recorded. Scores of one caller that are recorded together share one event.",
    data: { scores: shown(EventScores) },
    toData: (value) => ({ scores: EventScores.toJson(value) }),
  },
  scoreHeld: {
    when: "Occurs once for each score that is held for review. The `score.recorded` event of the score comes first.",
    data: { score: shown(EventScore) },
    toData: ({ score }) => ({ score: EventScore.toJson(score, { withRank: false }) }),
  },
  entryDisqualified: {
    when: "Occurs when a gamer is disqualified, once for each entry.",
    data: {
      entry: shown(Entry, { state: "disqualified", updatedAt: "2030-05-01T18:40:00.000Z" }),
      reason: reasonOf("Speed hack, case 77"),
    },
    toData: ({ entry, reason }, game) => ({
      entry: Entry.toJson(entry, game),
      reason,
    }),
  },
  entryReinstated: {
    when: "Occurs when a disqualified or eliminated gamer is reinstated, once for each entry.",
    data: {
      entry: shown(Entry, { updatedAt: "2030-05-01T18:55:00.000Z" }),
      reason: reasonOf("Case 77 was a false alarm"),
    },
    toData: ({ entry, reason }, game) => ({
      entry: Entry.toJson(entry, game),
      reason,
    }),
  },
  scoreReviewed: {
    when: "Occurs when an attempt is reviewed, once for each attempt. The last item of `decisions` is the new decision.",
    ...shows("score", "score", ReviewedScore),
  },
  rankingFrozen: {
    when: "Occurs when the ranking of a tournament is final. No rank changes after this event.",
    data: { ranking },
    toData: ({ tournamentId, version }) => ({
      ranking: { tournament: tournamentId, version },
    }),
  },
  settlementPlanned: {
    when: "Occurs when the payouts or refunds of a tournament are determined.",
    ...shows("settlement", "settlement", Settlement, PLANNED),
  },
  payoutPaid: {
    when: "Occurs when a prize is paid into the wallet of a gamer.",
    data: { payout: shown(EventPayout) },
    toData: paidData,
  },
  refundPaid: {
    when: "Occurs when an entry fee is refunded to the account that paid it.",
    data: { payout: shown(EventPayout, { rank: null, amount: 2.5 }) },
    toData: paidData,
  },
  settlementDone: {
    when: "Occurs when all payouts or refunds of a tournament are paid.",
    ...shows("settlement", "settlement", Settlement),
  },
  settlementFailed: {
    when: "Occurs when a settlement has stopped and needs an operator. No money is lost.",
    data: {
      settlement: shown(Settlement, { state: "dead", finishedAt: null }),
      attention: {
        schema: Type.Literal(true, { description: "Always true: an operator must act." }),
        example: true,
      },
    },
    toData: ({ settlement }, game) => ({
      settlement: Settlement.toJson(settlement, game),
      attention: true,
    }),
  },
  settlementResumed: {
    when: "Occurs when a stopped settlement continues.",
    ...shows("settlement", "settlement", Settlement, PLANNED),
  },
  walletDeposited: {
    when: "Occurs when money is deposited into the wallet of a gamer. Fees, prizes and refunds have their own events.",
    data: { wallet: shown(Wallet), transaction: moved({}) },
    toData: walletData,
  },
  walletWithdrawn: {
    when: "Occurs when money is withdrawn from the wallet of a gamer.",
    data: {
      wallet: shown(Wallet, { balance: 2.5 }),
      transaction: moved({ kind: "withdrawal", amount: -10, balanceAfter: 2.5 }),
    },
    toData: walletData,
  },
  apiKeyCreated: {
    when: "Occurs when an API key is created.",
    ...shows("key", "apiKey", Key),
  },
  apiKeyUpdated: {
    when: "Occurs when the name, scopes, networks or expiry of an API key change.",
    ...shows("key", "apiKey", Key, { ipRanges: [] }),
  },
  apiKeyRolled: {
    when: "Occurs when an API key is rolled. `key` is the successor, and `previous` is the old key.",
    data: {
      key: shown(Key, { id: "0197d9a9-77aa-7c1d-8e2f-3a4b5c6d7e8f", replaces: Key.example.id }),
      previous: shown(Key, { state: "rolling", endsAt: "2030-05-02T18:00:00.000Z" }),
    },
    toData: ({ apiKey, previous }) => ({
      key: Key.toJson(apiKey),
      previous: Key.toJson(previous),
    }),
  },
  apiKeyRevoked: {
    when: "Occurs when an API key is revoked.",
    ...shows("key", "apiKey", Key, { state: "revoked" }),
  },
  memberInvited: {
    when: "Occurs when a person is invited to the game.",
    ...shows("invitation", "invitation", Invitation),
  },
  memberJoined: {
    when: "Occurs when a person becomes a member of the game.",
    ...shows("member", "member", Member),
  },
  memberChanged: {
    when: "Occurs when the role of a member changes.",
    ...shows("member", "member", Member, { role: "developer" }),
  },
  memberRemoved: {
    when: "Occurs when a member is removed or leaves, or when an invitation is withdrawn. The data has either `member` or `invitation`.",
    data: {
      member: { schema: Type.Optional(ref(Member.schema)), example: Member.example },
      invitation: { schema: Type.Optional(ref(Invitation.schema)) },
    },
    toData: ({ member, invitation }) =>
      invitation
        ? { invitation: Invitation.toJson(invitation) }
        : { member: Member.toJson(member) },
  },
  gameCreated: {
    when: "Occurs when an environment is created.",
    ...shows("game", "game", EventGame),
  },
  gameUpdated: {
    when: "Occurs when a game is renamed.",
    ...shows("game", "game", EventGame, { name: "Star Race II" }),
  },
  clockAdvanced: {
    when: "Occurs when the clock of a test environment has been advanced and everything due by then is settled.",
    data: { clock: advance },
    toData: ({ fromTime, toTime }) => ({
      clock: { from: isoOf(fromTime), to: isoOf(toTime) },
    }),
  },
  webhookEndpointCreated: {
    when: "Occurs when a webhook endpoint is created.",
    ...shows("endpoint", "endpoint", Endpoint),
  },
  webhookEndpointUpdated: {
    when: "Occurs when the URL, event types or description of an endpoint change.",
    ...shows("endpoint", "endpoint", Endpoint, { events: ["*"] }),
  },
  webhookEndpointRolled: {
    when: "Occurs when the secret of an endpoint is rolled.",
    ...shows("endpoint", "endpoint", Endpoint),
  },
  webhookEndpointRevealed: {
    when: "Occurs when a person reveals the secret of an endpoint.",
    ...shows("endpoint", "endpoint", Endpoint),
  },
  webhookEndpointDisabled: {
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
    toData: ({ endpoint }) => {
      const json = Endpoint.toJson(endpoint);
      return { endpoint: json, reason: json.disabledReason };
    },
  },
  webhookEndpointEnabled: {
    when: "Occurs when an endpoint is enabled again.",
    ...shows("endpoint", "endpoint", Endpoint),
  },
  webhookEndpointRemoved: {
    when: "Occurs when an endpoint is removed.",
    ...shows("endpoint", "endpoint", Endpoint),
  },
  webhookTest: {
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
    toData: ({ endpointId, message }) => ({ endpoint: endpointId, message }),
  },
};

/** Returns the type of an event by its field in the proto: `apiKeyCreated` becomes `api_key.created`. */
export const toEventType = (field: string): string =>
  field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replace(/_(?=[^_]*$)/, ".");

const BY_NAME = new Map(
  Object.entries(TYPES).map(([field, { when, data }]) => [toEventType(field), { when, data }]),
);

/** All types of events, in the order of the documentation. */
export const EVENT_TYPES = [...BY_NAME.keys()];

/** Returns when an event occurs, the schemas of its data, and an example of its data. */
export function eventType(name: string) {
  const type = BY_NAME.get(name);
  if (type === undefined) throw new Error(`no event has the type ${name}`);
  const members = Object.entries(type.data);
  const examples = members.map(([member, { example }]) => [member, example] as const);
  return {
    when: type.when,
    data: Object.fromEntries(members.map(([member, { schema }]) => [member, schema])),
    example: Object.fromEntries(examples.filter(([, value]) => value !== undefined)) as object,
  };
}

/** Returns the data of an event. The publisher expands compacted rows before it sends the event. */
export const toEventData = <K extends keyof Values>(
  change: { case: K; value: Values[K] },
  game: Game,
): object => TYPES[change.case].toData(change.value, game);
