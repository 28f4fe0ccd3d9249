import type { Game as GameMessage } from "@tms/proto/tms/game/v1/game";
import { Clock, newClockJson, type ClockJson } from "@tms/resources/clock";
import { Game, PAYERS, type GameJson } from "@tms/resources/game";
import { ROLES, type Role } from "@tms/resources/member";
import { ref } from "@tms/resources/resource";
import { usualDecimals } from "@tms/resources/values/currency";
import { Type } from "typebox";
import { roleIn } from "../auth/principal.ts";
import type { Clients } from "../clients.ts";
import { amountOf } from "../http/body/amounts.ts";
import { PATTERNS } from "../openapi/patterns.ts";
import { amount, closed, message, nextCursor, nullable, pageQuery } from "../openapi/fields.ts";
import { operationsOf } from "../rest/operation.ts";

const PERCENT = { code: "a percentage", exponent: 2 };

const nameSchema = (description: string) =>
  Type.String({ format: "text", minLength: 1, maxLength: 100, description });
const name = nameSchema("The name of the game.");
const examples = [{ name: Game.example.name }];
const game = ref(Game.schema);
const changed = { returns: "The game.", reply: { message, game } };

const { get, post, patch } = operationsOf("games");
const forOwners = { scope: "game:write", peopleOnly: true } as const;

/** The operations on games. */
export const gameOperations = [
  post("createGame", "/game/create", {
    scope: "user",
    summary: "Create a game",
    description:
      "Creates a game with a live and a test environment, and makes you its owner. You can later change only the name, so check the currency and the other settings first. A retry without an Idempotency-Key creates a second game. Needs an access token.",
    body: closed(
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
          PAYERS.schema(
            "The account that pays entry fees: the account of the `game`, or the `wallet` of the gamer. The default is `game`.",
          ),
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
          nullable(
            amount("How far below zero the game's account can go. The default is no limit."),
          ),
        ),
      },
      { examples: [{ ...examples[0], currency: "USD", payer: "game" }] },
    ),
    problems: ["GAME_LIMIT"],
    statuses: [201],
    ...changed,
    async handle({ body, requestId, person }, clients) {
      const { currency: code = "USD", payer = "game" } = body;
      const exponent = body.currencyDecimals ?? usualDecimals(code);
      const fee = amountOf(body, "platformFeePercent", PERCENT);
      const limit = amountOf(body, "creditLimit", { code, exponent });
      const created = await clients.game.createGame({
        requestId,
        ownerId: person.userId,
        name: body.name,
        currency: { code, exponent },
        payer: PAYERS.value(payer),
        // The fee in hundredths of a percent, such as 250 for 2.5 %.
        ...(fee !== undefined && { platformFeeBps: Number(fee) }),
        ...(limit !== undefined && { creditLimitMinorUnits: limit }),
      });
      return {
        message: "Game created successfully",
        game: await readGame(clients, created.game, "owner"),
      };
    },
  }),

  get("listGames", "/game", {
    scope: "user",
    summary: "List games",
    description: "Returns the games in which you have a role, newest first. Needs an access token.",
    query: pageQuery(100, 50),
    problems: ["INVALID_PAGE_TOKEN"],
    returns: "A page of games, newest first.",
    reply: { games: Type.Array(game, { description: "The games on this page." }), nextCursor },
    async handle({ page, person: { userId } }, clients) {
      const found = await clients.member.listPersonGames({ userId, ...page });
      const live = found.games.map((one) => one.game);
      const findClock = await readClocks(clients, live);
      return {
        games: found.games.map((one) =>
          Game.toJson(one.game, { role: ROLES.get(one.role), clock: findClock(one.game) }),
        ),
        nextCursor: found.nextPageToken || null,
      };
    },
  }),

  get("getGame", "/game/:gameId", {
    scope: "read",
    peopleOnly: true,
    summary: "Retrieve a game",
    description:
      "Returns a game with its settings, its two environments and your role. Needs an access token and a role in the game.",
    returns: "The game.",
    reply: { game },
    async handle({ game: { projectId }, person: { userId } }, clients) {
      // The access check caches games for some seconds, so the game is read again.
      const where = { case: "projectId", value: projectId } as const;
      const found = await clients.member.authorizePerson({ userId, where });
      return { game: await readGame(clients, found.game, ROLES.get(found.role)) };
    },
  }),

  post("acceptInvitation", "/invitation/accept", {
    scope: "user",
    summary: "Accept an invitation",
    description:
      "Makes you a member of a game. Needs your access token and the token from the invitation. The token works once, for any person who has it. If you are already a member, you keep the higher of the two roles.",
    isSecret: true,
    body: closed(
      {
        token: Type.String({
          format: "text",
          minLength: 1,
          maxLength: 200,
          description: "The token from the link in the invitation.",
        }),
      },
      { examples: [{ token: "n0vYcS6bq3kXw1JtF9uRzE" }] },
    ),
    problems: ["CODE_INVALID", "GAME_LIMIT", "MEMBER_LIMIT"],
    ...changed,
    async handle({ body, requestId, person: { userId } }, clients) {
      const accepted = await clients.member.acceptInvitation({
        requestId,
        userId,
        token: body.token,
      });
      if (accepted.member === undefined) throw new Error("the game service returned no member");
      const role = ROLES.get(accepted.member.role);
      return {
        message: "Invitation accepted successfully",
        game: await readGame(clients, accepted.game, role),
      };
    },
  }),

  patch("updateGame", "/game/:gameId/update", {
    ...forOwners,
    summary: "Update a game",
    description:
      "Changes the name of a game and returns the game. Needs an access token and the role `owner`. No other setting of a game can change.",
    body: closed({ name }, { examples }),
    ...changed,
    async handle({ body, request, projectMutation }, clients) {
      const renamed = await clients.game.renameGame({ ...projectMutation, name: body.name });
      return {
        message: "Game renamed successfully",
        game: await readGame(clients, renamed.game, roleIn(request)),
      };
    },
  }),

  post("resetTestGame", "/game/:gameId/test/reset", {
    ...forOwners,
    summary: "Reset the test environment",
    description:
      "Replaces the test environment of a game with a new, empty environment that has another id. The API keys of the old environment are revoked, and its data can no longer be accessed. Needs an access token and the role `owner`. A retry without an Idempotency-Key resets the environment again.",
    body: closed(
      { name: nameSchema("The current name of the game, to confirm the reset.") },
      { examples },
    ),
    statuses: [201],
    ...changed,
    async handle({ body, request, projectMutation }, clients) {
      const reset = await clients.game.resetTestGame({ ...projectMutation, name: body.name });
      return {
        message: "Test environment reset successfully",
        game: await readGame(clients, reset.game, roleIn(request)),
      };
    },
  }),
];

/** Converts a game, given by its live environment, and reads the clock of its test environment. */
async function readGame(
  clients: Clients,
  live: GameMessage | undefined,
  role: Role,
): Promise<GameJson> {
  const findClock = await readClocks(clients, [live]);
  return Game.toJson(live, { role, clock: findClock(live) });
}

/**
 * Reads the clocks of the test environments of games. Returns a function that finds the clock of a game. Each
 * game is given by its live environment.
 */
async function readClocks(
  clients: Clients,
  games: readonly (GameMessage | undefined)[],
): Promise<(live: GameMessage | undefined) => ClockJson> {
  const gameIds = games.flatMap((live) => live?.siblingId ?? []);
  if (gameIds.length === 0) return newClockJson;
  const { clocks } = await clients.clock.batchGetClocks({ gameIds });
  const byId = new Map(clocks.map((clock) => [clock.gameId, Clock.toJson(clock)]));
  // A test environment without a clock was just replaced. The clock of its successor has never been advanced.
  return (live) => byId.get(live?.siblingId ?? "") ?? newClockJson();
}
