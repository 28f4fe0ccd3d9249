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
const name = Type.String({
  format: "text",
  minLength: 1,
  maxLength: 100,
  description: "The name of the game.",
});

export const CreateGameBody = closed(
  {
    name,
    currency: Type.Optional(
      Type.String({
        pattern: PATTERNS.currency.pattern,
        description:
          "The ISO 4217 code of the currency, or a code of your own, such as GEMS. The default is USD.",
      }),
    ),
    currencyDecimals: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 8,
        description:
          "The number of decimals of an amount. The default is the number in ISO 4217. For other codes, the default is 2 if the code has three characters, and 0 if it is longer.",
      }),
    ),
    payer: Type.Optional(
      Type.Enum([...PAYERS], {
        description:
          "The account that pays entry fees: the account of the `game`, or the `wallet` of the gamer. The default is `game`.",
      }),
    ),
    platformFeePercent: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 50,
        description:
          "The platform's share of each prize pool, in percent, with at most two decimals. The default is 0.",
      }),
    ),
    creditLimit: Type.Optional(
      nullable(amount("How far below zero the game's account can go. The default is no limit.")),
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
      description: "The current name of the game, to confirm the reset.",
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
      description: "The token from the link in the invitation.",
    }),
  },
  { examples: [{ token: "n0vYcS6bq3kXw1JtF9uRzE" }] },
);
export const ListGamesQuery = closed(pageQuery(100, 50));

export const GameReply = Type.Object({ game: ref(GameSchema) }, { description: "The game." });
export const ChangedGameReply = Type.Object(
  { message, game: ref(GameSchema) },
  { description: "The game." },
);
export const GameListReply = Type.Object(
  { games: Type.Array(ref(GameSchema), { description: "The games on this page." }), nextCursor },
  { description: "A page of games, newest first." },
);
