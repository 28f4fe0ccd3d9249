import type { Game } from "@tms/proto/tms/game/v1/game";
import { gameTermsJson } from "@tms/resources/game";
import { ROLES, type Role } from "@tms/resources/member";
import { Type, type Static } from "typebox";
import { EXAMPLES } from "./examples.ts";
import { closed, currency, dateTime, id, money, nullable } from "./fields.ts";

/** Who may pay the entry fees of a game's tournaments. */
export const PAYERS = ["game", "wallet"] as const;

/** What a person may be in a game. */
export const role = Type.Enum([...ROLES], {
  description:
    "`viewer` reads; `developer` works with tournaments and keys, and with wallets in test; `owner` does everything.",
});

const environment = (description: string) =>
  Type.Object({ id: id("What `game` and `X-Game-Id` mean everywhere else.") }, { description });

/** A game as one of its members sees it. */
export const GameSchema = Type.Object(
  {
    id: id("The game's own id; its environments have their own."),
    name: Type.String(),
    role,
    currency,
    currencyDecimals: Type.Integer({ description: "Decimals of an amount: 2 for USD." }),
    payer: Type.Enum([...PAYERS], { description: "Whose account entry fees leave." }),
    platformFeePercent: Type.Number({ description: "The platform's share of each prize pool." }),
    creditLimit: nullable(
      money("How far below zero the game's own account may go; null means no limit."),
    ),
    createdAt: dateTime("When it was created."),
    environments: Type.Object(
      {
        live: environment("Production."),
        test: environment("For trying things out; a reset replaces it by another."),
      },
      { description: "Each has ids, keys, tournaments, gamers and money of its own." },
    ),
  },
  { $id: "Game", examples: [EXAMPLES.Game], description: "A game, as one of its members sees it." },
);
export type GameJson = Static<typeof GameSchema>;

/** The path of an operation on a game itself. */
export const gameParams = closed({ gameId: id("Which game: its own id, no environment's.") });

/** A game by its live environment, which tells the other's id. */
export function gameJson(live: Game | undefined, as: Role): GameJson {
  if (live === undefined) throw new Error("the game service answered without the game");
  return { id: live.projectId, name: live.name, role: as, ...gameTermsJson(live) };
}
