import type { Game } from "@tms/proto/tms/game/v1/game";
import { gameTermsJson } from "@tms/resources/game";
import { roleSchema, type Role } from "@tms/resources/member";
import { Type, type Static } from "typebox";
import { Clock, type ClockJson } from "@tms/resources/clock";
import { DATA_EXAMPLES } from "../examples/events.ts";
import { EXAMPLES } from "../examples/examples.ts";
import { closed, currency, dateTime, id, money, nullable, ref } from "./fields.ts";

/** Who may pay the entry fees of a game's tournaments. */
export const PAYERS = ["game", "wallet"] as const;

const TEST = "The test environment, for development. A reset replaces it with a new one.";
const liveSchema = Type.Object(
  { id: id("The id of the environment. Send it as `game` or `X-Game-Id`.") },
  { description: "The live environment, for production." },
);
const testSchema = Type.Object({ ...liveSchema.properties }, { description: TEST });
const testWithClock = Type.Object(
  { ...liveSchema.properties, clock: ref(Clock.schema) },
  { description: TEST },
);
const OF_BOTH =
  "The two environments of the game. Each has its own id, API keys, tournaments, gamers and money.";

const names = {
  id: id("The id of the game. Each environment has its own id."),
  name: Type.String({ description: "The name of the game." }),
};
const ofGame = {
  currency,
  currencyDecimals: Type.Integer({
    description: "The number of decimals of an amount, such as 2 for USD.",
  }),
  payer: Type.Enum([...PAYERS], {
    description:
      "The account that pays entry fees: the account of the `game`, or the `wallet` of the gamer.",
  }),
  platformFeePercent: Type.Number({
    description: "The platform's share of each prize pool, in percent.",
  }),
  creditLimit: nullable(
    money("How far below zero the game's account can go. Null means no limit."),
  ),
  createdAt: dateTime("When the game was created."),
};

/** A game as one of its members sees it. */
export const GameSchema = Type.Object(
  {
    ...names,
    role: roleSchema,
    ...ofGame,
    environments: Type.Object({ live: liveSchema, test: testWithClock }, { description: OF_BOTH }),
  },
  {
    $id: "Game",
    examples: [EXAMPLES.Game],
    description: "A game, with the role that you have in it.",
  },
);

/** A game as events show it, to whoever reads them: without the test environment's clock, which runs. */
export const EventGameSchema = Type.Object(
  {
    ...names,
    ...ofGame,
    environments: Type.Object({ live: liveSchema, test: testSchema }, { description: OF_BOTH }),
  },
  {
    $id: "EventGame",
    examples: [DATA_EXAMPLES["game.created"].game],
    description: "A game with its two environments.",
  },
);
export type GameJson = Static<typeof GameSchema>;

/** The path of an operation on a game itself. */
export const gameParams = closed({
  gameId: id("The id of the game itself, not of one of its environments."),
});

/** A game by its live environment, which tells the other's id, and the clock of that other. */
export function gameJson(live: Game | undefined, as: Role, clock: ClockJson): GameJson {
  if (live === undefined) throw new Error("the game service returned no game");
  const { environments, ...terms } = gameTermsJson(live);
  return {
    id: live.projectId,
    name: live.name,
    role: as,
    ...terms,
    environments: { ...environments, test: { ...environments.test, clock } },
  };
}
