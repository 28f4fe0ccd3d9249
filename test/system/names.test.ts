import { newId } from "@tms/kit/values/ids";
import { describe, expect, test } from "vitest";
import { joined } from "../harness/gamers.ts";
import { published, reaches, settled, tournamentBody } from "../harness/tournament.ts";
import { newGame } from "./game.ts";

describe("many joins in one request", () => {
  test("are joins of their own: each charged once, refused alone, and safe to repeat", async () => {
    const api = await newGame();
    const path = await published(api, { entryFee: 2, maxEntries: 601 });
    await joined(api, path, "g7");
    const gamers = Array.from({ length: 650 }, (_, n) =>
      n % 2 === 0 ? `g${n}` : { gamer: `g${n}`, metadata: { seed: n } },
    );
    const headers = { "idempotency-key": newId() };
    const first = await api.post(`${path}/joins`, { gamers }, { headers });
    expect(first.status).toBe(200);
    const codes = first.body.results.map(({ status, problem }) => problem?.code ?? status);
    expect(codes[7]).toBe("gamer_already_joined");
    expect(codes.filter((code) => code === 201)).toHaveLength(600);
    expect(codes.filter((code) => code === "tournament_full")).toHaveLength(49);
    const again = await api.post(`${path}/joins`, { gamers }, { headers });
    expect(again.body).toEqual(first.body);
    const late = await api.post(`${path}/joins`, { gamers: gamers.slice(0, 3) });
    expect(late.body.results.map(({ problem }) => problem?.code)).toEqual(
      codes.slice(0, 3).map((code) => (code === 201 ? "gamer_already_joined" : code)),
    );
    expect((await api.get(path)).body.tournament.prizePool).toBe(1_202);
    const { entries } = (await api.get(`${path}/entries?limit=1000`)).body;
    expect(entries).toHaveLength(601);
    for (const { gamerHandle, metadata } of entries) {
      const n = Number(gamerHandle.slice(1));
      expect(metadata).toEqual(n % 2 === 0 || n === 7 ? undefined : { seed: n });
    }
  });
});

describe("an externalId", () => {
  test("that two ask for at the same moment is one tournament and one refusal that names it", async () => {
    const api = await newGame();
    const body = tournamentBody(api, { externalId: "final-1" });
    const answers = await Promise.all([1, 2].map(() => api.post("/tournament/create", body)));
    const [made, refused] = answers.toSorted((a, b) => a.status - b.status);
    expect([made?.status, refused?.status, refused?.body.code]).toEqual([
      201,
      409,
      "external_id_taken",
    ]);
    expect(refused?.body.tournament).toBe(made?.body.tournament.id);
    const { tournaments } = (await api.get("/tournament?externalId=final-1")).body;
    expect(tournaments.map(({ id }) => id)).toEqual([made?.body.tournament.id]);
  });

  test("that two ask for under one Idempotency-Key is one tournament, answered twice", async () => {
    const api = await newGame();
    const body = tournamentBody(api, { externalId: "final-1" });
    const headers = { "idempotency-key": newId() };
    const first = await api.post("/tournament/create", body, { headers });
    const again = await api.post("/tournament/create", body, { headers });
    expect([again.status, again.body]).toEqual([201, first.body]);
  });
});

describe("names and metadata", () => {
  test("follow a tournament to its end, are told, and decide nothing", async () => {
    const api = await newGame();
    const path = await published(api, { entryFee: 2, externalId: "final-2", metadata: { a: 1 } });
    await joined(api, path, "ada", "bob");
    await api.patch("/gamer/bob/update", { displayName: "Bob", metadata: { b: 2 } });
    await api.patch(`${path}/metadata`, { metadata: { a: 2 } });
    await api.patch(`${path}/complete`, { ranks: [{ gamer: "bob", rank: 1 }] });
    await reaches(api, path, "completed");
    const { body } = await api.patch(`${path}/metadata`, { metadata: null });
    expect(body.tournament).toMatchObject({ status: "completed", winnersCount: 1 });
    expect(body.tournament).not.toHaveProperty("metadata");
    expect(body).toMatchObject({ tournament: (await api.get(path)).body.tournament });
    const { payouts } = await settled(api, path);
    expect(payouts).toMatchObject([{ gamerHandle: "bob", rank: 1, amount: 4 }]);
    const { entries } = (await api.get(`${path}/entries`)).body;
    expect(entries.map(({ displayName }) => displayName)).toEqual(["Bob", undefined]);
    const toldOf = async () => {
      const { events } = (await api.get("/event?types=tournament.updated")).body;
      return events.map(({ data }) => data["previous"]);
    };
    await expect.poll(toldOf).toEqual([{ metadata: { a: 1 } }, { metadata: { a: 2 } }]);
  });
});
