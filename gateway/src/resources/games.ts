import type { Game as GameMessage } from "@tms/proto/tms/game/v1/game";
import { many, one } from "@tms/resources/field";
import { Clock, Game, newClockJson, NewGame, PAYERS } from "@tms/resources/game";
import { ROLES, type Role } from "@tms/resources/member";
import { usualDecimals } from "@tms/resources/values/money";
import { roleIn } from "../auth/principal.ts";
import type { Clients } from "../clients.ts";
import { amountOf } from "../http/body/values.ts";
import { text } from "@tms/resources/input";
import { operationsOf } from "../rest/operation.ts";

const PERCENT = { code: "a percentage", exponent: 2 };

const example = { name: Game.example.name };
const changed = { returns: "The game.", reply: { game: one(Game, "game") } };

const { get, post, patch } = operationsOf("games", {
  read: "read",
  write: "game:write",
  peopleOnly: true,
});

export const gameOperations = [
  post("createGame", "/game/create", {
    scope: "user",
    summary: "Create a game",
    description:
      "Creates a game with a live and a test environment, and makes you its owner. You can later change only the name, so check the currency and the other settings first. A retry without an Idempotency-Key creates a second game.",
    body: NewGame,
    example: { ...example, currency: "USD", payer: "game" },
    problems: ["GAME_LIMIT"],
    statuses: [201],
    ...changed,
    done: "Game created successfully",
    async handle({ body, requestId, person }, clients) {
      const { currency: code = "USD", payer = "game" } = body;
      const exponent = body.currencyDecimals ?? usualDecimals(code);
      const fee = amountOf(body, "platformFeePercent", PERCENT);
      const { game } = await clients.game.createGame({
        ...body,
        requestId,
        ownerId: person.userId,
        currency: { code, exponent },
        payer: PAYERS.value(payer),
        // The fee in hundredths of a percent, such as 250 for 2.5 %.
        platformFeeBps: Number(fee ?? 0n),
        creditLimitMinorUnits: amountOf(body, "creditLimit", { code, exponent }),
      });
      return { game: await withClock(clients, game, "owner") };
    },
  }),

  get("listGames", "/game", {
    scope: "user",
    summary: "List games",
    description: "Returns the games in which you have a role, newest first.",
    page: [100, 50],
    returns: "A page of games, newest first.",
    reply: { games: many(Game, "The games on this page.", "games") },
    async handle({ page, person: { userId } }, clients) {
      const { games, nextPageToken } = await clients.member.listPersonGames({ userId, ...page });
      const clocks = await readClocks(
        clients,
        games.map(({ game }) => game),
      );
      return {
        games: games.flatMap(({ game, role }, index) =>
          game ? { ...game, role: ROLES.get(role), clock: clocks[index] ?? newClockJson() } : [],
        ),
        nextPageToken,
      };
    },
  }),

  get("getGame", "/game/:gameId", {
    summary: "Retrieve a game",
    description: "Returns a game with its settings, its two environments and your role.",
    ...changed,
    async handle({ game: { projectId }, person: { userId } }, clients) {
      // The access check caches games for some seconds, so the game is read again.
      const where = { case: "projectId", value: projectId } as const;
      const { game, role } = await clients.member.authorizePerson({ userId, where });
      return { game: await withClock(clients, game, ROLES.get(role)) };
    },
  }),

  post("acceptInvitation", "/invitation/accept", {
    scope: "user",
    summary: "Accept an invitation",
    description:
      "Makes you a member of a game. Needs your access token and the token from the invitation. The token works once, for any person who has it. If you are already a member, you keep the higher of the two roles.",
    isSecret: true,
    body: { token: text("The token from the link in the invitation.", 200) },
    example: { token: "n0vYcS6bq3kXw1JtF9uRzE" },
    problems: ["CODE_INVALID", "GAME_LIMIT", "MEMBER_LIMIT"],
    ...changed,
    done: "Invitation accepted successfully",
    async handle({ body, requestId, person: { userId } }, clients) {
      const accept = { ...body, requestId, userId };
      const { member, game } = await clients.member.acceptInvitation(accept);
      if (member === undefined) throw new Error("the game service returned no member");
      return { game: await withClock(clients, game, ROLES.get(member.role)) };
    },
  }),

  patch("updateGame", "/game/:gameId/update", {
    summary: "Update a game",
    description:
      "Changes the name of a game and returns the game. No other setting of a game can change.",
    body: { name: NewGame.name },
    example,
    ...changed,
    done: "Game renamed successfully",
    async handle({ body, request, projectMutation }, clients) {
      const { game } = await clients.game.renameGame({ ...projectMutation, ...body });
      return { game: await withClock(clients, game, roleIn(request)) };
    },
  }),

  post("resetTestGame", "/game/:gameId/test/reset", {
    summary: "Reset the test environment",
    description:
      "Replaces the test environment of a game with a new, empty environment that has another id. The API keys of the old environment are revoked, and its data can no longer be accessed. A retry without an Idempotency-Key resets the environment again.",
    body: { name: text("The current name of the game, to confirm the reset.", 100) },
    example,
    statuses: [201],
    ...changed,
    done: "Test environment reset successfully",
    async handle({ body, request, projectMutation }, clients) {
      const { game } = await clients.game.resetTestGame({ ...projectMutation, ...body });
      return { game: await withClock(clients, game, roleIn(request)) };
    },
  }),
];

async function withClock(clients: Clients, live: GameMessage | undefined, role: Role) {
  const [clock = newClockJson()] = await readClocks(clients, [live]);
  return live && { ...live, role, clock };
}

/** Reads the clocks of the test environments of games. `games` are the live environments. */
async function readClocks(clients: Clients, games: readonly (GameMessage | undefined)[]) {
  const gameIds = games.flatMap((live) => live?.siblingId ?? []);
  if (gameIds.length === 0) return [];
  const { clocks } = await clients.clock.batchGetClocks({ gameIds });
  const byId = new Map(clocks.map((clock) => [clock.gameId, Clock.toJson(clock)]));
  // A test environment without a clock was just replaced. The clock of its successor has never been advanced.
  return games.map((live) => byId.get(live?.siblingId ?? ""));
}
