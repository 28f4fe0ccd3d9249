import { expect } from "vitest";
import { joined } from "../../harness/gamers.ts";
import { gameIn } from "../../harness/game.ts";
import { idOf, published, tournamentBody } from "../../harness/tournament.ts";
import { careful, countOf, replies, type Story } from "../crash-system.ts";

/** Gamers and tournaments before an end. */
export const TOURNAMENTS: readonly Story[] = [
  {
    title: "a gamer being created and given a name",
    points: {
      gateway: ["call entry.CreateGamer", "call entry.UpdateGamer"],
      entry: ["entry.create-gamer", "entry.update-gamer"],
    },
    async scene(system) {
      const api = await gameIn(system);
      const creation = careful(api, "POST", "/gamer/create", { handle: "ada" });
      const naming = careful(api, "PATCH", "/gamer/ada/update", { displayName: "Ada" });
      return {
        act: async () => (await creation()) !== undefined && (await naming())?.status === 200,
        async check() {
          expect((await api.get("/gamer/ada")).body.gamer).toMatchObject({ displayName: "Ada" });
          const known = `SELECT count(*) FROM entry.gamer WHERE game_id = $1`;
          expect(await countOf(system, known, api.gameId)).toBe(1);
        },
      };
    },
  },
  {
    title: "a tournament being created, updated and published",
    points: {
      gateway: [
        "call tournament.CreateTournament",
        "call tournament.UpdateTournament",
        "call tournament.PublishTournament",
      ],
      tournament: ["tournament.create", "tournament.update", "tournament.publish"],
    },
    async scene(system) {
      const api = await gameIn(system);
      const startTime = new Date(Date.now() + 60_000).toISOString();
      const body = tournamentBody(api, { entryFee: 1, startTime });
      const creation = careful(api, "POST", "/tournament/create", body);
      let changes: (() => Promise<{ status: number } | undefined>)[] | undefined;
      return {
        async act() {
          const id = (await creation())?.body.tournament.id;
          if (id === undefined) return false;
          changes ??= [
            careful(api, "PATCH", `/tournament/${id}/update`, { entryFee: 2 }),
            careful(api, "PATCH", `/tournament/${id}/publish`),
          ];
          for (const change of changes) if ((await change())?.status !== 200) return false;
          return true;
        },
        async check() {
          const { tournaments } = (await api.get("/tournament")).body;
          expect(tournaments).toMatchObject([{ status: "published", entryFee: 2 }]);
          const due = `SELECT count(*) FROM settlement.settlement WHERE game_id = $1 AND state = 'scheduled'`;
          await expect.poll(() => countOf(system, due, api.gameId)).toBe(1);
        },
      };
    },
  },
  {
    title: "a tournament's metadata being replaced",
    points: {
      gateway: ["call tournament.UpdateMetadata"],
      tournament: ["tournament.update-metadata"],
    },
    async scene(system) {
      const api = await gameIn(system);
      const path = await published(api);
      const request = careful(api, "PATCH", `${path}/metadata`, { metadata: { season: 3 } });
      return {
        act: replies(request, 200),
        async check() {
          expect((await api.get(path)).body.tournament).toMatchObject({ metadata: { season: 3 } });
          const told = `SELECT count(*) FROM events.event
            WHERE game_id = $1 AND type = 'tournament.updated'`;
          await expect.poll(() => countOf(system, told, api.gameId)).toBe(1);
        },
      };
    },
  },
  {
    title: "a gamer being eliminated",
    points: { gateway: ["call entry.Eliminate"], entry: ["entry.eliminate"] },
    async scene(system) {
      const api = await gameIn(system);
      const path = await published(api);
      await joined(api, path, "ada", "bob");
      const request = careful(api, "PATCH", `${path}/eliminate`, { gamer: "bob" });
      return {
        act: replies(request, 200),
        async check() {
          const { entries } = (await api.get(`${path}/entries`)).body;
          expect(entries.map((entry) => [entry.gamerHandle, entry.rank])).toEqual([
            ["ada", null],
            ["bob", 2],
          ]);
          const registration = `SELECT eliminated FROM entry.registration WHERE tournament_id = $1`;
          expect(await countOf(system, registration, idOf(path))).toBe(1);
        },
      };
    },
  },
];
