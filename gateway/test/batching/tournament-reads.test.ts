import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { Code, ConnectError } from "@connectrpc/connect";
import { DomainError } from "@tms/kit/errors/domain-error";
import { newId } from "@tms/kit/values/ids";
import { expect, test } from "vitest";
import { createTournamentReader } from "../../src/batching/tournament-reads.ts";
import { createFakes, type Fakes } from "../support/fakes.ts";

const gameId = newId();

async function created({ clients: { tournament: tournaments } }: Fakes, owner = gameId) {
  const startTime = timestampFromMs(Date.now());
  const terms = { name: "Final", startTime, endTime: timestampFromMs(Date.now() + 60_000) };
  const request = { requestId: newId(), gameId: owner, terms };
  const { tournament } = await tournaments.createTournament(request);
  return tournament?.id ?? expect.fail();
}

const reader = (fakes: Fakes) => {
  const read = createTournamentReader(fakes.clients);
  return (tournamentId: string, { owner = gameId, leftMs = 8_000 } = {}) =>
    read({ gameId: owner, tournamentId }, performance.now() + leftMs);
};

const rpcs = (fakes: Fakes) =>
  fakes.calls.map(({ rpc }) => rpc).filter((rpc) => rpc.includes("Get"));

test("reads made at the same time are one call, which names each tournament once", async () => {
  const fakes = createFakes();
  const read = reader(fakes);
  const [first, second] = [await created(fakes), await created(fakes)];
  const found = await Promise.all([first, second, first].map((id) => read(id)));
  expect(found.map((tournament) => tournament?.id)).toEqual([first, second, first]);
  expect(rpcs(fakes)).toEqual(["BatchGetTournaments"]);
  expect(fakes.calls.at(-1)?.request["tournaments"]).toHaveLength(2);
});

test("who is not known is refused", async () => {
  const fakes = createFakes();
  await expect(reader(fakes)(newId())).rejects.toMatchObject({ reason: "TOURNAMENT_NOT_FOUND" });
  expect(rpcs(fakes)).toEqual(["BatchGetTournaments"]);
});

test("a read is never answered by a call that was under way before it", async () => {
  const fakes = createFakes();
  const read = reader(fakes);
  const id = await created(fakes);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  fakes.before = () => held;
  const early = read(id);
  await expect.poll(() => rpcs(fakes)).toEqual(["BatchGetTournaments"]);
  const late = read(id);
  release();
  expect((await Promise.all([early, late])).map((tournament) => tournament?.id)).toEqual([id, id]);
  expect(rpcs(fakes)).toEqual(["BatchGetTournaments", "BatchGetTournaments"]);
});

test("another game's tournament is nobody's, whoever reads it at the same time", async () => {
  const fakes = createFakes();
  const read = reader(fakes);
  const [id, other] = [await created(fakes), newId()];
  const [own, foreign] = await Promise.allSettled([read(id), read(id, { owner: other })]);
  expect(own).toMatchObject({ value: { id } });
  expect(foreign).toMatchObject({ reason: { reason: "TOURNAMENT_NOT_FOUND" } });
});

test("a tournament that takes long holds up nobody in its batch", async () => {
  const fakes = createFakes();
  const read = reader(fakes);
  const [slow, quick] = [await created(fakes), await created(fakes)];
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  fakes.tournaments.slow = (id) => (id === slow ? held : Promise.resolve());
  const late = read(slow);
  expect((await read(quick)).id).toBe(quick);
  release();
  expect((await late).id).toBe(slow);
  expect(rpcs(fakes)).toEqual(["BatchGetTournaments"]);
});

test("a refusal is told to all who read that tournament, and to nobody else", async () => {
  const fakes = createFakes();
  const read = reader(fakes);
  const [id, settling] = [await created(fakes), await created(fakes)];
  fakes.tournaments.slow = async (asked) => {
    if (asked === settling) throw new DomainError("UNAVAILABLE", "The ledger is away.");
  };
  const [own, ...refused] = await Promise.allSettled([read(id), read(settling), read(settling)]);
  expect(own).toMatchObject({ value: { id } });
  for (const one of refused) expect(one).toMatchObject({ reason: { reason: "UNAVAILABLE" } });
  expect(rpcs(fakes)).toEqual(["BatchGetTournaments"]);
});

test("nobody waits beyond their own deadline, however long others in the batch can", async () => {
  const fakes = createFakes();
  const read = reader(fakes);
  const id = await created(fakes);
  fakes.before = () => new Promise(() => {});
  const patient = read(id, { leftMs: 60_000 });
  const hasty = read(id, { leftMs: 600 });
  await expect(Promise.race([patient, hasty])).rejects.toMatchObject({
    reason: "DEADLINE_EXCEEDED",
  });
});

test("a call that fails is everybody's failure in it", async () => {
  const fakes = createFakes();
  const read = reader(fakes);
  const id = await created(fakes);
  fakes.before = () => {
    throw new ConnectError("down", Code.Unavailable);
  };
  const results = await Promise.allSettled([read(id), read(id)]);
  for (const result of results) expect(result).toMatchObject({ reason: { reason: "UNAVAILABLE" } });
});
