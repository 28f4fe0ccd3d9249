import { Payer } from "@tms/proto/tms/game/v1/game";
import { createGame, type GameAccess } from "@tms/stack/system/demo-game";
import type { TournamentPlan, GamePlan, Intent, Plan } from "./plan.ts";
import { makePeople, type LivePeople } from "./people/fixture.ts";
import type { ChaosSystem } from "./system.ts";

/** A planned game that exists. */
export interface LiveGame {
  plan: GamePlan;
  access: GameAccess;
}

/** A planned tournament; its id is known once its creation was acknowledged. */
export interface LiveTournament {
  plan: TournamentPlan;
  game: LiveGame;
  endsAt: number;
  id: string | undefined;
  /** Turns to whether there is a tournament to publish. */
  created: PromiseWithResolvers<boolean>;
  /** Turns to whether there is a published one to play in. */
  published: PromiseWithResolvers<boolean>;
  /** The ids of the attempts that were told of so far. */
  attempts: string[];
  /** The attempts that each review names, which every repeat of it names again. */
  reviewed: Map<Intent, readonly string[]>;
}

/** The games, tournaments and people of a plan, as they come to be while it is played. */
export interface Fixture {
  games: readonly LiveGame[];
  tournaments: readonly LiveTournament[];
  people: LivePeople;
  beganAt: number;
}

/** Makes a plan's games, while all is well. */
export async function makeFixture(system: ChaosSystem, plan: Plan): Promise<Fixture> {
  const place = { urls: { game: system.urlOf("game") }, token: system.token };
  const games: LiveGame[] = [];
  for (const [index, game] of plan.games.entries()) {
    const access = await createGame(place, `Seed ${plan.seed}, game ${index}`, {
      platformFeeBps: game.platformFeeBps,
      payer: game.payer === "wallet" ? Payer.WALLET : Payer.GAME,
      currency: { code: game.exponent === 0 ? "GEMS" : "USD", exponent: game.exponent },
      ...(game.creditLimitMinor !== null && { creditLimitMinorUnits: game.creditLimitMinor }),
    });
    games.push({ plan: game, access });
  }
  const beganAt = Date.now();
  const tournaments = plan.tournaments.map((tournament, index): LiveTournament => {
    const publishes = plan.operations.some(
      ({ intent }) => intent.kind === "publish" && intent.tournament === index,
    );
    const published = Promise.withResolvers<boolean>();
    if (!publishes) published.resolve(false);
    return {
      plan: tournament,
      game: at(games, tournament.game),
      endsAt: beganAt + tournament.endsAfterMs,
      id: undefined,
      created: Promise.withResolvers<boolean>(),
      published,
      attempts: [],
      reviewed: new Map(),
    };
  });
  const guests = plan.operations.flatMap(({ intent }) =>
    intent.kind === "invite" ? [intent] : [],
  );
  return { games, tournaments, people: makePeople(system, plan.people, guests), beganAt };
}

/** The item of a list that the plan refers to. */
export function at<T>(items: readonly T[], index: number): T {
  const item = items[index];
  if (item === undefined) throw new Error(`the plan refers to number ${index}, which is missing`);
  return item;
}
