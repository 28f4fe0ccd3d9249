import {
  elimination,
  environments,
  game,
  gamer,
  key,
  keyUse,
  metadata,
  tournament,
} from "./beginnings.ts";
import {
  crowd,
  depositAndWithdrawal,
  freeJoin,
  join,
  manyJoins,
  recovery,
  refusedJoin,
} from "./money.ts";
import type { Row } from "./row.ts";
import { disqualification, review, score, scores } from "./scores.ts";

/** All that happens before a tournament ends. */
export const BEGINNINGS: readonly Row[] = [
  {
    title: "a game being set up",
    scene: game,
    points: {
      game: [
        "game.create",
        "call wallet.OpenAccount",
        "call wallet.OpenAccount#2",
        "game.open",
        "game.issue-key",
        "game.revoke-key",
      ],
      wallet: ["wallet.open-account", "wallet.open-account#2"],
    },
  },
  {
    title: "a game being renamed, and its test environment reset",
    scene: environments,
    points: {
      game: ["game.rename", "game.reset-test", "call wallet.OpenAccount", "game.replace-test"],
      wallet: ["wallet.open-account"],
    },
  },
  {
    title: "an API key being changed, used and rolled",
    scene: key,
    points: { game: ["game.update-key", "game.record-key-uses", "game.roll-key"] },
  },
  {
    title: "the use of an API key being noted",
    scene: keyUse,
    points: { gateway: ["call game.RecordApiKeyUses"] },
  },
  {
    title: "a gamer being created and given a name",
    scene: gamer,
    points: {
      gateway: ["call entry.CreateGamer", "call entry.UpdateGamer"],
      entry: ["entry.create-gamer", "entry.update-gamer"],
    },
  },
  {
    title: "a tournament being created, updated and published",
    scene: tournament,
    points: {
      gateway: [
        "call tournament.CreateTournament",
        "call tournament.UpdateTournament",
        "call tournament.PublishTournament",
      ],
      tournament: ["tournament.create", "tournament.update", "tournament.publish"],
    },
  },
  {
    title: "a tournament's metadata being replaced",
    scene: metadata,
    points: {
      gateway: ["call tournament.UpdateMetadata"],
      tournament: ["tournament.update-metadata"],
    },
  },
  {
    title: "a gamer being eliminated",
    scene: elimination,
    points: { gateway: ["call entry.Eliminate"], entry: ["entry.eliminate"] },
  },
  {
    title: "a gamer being disqualified and reinstated",
    scene: disqualification,
    points: {
      gateway: ["call entry.Disqualify", "call entry.Reinstate"],
      entry: ["entry.disqualify", "entry.reinstate"],
    },
  },
  {
    title: "a score being recorded",
    scene: score,
    points: { gateway: ["call entry.BatchSubmitScore"], entry: ["entry.record-scores"] },
  },
  {
    title: "many scores being recorded at once",
    scene: scores,
    points: {
      gateway: ["gateway.claim-key", "call entry.BatchSubmitScore", "gateway.keep-answer"],
      entry: ["entry.record-scores"],
    },
  },
  {
    title: "a score being reviewed",
    scene: review,
    points: { gateway: ["call entry.ReviewScores"], entry: ["entry.review-scores"] },
  },
  {
    title: "a deposit and a withdrawal",
    scene: depositAndWithdrawal,
    points: {
      gateway: ["call wallet.BatchTransfer", "call wallet.BatchTransfer#2"],
      wallet: ["wallet.post", "wallet.post#2"],
    },
  },
  {
    title: "a join",
    scene: join,
    points: {
      gateway: ["gateway.claim-key", "call entry.BatchJoin", "gateway.keep-answer"],
      entry: [
        "entry.open-registration",
        "entry.take-seats",
        "call wallet.CollectFees",
        "entry.confirm",
      ],
      // The pool opens with the first transfer into it.
      wallet: ["wallet.collect-fees", "wallet.post"],
    },
  },
  {
    title: "joins that travel together",
    scene: crowd,
    points: { gateway: ["call entry.BatchJoin"] },
  },
  {
    title: "joins of one request",
    scene: manyJoins,
    points: {
      gateway: ["call entry.BatchJoin", "gateway.keep-answer"],
      entry: ["entry.take-seats", "call wallet.CollectFees", "entry.confirm"],
    },
  },
  {
    title: "the recovery of a join",
    scene: recovery,
    points: { entry: ["entry.lease-pending", "entry.confirm"] },
  },
  {
    title: "a join without a fee",
    scene: freeJoin,
    points: { entry: ["entry.take-seats"] },
  },
  {
    title: "a join that is refused",
    scene: refusedJoin,
    points: {
      entry: ["entry.take-seats", "call wallet.CollectFees", "entry.refuse"],
      wallet: ["wallet.collect-fees", "wallet.post"],
    },
  },
];
