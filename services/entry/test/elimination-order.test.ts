import { timestampDate } from "@bufbuild/protobuf/wkt";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import type { Entry } from "@tms/proto/tms/entry/v1/entry";
import { isCompetitionRanking } from "../src/ranking/competition-rank.ts";
import { handles, refusal, startEntry, type EntryUnderTest } from "./service.ts";
import { isWaiting } from "./lock-waits.ts";

let service: EntryUnderTest;
beforeAll(async () => {
  service = await startEntry();
});
afterAll(() => service?.close());

const momentOf = (entry: Entry | undefined) => Number(timestampDate(entry!.eliminateTime!));

describe("the rank of one who is out", () => {
  test("is behind those who join afterwards, too, as in the end", async () => {
    const tournament = await service.tournamentOf("a", "b", "c");
    expect(await service.eliminate(tournament, "c")).toMatchObject([
      { rank: 3, provisional: true },
    ]);
    await service.joinAll(tournament, ["d", "e", "f"]);
    expect(await service.eliminate(tournament, "d")).toMatchObject([
      { rank: 5, provisional: true },
    ]);
    const standings = async () => {
      const { entries } = await service.entry.listEntries(tournament);
      return entries.map(({ handle, rank }) => [handle, rank]);
    };
    const live = await standings();
    expect(live.slice(4)).toEqual([
      ["d", 5],
      ["c", 6],
    ]);
    await service.closeRegistration(tournament);
    await service.freeze(tournament);
    expect(await standings()).toEqual(live.map(([handle, rank]) => [handle, rank ?? 1]));
  });

  test("is provisional while gamers can join, or joins are under way", async () => {
    const open = await service.tournamentOf("ann", "bob", "cid");
    expect(await service.eliminate(open, "ann")).toMatchObject([{ provisional: true }]);
    await service.passes(open, "registration_closes_at");
    expect(await service.eliminate(open, "bob")).toMatchObject([{ provisional: false }]);

    const full = service.newTournament({ maxEntries: 2, entryFeeMinorUnits: 5n });
    await service.join(full, "ann");
    service.wallet.fails = "after";
    const requestId = newId();
    await refusal(service.join(full, "bob", requestId));
    expect(await service.eliminate(full, "ann")).toMatchObject([{ rank: 1, provisional: true }]);
    service.wallet.fails = undefined;
    await service.join(full, "bob", requestId);
    expect(await service.entry.listEntries(full)).toMatchObject({
      entries: [{ handle: "bob" }, { handle: "ann", rank: 2 }],
      provisional: false,
    });
  });

  test("is told to the repeat of a join with the rank it has by then", async () => {
    const tournament = service.newTournament();
    const requestId = newId();
    await service.join(tournament, "ann", requestId);
    await service.joinAll(tournament, ["bob"]);
    await service.eliminate(tournament, "ann");
    await service.joinAll(tournament, ["cid"]);
    expect(await service.join(tournament, "ann", requestId)).toMatchObject({
      rank: 3,
      provisional: true,
    });
  });
});

describe("the moment of an elimination", () => {
  test("has its moment when it has its rank, however long ago it was asked for", async () => {
    const tournament = await service.tournamentOf("ann", "bob", "cid");
    const requestId = newId();
    const holder = await service.admin.connect();
    await holder.query("BEGIN");
    await holder.query(`INSERT INTO entry.request (id, fingerprint) VALUES ($1, '')`, [requestId]);
    const slow = service.entry.eliminate({ ...tournament, requestId, handles: ["ann"] });
    await isWaiting(service);
    const [bob] = await service.eliminate(tournament, "bob");
    const { rows } = await holder.query<{ now: Date }>(`SELECT clock_timestamp() AS now`);
    await holder.query("ROLLBACK");
    holder.release();
    const [ann] = (await slow).entries;
    expect([ann?.rank, bob?.rank]).toEqual([2, 3]);
    expect(momentOf(ann)).toBeGreaterThan(momentOf(bob));
    expect(momentOf(ann)).toBeGreaterThanOrEqual(Number(rows[0]?.now));
    expect(ann?.updateTime).toEqual(ann?.eliminateTime);
  });

  test("is later than the one before, though the clock stepped back", async () => {
    const tournament = await service.tournamentOf("ann", "bob", "cid");
    const [ann] = await service.eliminate(tournament, "ann");
    await service.admin.query(
      `UPDATE entry.registration SET last_eliminated_at = last_eliminated_at + interval '1 hour'
       WHERE tournament_id = $1`,
      [tournament.tournamentId],
    );
    const [bob] = await service.eliminate(tournament, "bob");
    expect(momentOf(bob)).toBe(momentOf(ann) + 3_600_001);
    const [cid] = await service.eliminate(tournament, "cid");
    expect(momentOf(cid)).toBe(momentOf(bob) + 1);
  });

  test("at the same time as others gives ranks that fit together", async () => {
    const other = await startEntry(service);
    const names = handles(40);
    const tournament = await service.tournamentOf(...names);
    const groups = Array.from({ length: 14 }, (_, n) => names.slice(n * 3, n * 3 + 3));
    await Promise.all(
      groups.map((group, index) => (index % 2 ? service : other).eliminate(tournament, ...group)),
    );
    const { entries } = await service.entry.listEntries({ ...tournament, pageSize: 1_000 });
    expect(isCompetitionRanking(entries.map(({ rank }) => rank ?? 0))).toBe(true);
    const moments = groups.flatMap(([name]) => {
      const { rank, eliminateTimeMs } = entries.find(({ handle }) => handle === name)!;
      return [{ rank: rank ?? 0, at: Number(eliminateTimeMs) }];
    });
    const later = moments.toSorted((a, b) => b.at - a.at).map(({ rank }) => rank);
    expect(later).toEqual(moments.map(({ rank }) => rank).toSorted((a, b) => a - b));
    expect(new Set(moments.map(({ at }) => at)).size).toBe(groups.length);
    await other.close();
  });
});
