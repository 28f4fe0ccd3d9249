import type { Tms } from "../../tms.ts";
import type { Connection } from "../connection.ts";
import type { Scene, Step, StepsByType } from "./scene.ts";

const HOUR_MS = 3_600_000;
const FEE = 2.5;

const create =
  ({ entryFee = 0, startsInMs = 0, scored = false } = {}): Step =>
  async (scene) => {
    const { connection, run, tms } = scene;
    // The environment's clock may be far ahead, and is what a tournament goes by.
    const now = Date.parse((await tms.clock.get()).clock.now);
    const { tournament } = await tms.tournaments.create({
      name: `Triggered ${run}`,
      description: "Created by tms trigger",
      startTime: new Date(now + startsInMs).toISOString(),
      endTime: new Date(now + startsInMs + HOUR_MS).toISOString(),
      entryFee,
      game: await environmentOf(connection),
      ...(scored && { scoring: {} }),
    });
    scene.tournamentId = tournament.id;
  };
const onTournament =
  (act: (tms: Tms, id: string, scene: Scene) => Promise<unknown>): Step =>
  async (scene) => {
    if (scene.tournamentId === undefined) throw new Error("no step created a tournament");
    await act(scene.tms, scene.tournamentId, scene);
  };
const gamerOf = ({ run }: Scene, number: number): string => `triggered-${run}-${number}`;

const update = onTournament((tms, id, { run }) =>
  tms.tournaments.update(id, { name: `Triggered again ${run}` }),
);
const publish = onTournament((tms, id) => tms.tournaments.publish(id));
const cancel = onTournament((tms, id) => tms.tournaments.cancel(id));
const complete = onTournament((tms, id) => tms.tournaments.complete(id));
const join = onTournament((tms, id, scene) => tms.entries.join(id, gamerOf(scene, 1)));
const eliminate = onTournament(async (tms, id, scene) => {
  await tms.entries.join(id, gamerOf(scene, 2));
  await tms.entries.eliminate(id, gamerOf(scene, 2));
});
const disqualify = onTournament((tms, id, scene) =>
  tms.entries.disqualify(id, gamerOf(scene, 1), "Triggered"),
);
const reinstate = onTournament((tms, id, scene) =>
  tms.entries.reinstate(id, gamerOf(scene, 1), "Triggered"),
);
const score = (given: { hold?: true } = {}): Step =>
  onTournament((tms, id, scene) =>
    tms.scores.submit(id, { gamer: gamerOf(scene, 1), score: 100, ...given }),
  );
const review = onTournament(async (tms, id) => {
  const { scores } = await tms.scores.list(id, { state: "held" }).page();
  const ids = scores.map((held) => held.id);
  await tms.scores.review(id, ids, { decision: "accept", reason: "Triggered" });
});
const deposit: Step = (scene) => scene.tms.wallets.deposit(gamerOf(scene, 1), FEE);
const withdraw: Step = (scene) => scene.tms.wallets.withdraw(gamerOf(scene, 1), FEE);
const settle: readonly Step[] = [create({ entryFee: FEE }), publish, deposit, join, complete];

/** What tells of tournaments, of those who play in them and of their money. */
export const TOURNAMENT_STEPS: StepsByType = {
  "tournament.created": [create()],
  // One that has started is not changed any more.
  "tournament.updated": [create({ startsInMs: HOUR_MS }), update],
  "tournament.published": [create(), publish],
  "tournament.settling": [create(), publish, complete],
  "tournament.completed": settle,
  "tournament.cancelled": [create(), publish, cancel],
  "entry.joined": [create(), publish, join],
  "entry.eliminated": [create(), publish, join, eliminate],
  "entry.disqualified": [create(), publish, join, disqualify],
  "entry.reinstated": [create(), publish, join, disqualify, reinstate],
  "score.recorded": [create({ scored: true }), publish, join, score()],
  "score.held": [create({ scored: true }), publish, join, score({ hold: true })],
  "score.reviewed": [create({ scored: true }), publish, join, score({ hold: true }), review],
  "ranking.frozen": settle,
  "settlement.planned": settle,
  "payout.paid": settle,
  "refund.paid": [create({ entryFee: FEE }), publish, deposit, join, cancel],
  "settlement.done": settle,
  "wallet.deposited": [deposit],
  "wallet.withdrawn": [deposit, withdraw],
};

/** A key acts in one environment, but only the service knows which. */
async function environmentOf({ tms, gameId }: Connection): Promise<string> {
  return gameId ?? (await tms.account.get()).account.game;
}
