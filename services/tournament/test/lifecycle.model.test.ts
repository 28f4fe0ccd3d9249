import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { RemoteError } from "@tms/kit/errors/remote-error";
import { newId } from "@tms/kit/values/ids";
import type { Tournament } from "@tms/proto/tms/tournament/v1/tournament";
import { LifecycleModel, type GameTransition, type WorkerTransition } from "./model.ts";
import { STATUSES } from "../src/messages.ts";
import {
  beginSettlement,
  finishSettlement,
  getTournament,
  startTournament,
  type TournamentUnderTest,
} from "./service.ts";

let service: TournamentUnderTest;
beforeAll(async () => {
  service = await startTournament();
});
afterAll(() => service?.stop());

type Step = GameTransition | WorkerTransition | "an hour passes" | "repeat";
// Early steps are the likelier, so that many runs come far.
const step = fc.constantFrom<Step>(
  ...(["update", "publish", "publish", "cancel", "complete", "an hour passes", "repeat"] as const),
  ...(["begin", "begin", "record", "record", "finish", "abandon"] as const),
);

interface Key {
  gameId: string;
  tournamentId: string;
}

/** Asks for a transition; the answer carries the tournament. */
async function ask(
  name: GameTransition | WorkerTransition,
  key: Key & { requestId: string },
  winner: string,
) {
  const { client } = service;
  switch (name) {
    case "update":
      return await client.updateTournament({ ...key, patch: { description: key.requestId } });
    case "publish":
      return await client.publishTournament(key);
    case "cancel":
      return await client.cancelTournament(key);
    case "complete":
      return await client.completeTournament(key);
    case "begin":
      await beginSettlement(client, key);
      break;
    case "finish":
      await finishSettlement(client, key);
      break;
    case "abandon":
      return await client.abandonSettlement(key);
    case "record":
      await client.recordWinners({ ...key, gamerIds: [winner] });
      break;
    default:
      return name satisfies never;
  }
  return { tournament: await getTournament(client, key) };
}

const reasonOf = (error: unknown) => {
  if (error instanceof RemoteError) return error.reason;
  throw error;
};

/** What the outside sees of a tournament, beside what the model says of it. */
async function expectLikeModel(model: LifecycleModel, key: Key) {
  const isOwn = (event: { tournamentId: string }) => event.tournamentId === key.tournamentId;
  const { status, winnerGamerIds } = await getTournament(service.client, key);
  const seen = {
    status: STATUSES.word(status),
    winners: winnerGamerIds.toSorted(),
    schedules: service.fakes.settlements.schedules.filter(isOwn).length,
    refunds: service.fakes.settlements.refunds.filter(isOwn).length,
  };
  expect(seen).toEqual({
    status: model.status,
    winners: model.status === "completed" ? [...model.winners].toSorted() : [],
    schedules: model.schedules,
    refunds: model.refunds,
  });
}

test("matches its model after any sequence of calls", async () => {
  const gameId = service.newGame();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const { id: tournamentId } = await service.create(gameId);
      const [key, model] = [{ gameId, tournamentId }, new LifecycleModel()];
      /** The game's last request that was accepted, and its answer. */
      let last: { again: () => Promise<unknown>; answer: unknown } | undefined;
      for (const name of steps) {
        if (name === "an hour passes") {
          model.hours++;
          await service.shift(tournamentId, "-1 hour");
        } else if (name === "repeat") {
          if (last) expect(await last.again()).toEqual(last.answer);
        } else {
          const [request, winner] = [{ ...key, requestId: newId() }, newId()];
          const again = () => ask(name, request, winner);
          const recording = name === "record" && model.status === "settling";
          const expected = model.make(name);
          const answer = await again().catch(reasonOf);
          const status = typeof answer === "string" ? answer : statusOf(answer);
          expect(status).toBe(expected);
          if (recording) model.winners.add(winner);
          const byGame = ["update", "publish", "cancel", "complete"].includes(name);
          if (byGame && typeof answer !== "string") last = { again, answer };
        }
        await expectLikeModel(model, key);
      }
    }),
    { numRuns: 40 },
  );
});

const statusOf = ({ tournament }: { tournament?: Tournament | undefined }) =>
  tournament && STATUSES.word(tournament.status);
