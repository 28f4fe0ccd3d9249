import type { ProblemType } from "./problem-type.ts";

const CREATE_A_NEW_KEY =
  "A new attempt needs a new Idempotency-Key: the old one repeats this answer.";

/** Problems of operations that the current state forbids. */
export const STATE_PROBLEMS = {
  INSUFFICIENT_FUNDS: {
    status: 402,
    title: "The account cannot pay",
    when: "A wallet would go below zero, or the game's account below its credit limit. Nothing was charged.",
    remedy: `Deposit first. ${CREATE_A_NEW_KEY}`,
  },
  TOURNAMENT_LIMIT: {
    status: 409,
    title: "The game has too many pending or published tournaments",
    when: "The game has 10,000 tournaments that are pending or published.",
    remedy: `Cancel pending ones, that never end, or wait for the others. ${CREATE_A_NEW_KEY}`,
  },
  EXTERNAL_ID_TAKEN: {
    status: 409,
    title: "Another tournament has that externalId",
    when: "A tournament of the game was created with that externalId, which is its own for good; `tournament` is its id.",
    remedy: "Take that tournament for the one you wanted to create, or send another externalId.",
  },
  TOURNAMENT_NOT_PENDING: {
    status: 409,
    title: "The tournament is not pending any more",
    when: "Update and publish are allowed only while the tournament is pending; publishing twice is one of these.",
    remedy: "Read the tournament. To repeat a request safely, use an Idempotency-Key.",
  },
  TOURNAMENT_STARTED: {
    status: 409,
    title: "The tournament has started",
    when: "A tournament can be updated only before its startTime.",
    remedy: "Cancel it and create another one.",
  },
  TOURNAMENT_ENDED: {
    status: 409,
    title: "The tournament has ended",
    when: "The tournament's endTime has passed.",
    remedy: "Nothing more can be done with it; while it is pending, endTime can be moved.",
  },
  TOURNAMENT_NOT_PUBLISHED: {
    status: 409,
    title: "The tournament is not published",
    when: "Joining, eliminating, disqualifying, reviewing and completing need a published tournament: this one is pending, settling, completed or cancelled.",
    remedy: "Read the tournament's status; publish it if it is pending.",
  },
  TOURNAMENT_NOT_CANCELLABLE: {
    status: 409,
    title: "The tournament cannot be cancelled any more",
    when: "Only a pending or published tournament can be cancelled.",
    remedy: "Read the tournament's status.",
  },
  GAMER_ALREADY_JOINED: {
    status: 409,
    title: "The gamer is in this tournament already",
    when: "The gamer has an entry. There was no second charge.",
    remedy:
      "Treat it as success when your own repeat caused it, or repeat with the same Idempotency-Key.",
  },
  GAMER_ALREADY_ELIMINATED: {
    status: 409,
    title: "The gamer was eliminated before",
    when: "One of the named gamers is out already. Nobody was changed.",
    remedy: "Leave the gamer out.",
  },
  GAMER_DISQUALIFIED: {
    status: 409,
    title: "The gamer was disqualified",
    when: "One of the named gamers is out of the ranking: no score, no elimination and no rank until they are reinstated. Nobody was changed.",
    remedy: "Leave the gamer out, or reinstate them first.",
  },
  GAMER_NOT_DISQUALIFIED: {
    status: 409,
    title: "There is nothing to undo",
    when: "One of the gamers to be reinstated is in. Nobody was changed.",
    remedy: "Leave the gamer out.",
  },
  ELIMINATION_NOT_LATEST: {
    status: 409,
    title: "Others went out later",
    when: "Only the latest elimination can be undone, and one of the gamers went out before others did. Nobody was changed.",
    remedy: "It stays as it is: a mistaken elimination is mended at once or not at all.",
  },
  TOURNAMENT_FULL: {
    status: 409,
    title: "All seats are taken",
    when: "The tournament has as many entries as maxEntries. Nothing was charged.",
    remedy: "Offer the gamer another tournament.",
  },
  REGISTRATION_CLOSED: {
    status: 409,
    title: "Registration has closed",
    when: "The tournament's registrationClosesAt has passed. Nothing was charged.",
    remedy: "Offer the gamer another tournament.",
  },
  ACCOUNT_CLOSED: {
    status: 409,
    title: "The account is closed",
    when: "The account takes only payouts and refunds any more, and pays no entry fee.",
    remedy: "Use another account.",
  },
  BALANCE_OVERFLOW: {
    status: 409,
    title: "The balance would grow too large",
    when: "The amount would take a balance beyond what the ledger can count.",
    remedy: "Use a smaller amount.",
  },
  OUTSIDE_ACCOUNT_FULL: {
    status: 409,
    title: "The game cannot take in or pay out any more",
    when: "What a game takes in and pays out is counted up to 2^53 - 1 minor units, and it is there.",
    remedy: "Withdraw, or deposit, so that both come closer; no smaller amount helps.",
  },
  CLOCK_LIVE: {
    status: 409,
    title: "A live environment's clock cannot be advanced",
    when: "The key, or X-Game-Id, names a live environment, whose clock is real time.",
    remedy: "Use a key, or the id, of the game's test environment.",
  },
  CLOCK_BACKWARDS: {
    status: 409,
    title: "The clock has passed that moment",
    when: "`to` is not after what the environment's clock shows; it never goes back.",
    remedy: "Read the clock and name a later moment. A reset of the test environment begins anew.",
  },
  CLOCK_TOO_FAR: {
    status: 409,
    title: "The clock cannot go that far",
    when: "The moment is more than two years ahead of real time.",
    remedy: "Name an earlier moment. A reset of the test environment begins anew.",
  },
  REQUEST_IN_FLIGHT: {
    status: 409,
    title: "The same request is still being worked on",
    repeatable: true,
    when: "Another request with the same Idempotency-Key has not been answered yet.",
    remedy: "Wait for Retry-After and repeat it with the same key.",
    retryAfterS: 1,
  },
} satisfies Record<string, ProblemType>;
