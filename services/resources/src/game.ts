import { ClockState, type Clock as ClockMessage } from "@tms/proto/tms/game/v1/clock";
import { Payer, type Game as GameMessage } from "@tms/proto/tms/game/v1/game";
import { Type } from "typebox";
import * as field from "./field.ts";
import { amount, integer, matching, optional, text } from "./input.ts";
import { roleSchema, type Role } from "./member.ts";
import {
  currencySchema,
  idSchema,
  moneySchema,
  nullable,
  ref,
  resource,
  type JsonOf,
} from "./resource.ts";
import { currencyOf, exponentOf, toMajor } from "./values/money.ts";

const CLOCK_STATES = field.words(ClockState);

export const Clock = resource<ClockMessage>()(
  "Clock",
  "The clock of an environment. The clock of a live environment is always real time.",
  {
    now: "2030-05-01T20:00:00.125Z",
    aheadSeconds: 7_200,
    state: "ready",
    advancingTo: null,
  },
  {
    now: field.moment(
      "The current time of the environment. It advances at the speed of real time.",
    ),
    aheadSeconds: field.of(
      Type.Number({
        description:
          "How far the clock is ahead of real time, in seconds. It is 0 until you first advance the clock.",
      }),
      ({ aheadMs }) => Number(aheadMs) / 1_000,
    ),
    state: CLOCK_STATES.field(
      "`advancing` until every tournament that ended before the new time is settled, otherwise `ready`.",
    ),
    advancingTo: field.momentOrNull(
      "The time to which the clock is advancing. Null if `state` is `ready`.",
    ),
  },
);
type ClockJson = JsonOf<typeof Clock>;

export const newClockJson = (): ClockJson => ({
  now: new Date().toISOString(),
  aheadSeconds: 0,
  state: "ready",
  advancingTo: null,
});

export const PAYERS = field.words(Payer);

const names = {
  id: field.id("The id of the game. Each environment has its own id.", "projectId"),
  name: field.text("The name of the game."),
};
const terms = {
  currency: field.of(currencySchema, (live: GameMessage) => currencyOf(live).code),
  currencyDecimals: field.of(
    Type.Integer({ description: "The number of decimals of an amount, such as 2 for USD." }),
    exponentOf,
  ),
  payer: PAYERS.field(
    "The account that pays entry fees: the account of the `game`, or the `wallet` of the gamer.",
  ),
  platformFeePercent: field.of(
    Type.Number({ description: "The platform's share of each prize pool, in percent." }),
    ({ platformFeeBps }: GameMessage) => toMajor(BigInt(platformFeeBps), 2),
  ),
  creditLimit: field.of(
    nullable(moneySchema("How far below zero the game's account can go. Null means no limit.")),
    (live: GameMessage) => {
      const { creditLimitMinorUnits: limit } = live;
      return limit === undefined ? null : toMajor(limit, exponentOf(live));
    },
  ),
  createdAt: field.moment("When the game was created.", "createTime"),
};
const example = {
  id: "0197d9a0-0f3a-7c44-9b21-4a5b6c7d8e9f",
  name: "Star Race",
  currency: "USD",
  currencyDecimals: 2,
  payer: "game" as const,
  platformFeePercent: 0,
  creditLimit: null,
  createdAt: "2030-04-28T09:30:00.000Z",
  environments: {
    live: { id: "0197d9a0-0f3b-7d11-8a3e-5b6c7d8e9f01" },
    test: { id: "0197d9a0-0f3b-7e5f-b0c1-2d3e4f5a6b7c" },
  },
};

const OF_BOTH =
  "The two environments of the game. Each has its own id, API keys, tournaments, gamers and money.";
const TEST = "The test environment, for development. A reset replaces it with a new one.";
const environment = {
  id: idSchema("The id of the environment. Send it as `game` or `X-Game-Id`."),
};
const liveSchema = Type.Object(environment, {
  description: "The live environment, for production.",
});

/** A game with the role of its reader. The message has the live environment and the clock of the test one. */
export const Game = resource<GameMessage & { role: Role; clock: ClockJson }>()(
  "Game",
  "A game, with the role that you have in it.",
  {
    ...example,
    role: "owner",
    environments: {
      ...example.environments,
      test: { ...example.environments.test, clock: Clock.example },
    },
  },
  {
    ...names,
    role: field.of(roleSchema, ({ role }) => role),
    ...terms,
    environments: field.of(
      Type.Object(
        {
          live: liveSchema,
          test: Type.Object({ ...environment, clock: ref(Clock.schema) }, { description: TEST }),
        },
        { description: OF_BOTH },
      ),
      ({ id, siblingId, clock }) => ({ live: { id }, test: { id: siblingId, clock } }),
    ),
  },
);

/** A game in an event. It omits the role, which depends on the reader, and the clock, which moves. */
export const EventGame = resource<GameMessage>()(
  "EventGame",
  "A game with its two environments.",
  example,
  {
    ...names,
    ...terms,
    environments: field.of(
      Type.Object(
        { live: liveSchema, test: Type.Object(environment, { description: TEST }) },
        { description: OF_BOTH },
      ),
      ({ id, siblingId }) => ({ live: { id }, test: { id: siblingId } }),
    ),
  },
);

export const NewGame = {
  name: text("The name of the game.", 100),
  ...optional({
    currency: matching(
      "currency",
      "The ISO 4217 code of the currency, or a code of your own, such as GEMS. The default is USD.",
    ),
    currencyDecimals: integer(
      "The number of decimals of an amount. The default is the number in ISO 4217. For other codes, the default is 2 if the code has three characters, and 0 if it is longer.",
      0,
      8,
    ),
    payer: PAYERS.schema(
      "The account that pays entry fees: the account of the `game`, or the `wallet` of the gamer. The default is `game`.",
    ),
    platformFeePercent: Type.Number({
      minimum: 0,
      maximum: 50,
      description:
        "The platform's share of each prize pool, in percent, with at most two decimals. The default is 0.",
    }),
    creditLimit: nullable(
      amount("How far below zero the game's account can go. The default is no limit."),
    ),
  }),
};
