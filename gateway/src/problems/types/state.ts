import type { ProblemType } from "./problem-type.ts";

const CREATE_A_NEW_KEY =
  "Then send the request with a new Idempotency-Key, because the old key returns this response again.";

/** Problems of operations that the current state forbids. */
export const STATE_PROBLEMS = {
  INSUFFICIENT_FUNDS: {
    status: 402,
    title: "The account has insufficient funds",
    when: "The transfer would take a wallet below zero, or the game's account below its credit limit. Nothing was charged.",
    remedy: `Add money to the account. ${CREATE_A_NEW_KEY}`,
  },
  TOURNAMENT_LIMIT: {
    status: 409,
    title: "The game has too many pending or published tournaments",
    when: "A game can have at most 10,000 tournaments that are pending or published.",
    remedy: `Cancel pending tournaments that you do not need, or wait until published tournaments end. ${CREATE_A_NEW_KEY}`,
  },
  EXTERNAL_ID_TAKEN: {
    status: 409,
    title: "Another tournament has this externalId",
    when: "The game already has a tournament with this `externalId`. A tournament keeps its `externalId` forever, even after it is canceled.",
    remedy:
      "Use the existing tournament (its id is in `tournament`), or send a different `externalId`.",
  },
  TOURNAMENT_NOT_PENDING: {
    status: 409,
    title: "The tournament is no longer pending",
    when: "You can update and publish a tournament only while it is pending. You cannot publish a tournament twice.",
    remedy:
      "Read the tournament to see its status. To retry requests safely, send an Idempotency-Key.",
  },
  TOURNAMENT_STARTED: {
    status: 409,
    title: "The tournament has started",
    when: "You can update a tournament only before its startTime.",
    remedy: "Cancel the tournament and create a new one.",
  },
  TOURNAMENT_ENDED: {
    status: 409,
    title: "The tournament has ended",
    when: "The tournament's endTime has passed.",
    remedy: "You can no longer change this tournament or its entries. Create a new tournament.",
  },
  TOURNAMENT_NOT_PUBLISHED: {
    status: 409,
    title: "The tournament is not published",
    when: "The operation needs a published tournament. This tournament is `pending`, `settling`, `completed` or `cancelled`.",
    remedy: "Read the tournament to see its status. If it is pending, publish it.",
  },
  TOURNAMENT_NOT_CANCELLABLE: {
    status: 409,
    title: "The tournament can no longer be canceled",
    when: "You can cancel a tournament only while it is pending or published.",
    remedy: "Read the tournament to see its status.",
  },
  GAMER_ALREADY_JOINED: {
    status: 409,
    title: "The gamer is already in this tournament",
    when: "The gamer already has an entry in this tournament. The fee was not charged again.",
    remedy:
      "If you retried a join, treat this response as success. To get the original response, retry with the same Idempotency-Key.",
  },
  GAMER_ALREADY_ELIMINATED: {
    status: 409,
    title: "The gamer is already eliminated",
    when: "A gamer in the request is already eliminated. No entry was changed.",
    remedy: "Remove the gamer from the request.",
  },
  GAMER_DISQUALIFIED: {
    status: 409,
    title: "The gamer is disqualified",
    when: "A gamer in the request is disqualified. Until you reinstate the gamer, you cannot record a score, eliminate the gamer or set a rank. No entry was changed.",
    remedy: "Remove the gamer from the request, or reinstate the gamer first.",
  },
  GAMER_NOT_DISQUALIFIED: {
    status: 409,
    title: "The gamer is not disqualified or eliminated",
    when: "A gamer in the request is neither disqualified nor eliminated, so there is nothing to undo. No entry was changed.",
    remedy: "Remove the gamer from the request.",
  },
  ELIMINATION_NOT_LATEST: {
    status: 409,
    title: "The elimination is not the latest",
    when: "You can undo only the latest elimination, and other gamers were eliminated after a gamer in the request. No entry was changed.",
    remedy:
      "Reinstate the gamers who were eliminated later, the latest first. Then reinstate this gamer, and eliminate the others again.",
  },
  TOURNAMENT_FULL: {
    status: 409,
    title: "All seats are taken",
    when: "The tournament has reached its `maxEntries`. Nothing was charged.",
    remedy: "Offer the gamer a different tournament.",
  },
  REGISTRATION_CLOSED: {
    status: 409,
    title: "Registration has closed",
    when: "The tournament's `registrationClosesAt` has passed. Nothing was charged.",
    remedy: "Offer the gamer a different tournament.",
  },
  ACCOUNT_CLOSED: {
    status: 409,
    title: "The account is closed",
    when: "The account is closed. It accepts only payouts and refunds, and cannot pay an entry fee.",
    remedy: "Use a different account.",
  },
  BALANCE_OVERFLOW: {
    status: 409,
    title: "The balance would be too large",
    when: "The transfer would take a balance above the ledger's maximum of 2^53 - 1 minor units.",
    remedy: "Use a smaller amount.",
  },
  OUTSIDE_ACCOUNT_FULL: {
    status: 409,
    title: "The game has reached its limit for deposits or withdrawals",
    when: "The difference between all deposits and all withdrawals of a game can be at most 2^53 - 1 minor units. This transfer would exceed that limit.",
    remedy:
      "If the game has too many deposits, withdraw money. If it has too many withdrawals, deposit money.",
  },
  CLOCK_LIVE: {
    status: 409,
    title: "The clock of a live environment cannot be advanced",
    when: "The API key or X-Game-Id names a live environment. The clock of a live environment is real time.",
    remedy: "Use an API key or the id of the game's test environment.",
  },
  CLOCK_BACKWARDS: {
    status: 409,
    title: "The clock is already past that time",
    when: "`to` is not later than the time of the environment's clock. The clock never goes back.",
    remedy:
      "Read the clock and send a later time. To start again at real time, reset the test environment.",
  },
  CLOCK_TOO_FAR: {
    status: 409,
    title: "The clock cannot advance that far",
    when: "The requested time is more than two years ahead of real time.",
    remedy: "Send an earlier time. To start again at real time, reset the test environment.",
  },
  REQUEST_IN_FLIGHT: {
    status: 409,
    title: "An earlier request with this Idempotency-Key is in progress",
    repeatable: true,
    when: "Another request with the same Idempotency-Key has no response yet.",
    remedy:
      "Wait for the number of seconds in the Retry-After header, then retry with the same key.",
    retryAfterS: 1,
  },
} satisfies Record<string, ProblemType>;
