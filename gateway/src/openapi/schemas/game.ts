import type { Game } from "@tms/proto/tms/game/v1/game";
import { gameTermsJson } from "@tms/resources/game";
import { ROLES, type Role } from "@tms/resources/member";
import { Type, type Static } from "typebox";
import { ClockSchema, type ClockJson } from "./clock.ts";
import { DATA_EXAMPLES } from "../examples/events.ts";
import { EXAMPLES } from "../examples/examples.ts";
import { closed, currency, dateTime, id, money, nullable, ref } from "./fields.ts";

/** Who may pay the entry fees of a game's tournaments. */
export const PAYERS = ["game", "wallet"] as const;

/** What a person may be in a game. */
export const role = Type.Enum([...ROLES], {
  description:
    "`viewer` reads; `developer` works with tournaments and keys, and with wallets in test; `owner` does everything.",
});

const TEST = "For trying things out; a reset replaces it by another.";
const liveSchema = Type.Object(
  { id: id("What `game` and `X-Game-Id` mean everywhere else.") },
  { description: "Production." },
);
const testSchema = Type.Object({ ...liveSchema.properties }, { description: TEST });
const testWithClock = Type.Object(
  { ...liveSchema.properties, clock: ref(ClockSchema) },
  { description: TEST },
);
const OF_BOTH = "Each has ids, keys, tournaments, gamers and money of its own.";

const names = {
  id: id("The game's own id; its environments have their own."),
  name: Type.String(),
};
const ofGame = {
  currency,
  currencyDecimals: Type.Integer({ description: "Decimals of an amount: 2 for USD." }),
  payer: Type.Enum([...PAYERS], { description: "Whose account entry fees leave." }),
  platformFeePercent: Type.Number({ description: "The platform's share of each prize pool." }),
  creditLimit: nullable(
    money("How far below zero the game's own account may go; null means no limit."),
  ),
  createdAt: dateTime("When it was created."),
};

/** A game as one of its members sees it. */
export const GameSchema = Type.Object(
  {
    ...names,
    role,
    ...ofGame,
    environments: Type.Object({ live: liveSchema, test: testWithClock }, { description: OF_BOTH }),
  },
  { $id: "Game", examples: [EXAMPLES.Game], description: "A game, as one of its members sees it." },
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
    description: "A game, with both of its environments.",
  },
);
export type GameJson = Static<typeof GameSchema>;

/** The path of an operation on a game itself. */
export const gameParams = closed({ gameId: id("Which game: its own id, no environment's.") });

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
