import type { Event } from "@tms/proto/tms/event/v1/event";
import type { Game } from "@tms/proto/tms/game/v1/game";
import { Type } from "typebox";
import { Entry } from "./entry.ts";
import {
  advance,
  cancelReason,
  fee,
  moved,
  paid,
  previous,
  ranking,
  reason,
  shown,
  tournament,
  updatedTournament,
  wallet,
  winners,
  withExample,
  type DataMember,
} from "./event-data.ts";
import { EventGame } from "./game.ts";
import { Key } from "./key.ts";
import { Invitation, Member } from "./member.ts";
import { idSchema, ref } from "./resource.ts";
import { EventScore, EventScores, ReviewedScore } from "./score.ts";
import { Settlement } from "./settlement.ts";
import { DISABLED_REASONS, Endpoint } from "./webhook.ts";

const PLANNED = { state: "paying", finishedAt: null } as const;

type Change = Exclude<Event["change"], { case: "payoutStretch" | undefined }>;

type Values = { [C in Change as C["case"]]: C["value"] };

interface EventType<V> {
  when: string;
  data: Record<string, DataMember<V>>;
}

const event = <V>(when: string, data: EventType<NoInfer<V>>["data"]): EventType<V> => ({
  when,
  data,
});

const TYPES: { [K in keyof Values]: EventType<Values[K]> } = {
  tournamentCreated: event("Occurs when a tournament is created.", { tournament: tournament() }),
  tournamentUpdated: event("Occurs when an update changes a tournament or its metadata.", {
    tournament: updatedTournament,
    previous,
  }),
  tournamentPublished: event("Occurs when a tournament is published, so that gamers can join.", {
    tournament: tournament({ status: "published", updatedAt: "2030-04-29T09:00:00.000Z" }),
  }),
  tournamentSettling: event(
    "Occurs when a tournament has ended and the payout of its prizes begins.",
    { tournament: tournament({ status: "settling", updatedAt: "2030-05-01T20:00:00.000Z" }) },
  ),
  tournamentCompleted: event(
    "Occurs when all prizes of a tournament are paid, after the last `payout.paid`.",
    {
      tournament: tournament({
        status: "completed",
        winner: Entry.example.gamer,
        updatedAt: "2030-05-01T20:00:00.480Z",
      }),
      ...winners,
    },
  ),
  tournamentCancelled: event("Occurs when a tournament is cancelled.", {
    tournament: tournament({ status: "cancelled", updatedAt: "2030-05-01T20:00:00.000Z" }),
    reason: cancelReason,
  }),
  entryJoined: event(
    "Occurs when a gamer has joined a tournament and the entry fee is paid. A join that is still pending has no event.",
    { entry: shown(Entry, "entry"), transaction: fee },
  ),
  entryEliminated: event("Occurs when a gamer is eliminated, once for each entry.", {
    entry: shown(Entry, "entry", {
      state: "eliminated",
      eliminated: true,
      eliminatedAt: "2030-05-01T18:30:00.000Z",
      rank: 500,
      updatedAt: "2030-05-01T18:30:00.000Z",
    }),
  }),
  scoreRecorded: event(
    "Occurs when scores are recorded. Scores of one caller that are recorded together share one event.",
    {
      scores: withExample(EventScores.example, ref(EventScores.schema), (value) =>
        EventScores.toJson(value),
      ),
    },
  ),
  scoreHeld: event(
    "Occurs once for each score that is held for review. The `score.recorded` event of the score comes first.",
    {
      score: withExample(EventScore.example, ref(EventScore.schema), ({ score }) =>
        EventScore.toJson(score, { withRank: false }),
      ),
    },
  ),
  entryDisqualified: event("Occurs when a gamer is disqualified, once for each entry.", {
    entry: shown(Entry, "entry", {
      state: "disqualified",
      updatedAt: "2030-05-01T18:40:00.000Z",
    }),
    reason: reason("Speed hack, case 77"),
  }),
  entryReinstated: event(
    "Occurs when a disqualified or eliminated gamer is reinstated, once for each entry.",
    {
      entry: shown(Entry, "entry", { updatedAt: "2030-05-01T18:55:00.000Z" }),
      reason: reason("Case 77 was a false alarm"),
    },
  ),
  scoreReviewed: event(
    "Occurs when an attempt is reviewed, once for each attempt. The last item of `decisions` is the new decision.",
    { score: shown(ReviewedScore, "score") },
  ),
  rankingFrozen: event(
    "Occurs when the ranking of a tournament is final. No rank changes after this event.",
    { ranking },
  ),
  settlementPlanned: event("Occurs when the payouts or refunds of a tournament are determined.", {
    settlement: shown(Settlement, "settlement", PLANNED),
  }),
  payoutPaid: event("Occurs when a prize is paid into the wallet of a gamer.", { payout: paid() }),
  refundPaid: event("Occurs when an entry fee is refunded to the account that paid it.", {
    payout: paid({ rank: null, amount: 2.5 }),
  }),
  settlementDone: event("Occurs when all payouts or refunds of a tournament are paid.", {
    settlement: shown(Settlement, "settlement"),
  }),
  settlementFailed: event(
    "Occurs when a settlement has stopped and needs an operator. No money is lost.",
    {
      settlement: shown(Settlement, "settlement", { state: "dead", finishedAt: null }),
      attention: withExample(
        true,
        Type.Literal(true, { description: "Always true: an operator must act." }),
        () => true as const,
      ),
    },
  ),
  settlementResumed: event("Occurs when a stopped settlement continues.", {
    settlement: shown(Settlement, "settlement", PLANNED),
  }),
  walletDeposited: event(
    "Occurs when money is deposited into the wallet of a gamer. Fees, prizes and refunds have their own events.",
    { wallet: wallet(), transaction: moved() },
  ),
  walletWithdrawn: event("Occurs when money is withdrawn from the wallet of a gamer.", {
    wallet: wallet({ balance: 2.5 }),
    transaction: moved({ kind: "withdrawal", amount: -10, balanceAfter: 2.5 }),
  }),
  apiKeyCreated: event("Occurs when an API key is created.", { key: shown(Key, "apiKey") }),
  apiKeyUpdated: event("Occurs when the name, scopes, networks or expiry of an API key change.", {
    key: shown(Key, "apiKey", { ipRanges: [] }),
  }),
  apiKeyRolled: event(
    "Occurs when an API key is rolled. `key` is the successor, and `previous` is the old key.",
    {
      key: shown(Key, "apiKey", {
        id: "0197d9a9-77aa-7c1d-8e2f-3a4b5c6d7e8f",
        replaces: Key.example.id,
      }),
      previous: shown(Key, "previous", { state: "rolling", endsAt: "2030-05-02T18:00:00.000Z" }),
    },
  ),
  apiKeyRevoked: event("Occurs when an API key is revoked.", {
    key: shown(Key, "apiKey", { state: "revoked" }),
  }),
  memberInvited: event("Occurs when a person is invited to the game.", {
    invitation: shown(Invitation, "invitation"),
  }),
  memberJoined: event("Occurs when a person becomes a member of the game.", {
    member: shown(Member, "member"),
  }),
  memberChanged: event("Occurs when the role of a member changes.", {
    member: shown(Member, "member", { role: "developer" }),
  }),
  memberRemoved: event(
    "Occurs when a member is removed or leaves, or when an invitation is withdrawn. The data has either `member` or `invitation`.",
    {
      member: withExample(
        Member.example,
        Type.Optional(ref(Member.schema)),
        (change) => change.member && Member.toJson(change.member),
      ),
      invitation: withExample(
        undefined,
        Type.Optional(ref(Invitation.schema)),
        (change) => change.invitation && Invitation.toJson(change.invitation),
      ),
    },
  ),
  gameCreated: event("Occurs when an environment is created.", { game: shown(EventGame, "game") }),
  gameUpdated: event("Occurs when a game is renamed.", {
    game: shown(EventGame, "game", { name: "Star Race II" }),
  }),
  clockAdvanced: event(
    "Occurs when the clock of a test environment has been advanced and everything due by then is settled.",
    { clock: advance },
  ),
  webhookEndpointCreated: event("Occurs when a webhook endpoint is created.", {
    endpoint: shown(Endpoint, "endpoint"),
  }),
  webhookEndpointUpdated: event(
    "Occurs when the URL, event types or description of an endpoint change.",
    { endpoint: shown(Endpoint, "endpoint", { events: ["*"] }) },
  ),
  webhookEndpointRolled: event("Occurs when the secret of an endpoint is rolled.", {
    endpoint: shown(Endpoint, "endpoint"),
  }),
  webhookEndpointRevealed: event("Occurs when a person reveals the secret of an endpoint.", {
    endpoint: shown(Endpoint, "endpoint"),
  }),
  webhookEndpointDisabled: event(
    "Occurs when an endpoint is paused or disabled. The service disables an endpoint that responds with 410, or that fails for three days without a success.",
    {
      endpoint: shown(Endpoint, "endpoint", {
        enabled: false,
        state: "disabled",
        disabledReason: "gone",
      }),
      reason: withExample(
        "gone",
        DISABLED_REASONS.schema(
          "The reason. `by_user`: a request paused the endpoint. `gone`: the endpoint responded with 410. `failing`: no attempt succeeded for three days.",
        ),
        ({ endpoint }) => DISABLED_REASONS.get(endpoint?.disabledReason ?? 0),
      ),
    },
  ),
  webhookEndpointEnabled: event("Occurs when an endpoint is enabled again.", {
    endpoint: shown(Endpoint, "endpoint"),
  }),
  webhookEndpointRemoved: event("Occurs when an endpoint is removed.", {
    endpoint: shown(Endpoint, "endpoint"),
  }),
  webhookTest: event("Occurs when an endpoint is tested. Only this endpoint receives the event.", {
    endpoint: withExample(
      Endpoint.example.id,
      idSchema("The id of the tested endpoint."),
      ({ endpointId }) => endpointId,
    ),
    message: withExample(
      "This event tries an endpoint. Nothing has happened.",
      Type.String({ description: "A message for people." }),
      ({ message }) => message,
    ),
  }),
};

/** Returns the type of an event by its field in the proto: `apiKeyCreated` becomes `api_key.created`. */
export const toEventType = (field: string): string =>
  field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replace(/_(?=[^_]*$)/, ".");

const BY_NAME = new Map(
  Object.entries(TYPES).map(([name, { when, data }]) => [toEventType(name), { when, data }]),
);

export const EVENT_TYPES = [...BY_NAME.keys()];

/** Returns when an event occurs, with schemas and an example of its data. Throws for an unknown type. */
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

/** Returns the data of an event. The publisher has already expanded a `payoutStretch` into single payouts. */
export function toEventData<K extends keyof Values>(
  change: { case: K; value: Values[K] },
  game: Game,
): object {
  const members = Object.entries<DataMember<Values[K]>>(TYPES[change.case].data);
  const values = members.map(([name, { read }]) => [name, read(change.value, game)] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}
