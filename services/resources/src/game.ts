import { Payer, type Game as GameMessage } from "@tms/proto/tms/game/v1/game";
import { Type } from "typebox";
import { Clock, type ClockJson } from "./clock.ts";
import { roleSchema, type Role } from "./member.ts";
import {
  currencySchema,
  id,
  idSchema,
  integer,
  member,
  moment,
  moneySchema,
  nullable,
  ref,
  resource,
  text,
  words,
  type JsonOf,
} from "./resource.ts";
import { currencyOf, exponentOf } from "./values/currency.ts";
import { toMajor } from "./values/money.ts";

/** The accounts that may pay the entry fees of a game. */
export const PAYERS = words(Payer, ["game", "wallet"]);

const names = {
  id: id<GameMessage>(
    "The id of the game. Each environment has its own id.",
    ({ projectId }) => projectId,
  ),
  name: text<GameMessage>("The name of the game.", ({ name }) => name),
};
const terms = {
  currency: member(currencySchema, (live: GameMessage) => currencyOf(live).code),
  currencyDecimals: integer("The number of decimals of an amount, such as 2 for USD.", exponentOf),
  payer: PAYERS.member<GameMessage>(
    "The account that pays entry fees: the account of the `game`, or the `wallet` of the gamer.",
    ({ payer }) => payer,
  ),
  platformFeePercent: member(
    Type.Number({ description: "The platform's share of each prize pool, in percent." }),
    ({ platformFeeBps }: GameMessage) => toMajor(BigInt(platformFeeBps), 2),
  ),
  creditLimit: member(
    nullable(moneySchema("How far below zero the game's account can go. Null means no limit.")),
    (live: GameMessage) => {
      const { creditLimitMinorUnits: limit } = live;
      return limit === undefined ? null : toMajor(limit, exponentOf(live));
    },
  ),
  createdAt: moment<GameMessage>("When the game was created.", ({ createTime }) => createTime),
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

/** A game with the role of the person who reads it. The message is the live environment. */
export const Game = resource<GameMessage, { role: Role; clock: ClockJson }>()(
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
    role: member(roleSchema, (_, { role }) => role),
    ...terms,
    environments: member(
      Type.Object(
        {
          live: liveSchema,
          test: Type.Object({ ...environment, clock: ref(Clock.schema) }, { description: TEST }),
        },
        { description: OF_BOTH },
      ),
      (live, { clock }) => ({ live: { id: live.id }, test: { id: live.siblingId, clock } }),
    ),
  },
);
export type GameJson = JsonOf<typeof Game>;

/**
 * A game in an event. It has no role, which depends on the reader, and no clock, which would be out of date.
 */
export const EventGame = resource<GameMessage>()(
  "EventGame",
  "A game with its two environments.",
  example,
  {
    ...names,
    ...terms,
    environments: member(
      Type.Object(
        { live: liveSchema, test: Type.Object(environment, { description: TEST }) },
        { description: OF_BOTH },
      ),
      (live) => ({ live: { id: live.id }, test: { id: live.siblingId } }),
    ),
  },
);
