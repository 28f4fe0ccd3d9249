import { newId } from "@tms/kit/values/ids";
import { Status } from "@tms/proto/tms/tournament/v1/tournament";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTournament, type TournamentUnderTest } from "./service.ts";

let service: TournamentUnderTest;
let gameId: string;
beforeAll(async () => {
  service = await startTournament();
  gameId = service.newGame();
});
afterAll(() => service.stop());

const staged = async () => (await service.admin.query(`SELECT topic FROM tournament.outbox`)).rows;

test("a change stands while settlement is down, and settlement hears of it once it is back", async () => {
  service.fakes.settlements.down = true;
  const { id: tournamentId } = await service.publish(gameId);
  const { tournament } = await service.client.cancelTournament({
    requestId: newId(),
    gameId,
    tournamentId,
  });
  expect(tournament?.status).toBe(Status.CANCELLED);
  expect(service.fakes.settlements.refunds).toEqual([]);
  expect(await staged()).toHaveLength(2);

  service.fakes.settlements.down = false;
  await service.admin.query(`UPDATE tournament.outbox SET due_at = now()`);
  await service.relay.runOnce();
  expect(service.fakes.settlements.refunds).toMatchObject([{ gameId, tournamentId }]);
  expect(await staged()).toEqual([]);
});

test("every attempt at one message carries the same request id", async () => {
  const { id: tournamentId } = await service.create(gameId);
  service.fakes.settlements.schedules = [];
  service.fakes.settlements.down = true;
  await service.client.publishTournament({ requestId: newId(), gameId, tournamentId });
  const { rows } = await service.admin.query(
    `UPDATE tournament.outbox SET due_at = now() RETURNING id`,
  );
  service.fakes.settlements.down = false;
  await service.relay.runOnce();
  expect(service.fakes.settlements.schedules.map((message) => message.requestId)).toEqual([
    rows[0].id,
  ]);
});
