const CREATE_A_NEW_KEY =
  "Then send the request with a new Idempotency-Key, because the old key returns this response again.";

export const TOURNAMENT_PROBLEMS = {
  GAME_NOT_FOUND: {
    title: "The game was not found",
    when: "`game` is not the game of the API key, or the signed-in person has no role in that game.",
    remedy: "Send the id of the API key's own game, or of a game in which you have a role.",
  },
  TOURNAMENT_NOT_FOUND: {
    title: "The tournament was not found",
    when: "The game has no tournament with that id. A request never finds the tournaments of another game.",
    remedy:
      "Check the id. Also check that your API key belongs to the tournament's environment, or that you have a role in its game.",
  },
  GAMER_NOT_FOUND: {
    title: "The gamer was not found",
    when: "The game has no gamer with that handle. Handles are compared exactly.",
    remedy:
      "Check the spelling and case of the handle. A join, a deposit or `POST /gamer/create` creates a gamer.",
  },
  GAMER_NOT_ENTERED: {
    title: "The gamer is not in this tournament",
    when: "A gamer in the request has no entry in this tournament. No entry was changed.",
    remedy: "Remove the gamer from the request.",
  },
  ACCOUNT_NOT_FOUND: {
    title: "The account was not found",
    when: "The environment's ledger has no account with that id. The first transfer to an account opens it.",
    remedy: "List the ledger accounts to get the id.",
  },
  REQUEST_NOT_FOUND: {
    status: 404,
    title: "The request was not found in the log",
    when: "The environment's request log has no request with that id. The request may be older than three days, less than a second old, or not recorded. The log is for debugging and can lose requests.",
    remedy: "Wait a second and try again, or list the requests to find it.",
  },
  EVENT_NOT_FOUND: {
    title: "The event was not found",
    when: "The environment has no event with that id, or the event was deleted. Events are kept for 30 days. Actions of people and changes of access are kept for 400 days.",
    remedy: "Check the id, and that you use the event's environment, live or test.",
  },
  EVENTS_EXPIRED: {
    status: 410,
    title: "Some events after this position were deleted",
    when: "Events are kept for 30 days. Some events after the given sequence are older and were deleted, so the response would have a gap.",
    remedy:
      "Read the current state of your tournaments. Then continue with `after`, or with `afterSequence` of a replay, set to `oldestSequence` minus 1.",
  },
  SETTLEMENT_NOT_FOUND: {
    title: "The tournament has no settlement yet",
    when: "A tournament has a settlement only after it was published. The settlement can appear a moment after you publish or cancel the tournament.",
    remedy:
      "Publish the tournament. Right after `publish` or `cancel`, request the settlement again. A tournament that was cancelled while pending never has a settlement.",
  },
  INSUFFICIENT_FUNDS: {
    status: 402,
    title: "The account has insufficient funds",
    when: "The transfer would take a wallet below zero, or the game's account below its credit limit. Nothing was charged.",
    remedy: `Deposit money into the wallet. If the game pays the entry fees, ask the operator to add money to the game's account. ${CREATE_A_NEW_KEY}`,
  },
  TOURNAMENT_LIMIT: {
    status: 409,
    title: "The game has too many pending or published tournaments",
    when: "A game can have at most 10,000 tournaments that are pending or published.",
    remedy: `Cancel pending tournaments that you do not need, or wait until published tournaments end. ${CREATE_A_NEW_KEY}`,
  },
  EXTERNAL_ID_TAKEN: {
    title: "Another tournament has this externalId",
    when: "The game already has a tournament with this `externalId`. A tournament keeps its `externalId` forever, even after it is cancelled.",
    remedy:
      "Use the existing tournament (its id is in `tournament`), or send a different `externalId`.",
  },
  TOURNAMENT_NOT_PENDING: {
    title: "The tournament is no longer pending",
    when: "You can update and publish a tournament only while it is pending. You cannot publish a tournament twice.",
    remedy:
      "Read the tournament to see its status. To retry requests safely, send an Idempotency-Key.",
  },
  TOURNAMENT_STARTED: {
    title: "The tournament has started",
    when: "You can update a tournament only before its startTime.",
    remedy: "Cancel the tournament and create a new one.",
  },
  TOURNAMENT_ENDED: {
    title: "The tournament has ended",
    when: "The tournament's endTime has passed.",
    remedy: "You can no longer change this tournament or its entries. Create a new tournament.",
  },
  TOURNAMENT_NOT_PUBLISHED: {
    title: "The tournament is not published",
    when: "The operation needs a published tournament. This tournament is `pending`, `settling`, `completed` or `cancelled`.",
    remedy: "Read the tournament to see its status. If it is pending, publish it.",
  },
  TOURNAMENT_NOT_CANCELLABLE: {
    title: "The tournament can no longer be cancelled",
    when: "You can cancel a tournament only while it is pending or published.",
    remedy: "Read the tournament to see its status.",
  },
  GAMER_ALREADY_JOINED: {
    title: "The gamer is already in this tournament",
    when: "The gamer already has an entry in this tournament. The fee was not charged again.",
    remedy:
      "If you retried a join, treat this response as success. To get the original response, retry with the same Idempotency-Key.",
  },
  GAMER_ALREADY_ELIMINATED: {
    title: "The gamer is already eliminated",
    when: "A gamer in the request is already eliminated. No entry was changed.",
    remedy: "Remove the gamer from the request.",
  },
  GAMER_DISQUALIFIED: {
    title: "The gamer is disqualified",
    when: "A gamer in the request is disqualified. Until you reinstate the gamer, you cannot record a score, eliminate the gamer or set a rank. No entry was changed.",
    remedy: "Remove the gamer from the request, or reinstate the gamer first.",
  },
  GAMER_NOT_DISQUALIFIED: {
    title: "The gamer is not disqualified or eliminated",
    when: "A gamer in the request is neither disqualified nor eliminated, so there is nothing to undo. No entry was changed.",
    remedy: "Remove the gamer from the request.",
  },
  ELIMINATION_NOT_LATEST: {
    title: "The elimination is not the latest",
    when: "You can undo only the latest elimination, and other gamers were eliminated after a gamer in the request. No entry was changed.",
    remedy:
      "Reinstate the gamers who were eliminated later, the latest first. Then reinstate this gamer, and eliminate the others again.",
  },
  TOURNAMENT_FULL: {
    title: "All seats are taken",
    when: "The tournament has reached its `maxEntries`. Nothing was charged.",
    remedy: "Offer the gamer a different tournament.",
  },
  REGISTRATION_CLOSED: {
    title: "Registration has closed",
    when: "The tournament's `registrationClosesAt` has passed. Nothing was charged.",
    remedy: "Offer the gamer a different tournament.",
  },
  ACCOUNT_CLOSED: {
    title: "The account is closed",
    when: "The account is closed. It accepts only payouts, refunds and platform fees, and cannot pay an entry fee.",
    remedy: "Use a different account.",
  },
  BALANCE_OVERFLOW: {
    title: "The balance would be out of range",
    when: "The transfer would take a balance above 2^53 - 1 or below -(2^53 - 1) minor units.",
    remedy: "Use a smaller amount.",
  },
  OUTSIDE_ACCOUNT_FULL: {
    title: "The game has reached its limit for deposits or withdrawals",
    when: "The difference between all deposits and all withdrawals of a game can be at most 2^53 - 1 minor units. This transfer would exceed that limit.",
    remedy:
      "If the game has too many deposits, withdraw money. If it has too many withdrawals, deposit money.",
  },
  CLOCK_LIVE: {
    title: "The clock of a live environment cannot be advanced",
    when: "The API key or X-Game-Id names a live environment. The clock of a live environment is real time.",
    remedy: "Use an API key or the id of the game's test environment.",
  },
  CLOCK_BACKWARDS: {
    title: "The clock is already past that time",
    when: "`to` is not later than the time of the environment's clock. The clock never goes back.",
    remedy:
      "Read the clock and send a later time. To start again at real time, reset the test environment.",
  },
  CLOCK_TOO_FAR: {
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
  SCORE_NOT_FOUND: {
    title: "The score was not found",
    when: "The tournament has no attempt with one of the ids in `scores`. No decision was recorded.",
    remedy: "List the tournament's scores and send their `id` values.",
  },
  SCORES_NOT_ENABLED: {
    title: "The tournament does not take scores",
    when: "The tournament has no `scoring`.",
    remedy:
      "Set `scoring` when you create a tournament, or while it is pending and has not started.",
  },
  TOURNAMENT_NOT_STARTED: {
    title: "The tournament has not started",
    when: "The tournament takes scores only after its startTime.",
    remedy: "Send the score again after the tournament has started.",
  },
  ATTEMPTS_EXHAUSTED: {
    title: "The gamer has no attempts left",
    when: "The gamer has used all `attempts` that the tournament's scoring allows. Held attempts count towards this limit.",
    remedy:
      "Do not send the score again. To give an attempt back, void another attempt of the gamer in a review.",
  },
  ATTEMPT_REUSED: {
    title: "The attempt was already recorded with different content",
    when: "The gamer already has an attempt with that name in this tournament, with a different score, `tieBreaks` or `metadata`. The recorded attempt is unchanged.",
    remedy: "Use a different name for each attempt. When you retry, send exactly the same content.",
  },
  SCORE_OUT_OF_RANGE: {
    title: "The score is out of range",
    when: "The score is below `min` or above `max` of the tournament's scoring.",
    remedy: "Check the score. You cannot change the scoring of a published tournament.",
  },
  SCORE_OVERFLOW: {
    title: "The sum of the scores is too large",
    when: "The sum of the gamer's scores, or of one of the tie-breaks, would be above 2^53 - 1 or below -(2^53 - 1).",
    remedy: "Use a coarser unit for scores and tie-breaks.",
  },
};
