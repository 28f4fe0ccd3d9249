import { Type } from "typebox";
import { PATTERNS } from "../../openapi/patterns.ts";
import { EXAMPLES } from "../../openapi/examples/examples.ts";
import {
  amount,
  closed,
  message,
  nextCursor,
  nullable,
  pageQuery,
  ref,
} from "../../openapi/schemas/fields.ts";
import { GameSchema, PAYERS } from "../../openapi/schemas/game.ts";

const { name: NAME } = EXAMPLES.Game;
const name = Type.String({ format: "text", minLength: 1, maxLength: 100 });

export const CreateGameBody = closed(
  {
    name,
    currency: Type.Optional(
      Type.String({
        pattern: PATTERNS.currency.pattern,
        description: "ISO 4217 code, or the game's own such as GEMS; USD when absent.",
      }),
    ),
    currencyDecimals: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 8,
        description:
          "Decimals of an amount. Those of ISO 4217 when absent, and none where the code has more than three letters.",
      }),
    ),
    payer: Type.Optional(
      Type.Enum([...PAYERS], {
        description: "Whose account entry fees leave; the game's own when absent.",
      }),
    ),
    platformFeePercent: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 50,
        description: "The platform's share of each prize pool, with two decimals; 0 when absent.",
      }),
    ),
    creditLimit: Type.Optional(
      nullable(amount("How far below zero the game's own account may go; no limit when absent.")),
    ),
  },
  { examples: [{ name: NAME, currency: "USD", payer: "game" }] },
);
export const UpdateGameBody = closed({ name }, { examples: [{ name: NAME }] });
export const ResetTestBody = closed(
  {
    name: Type.String({
      format: "text",
      minLength: 1,
      maxLength: 100,
      description: "The game's name, typed again as a safeguard.",
    }),
  },
  { examples: [{ name: NAME }] },
);
export const AcceptBody = closed(
  {
    token: Type.String({
      format: "text",
      minLength: 1,
      maxLength: 200,
      description: "From the link that was mailed or handed on.",
    }),
  },
  { examples: [{ token: "n0vYcS6bq3kXw1JtF9uRzE" }] },
);
export const ListGamesQuery = closed(pageQuery(100, 50));

export const GameReply = Type.Object({ game: ref(GameSchema) }, { description: "The game." });
export const ChangedGameReply = Type.Object(
  { message, game: ref(GameSchema) },
  { description: "Done." },
);
export const GameListReply = Type.Object(
  { games: Type.Array(ref(GameSchema)), nextCursor },
  { description: "A page of games, newest first." },
);
