import { expect } from "vitest";
import { joined } from "../../harness/gamers.ts";
import { gameIn } from "../../harness/game.ts";
import { idOf, published, settled, tournamentBody } from "../../harness/tournament.ts";
import {
  careful,
  countOf,
  expectEvents,
  gaplessLog,
  isDone,
  ledgerOf,
  sends,
  type Story,
} from "../crash-system.ts";

/** Causes and their effects in the life of a tournament with a fee. An effect comes later in the log. */
const ORDERED = [
  ["tournament.created", "tournament.published"],
  ["tournament.published", "entry.joined"],
  ["tournament.published", "tournament.settling"],
  ["tournament.settling", "ranking.frozen"],
  ["tournament.settling", "settlement.planned"],
  ["settlement.planned", "payout.paid"],
  ["payout.paid", "tournament.completed"],
  ["payout.paid", "settlement.done"],
] as const;
const LIFE = [...new Set(ORDERED.flat())];

const PUBLISHING = ["call event.RecordEvents", "event-out.forget"];

/** Tournaments and gamers, from their creation to the payout. */
export const TOURNAMENTS: readonly Story[] = [
  {
    title: "a gamer and a tournament being created and changed",
    points: {
      gateway: [
        "call entry.CreateGamer",
        "call entry.UpdateGamer",
        "call tournament.CreateTournament",
        "call tournament.UpdateTournament",
        "call tournament.PublishTournament",
        "call tournament.UpdateMetadata",
      ],
      entry: ["entry.create-gamer", "entry.update-gamer"],
      tournament: [
        "tournament.create",
        "tournament.update",
        "tournament.publish",
        "tournament.update-metadata",
      ],
    },
    async scene(system) {
      const api = await gameIn(system);
      const startTime = new Date(Date.now() + 60_000).toISOString();
      const body = tournamentBody(api, { entryFee: 1, startTime });
      const creation = careful(api, "POST", "/tournament/create", body);
      const naming = sends(
        api,
        ["POST", "/gamer/create", { handle: "ada" }],
        ["PATCH", "/gamer/ada/update", { displayName: "Ada" }],
      );
      let changes: (() => Promise<boolean>) | undefined;
      return {
        async act() {
          const made = await creation();
          if (!isDone(made)) return false;
          const path = `/tournament/${made?.body.tournament.id}`;
          changes ??= sends(
            api,
            ["PATCH", `${path}/update`, { entryFee: 2 }],
            ["PATCH", `${path}/publish`],
            ["PATCH", `${path}/metadata`, { metadata: { season: 3 } }],
          );
          return (await naming()) && (await changes());
        },
        async check() {
          const { gamers } = (await api.get("/gamer")).body;
          expect(gamers).toMatchObject([{ displayName: "Ada" }]);
          const { tournaments } = (await api.get("/tournament")).body;
          const changed = { status: "published", entryFee: 2, metadata: { season: 3 } };
          expect(tournaments).toMatchObject([changed]);
          const due = `SELECT count(*) FROM settlement.settlement WHERE game_id = $1 AND state = 'scheduled'`;
          await expect.poll(() => countOf(system, due, api.gameId)).toBe(1);
          const types = ["created", "updated", "published", "updated"];
          const expected = types.map((type) => `tournament.${type}`);
          await expectEvents(system, api.gameId, /^tournament\./, expected);
        },
      };
    },
  },
  {
    title: "the events of a tournament",
    points: {
      tournament: PUBLISHING,
      entry: PUBLISHING,
      settlement: PUBLISHING,
      events: ["events.record"],
    },
    async scene(system) {
      const api = await gameIn(system);
      const path = await published(api, { entryFee: 1 });
      return {
        act: sends(api, ["POST", `${path}/join`, { gamer: "ada" }], ["PATCH", `${path}/complete`]),
        async check() {
          const told = async () =>
            (await gaplessLog(system, api.gameId)).flatMap(({ type }) =>
              LIFE.filter((known) => known === type),
            );
          await expect.poll(async () => (await told()).toSorted()).toEqual(LIFE.toSorted());
          const types = await told();
          for (const [cause, effect] of ORDERED)
            expect(types.slice(types.indexOf(cause)), `after ${cause}`).toContain(effect);
        },
      };
    },
  },
  {
    title: "decisions on entries and scores",
    points: {
      gateway: [
        "call entry.Disqualify",
        "call entry.Reinstate",
        "call entry.Eliminate",
        "call entry.ReviewScores",
      ],
      entry: ["entry.disqualify", "entry.reinstate", "entry.eliminate", "entry.review-scores"],
    },
    async scene(system) {
      const api = await gameIn(system);
      const path = await published(api, { scoring: {} });
      await joined(api, path, "ada", "bob", "cyd");
      await api.post(`${path}/score`, { gamer: "ada", score: 7 });
      const { score } = (await api.post(`${path}/score`, { gamer: "cyd", score: 9 })).body;
      const reason = "a crash";
      const count = (statement: string) =>
        countOf(system, `${statement} WHERE tournament_id = $1`, idOf(path));
      return {
        act: sends(
          api,
          ["PATCH", `${path}/disqualify`, { gamer: "ada", reason }],
          ["PATCH", `${path}/reinstate`, { gamer: "ada", reason }],
          ["PATCH", `${path}/eliminate`, { gamer: "bob" }],
          ["PATCH", `${path}/review`, { scores: [score.id], decision: "void", reason }],
        ),
        async check() {
          const { entries } = (await api.get(`${path}/entries`)).body;
          expect(entries.map(({ gamerHandle, rank }) => [gamerHandle, rank])).toEqual([
            ["ada", null],
            ["cyd", null],
            ["bob", 2],
          ]);
          expect(await count(`SELECT count(*) FROM entry.entry_decision`)).toBe(2);
          expect(await count(`SELECT disqualified FROM entry.registration`)).toBe(0);
          expect(await count(`SELECT eliminated FROM entry.registration`)).toBe(1);
          expect(await count(`SELECT count(*) FROM entry.attempt_decision`)).toBe(1);
          expect(await count(`SELECT sum(attempts) FROM entry.standing`)).toBe(1);
        },
      };
    },
  },
  {
    title: "scores being recorded",
    points: {
      gateway: [
        "gateway.claim-key",
        "call entry.BatchSubmitScore",
        "call entry.BatchSubmitScore#2",
        "gateway.keep-answer",
      ],
      entry: ["entry.record-scores", "entry.record-scores#3", ...PUBLISHING],
    },
    async scene(system) {
      const api = await gameIn(system);
      const path = await published(api, { scoring: { operator: "sum", reviewFrom: 100 } });
      await joined(api, path, "ada", "bob");
      const scores = ["ada", "bob", "ada"].map((gamer, index) => ({ gamer, score: 7 + index }));
      const count = (statement: string) =>
        countOf(system, `${statement} WHERE tournament_id = $1`, idOf(path));
      return {
        act: sends(
          api,
          ["POST", `${path}/score`, { gamer: "ada", score: 7 }],
          ["POST", `${path}/scores`, { scores }],
          ["POST", `${path}/score`, { gamer: "ada", score: 100 }],
        ),
        async check() {
          expect(await count(`SELECT sum(score) FROM entry.standing`)).toBe(7 + 24);
          expect(await count(`SELECT sum(entries) FROM entry.stratum`)).toBe(2);
          expect(await count(`SELECT count(*) FROM entry.attempt`)).toBe(5);
          const types = ["recorded", "recorded", "recorded", "held"].map((type) => `score.${type}`);
          await expectEvents(system, api.gameId, /^score\./, types);
        },
      };
    },
  },
  {
    title: "a tournament ended with a final rank",
    points: {
      gateway: ["call tournament.CompleteTournament"],
      tournament: [
        "tournament.complete",
        "call settlement.ScheduleSettlement",
        "tournament.begin-settlement",
        "tournament.finish-settlement",
      ],
      entry: ["entry.close-registration", "entry.rank-piece", "entry.freeze-ranking"],
      settlement: [
        "settlement.schedule",
        "call tournament.BatchBeginSettlement",
        "call entry.BatchFreezeRanking",
        "call wallet.BatchDisburse",
        "call tournament.BatchFinishSettlement",
      ],
      wallet: ["wallet.open-accounts", "wallet.disburse", "wallet.disburse#2"],
    },
    async scene(system) {
      const api = await gameIn(system, { platformFeeBps: 1_000 });
      const path = await published(api, { entryFee: 10, prizeSplit: [70, 30], scoring: {} });
      await joined(api, path, "ada", "bob", "cyd");
      const scores = ["ada", "bob"].map((gamer, score) => ({ gamer, score }));
      await api.post(`${path}/scores`, { scores });
      const ranks = [{ gamer: "cyd", rank: 1 }];
      return {
        act: sends(api, ["PATCH", `${path}/complete`, { ranks }]),
        async check() {
          const { payouts } = await settled(api, path);
          const paid = payouts.map(({ gamerHandle, amount }) => [gamerHandle, amount]);
          expect(paid).toEqual([
            ["cyd", 18.9],
            ["bob", 8.1],
          ]);
          const { standings } = (await api.get(`${path}/leaderboard`)).body;
          expect(standings.map(({ gamerHandle }) => gamerHandle)).toEqual(["cyd", "bob", "ada"]);
          const { tournament } = (await api.get(path)).body;
          expect(tournament).toMatchObject({ status: "completed", prizePool: 0 });
          expect(tournament.winners).toEqual([payouts[0]?.gamer]);
          expect(await ledgerOf(system, api.gameId)).toEqual({
            fees: "3 of 3000",
            platform: "1 of 300",
            payouts: "2 of 2700",
          });
        },
      };
    },
  },
];
