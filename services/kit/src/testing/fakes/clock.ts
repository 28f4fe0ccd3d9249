import { setTimeout as delay } from "node:timers/promises";
import { create } from "@bufbuild/protobuf";
import { timestampDate, timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { ConnectRouter } from "@connectrpc/connect";
import { ClockSchema, ClockService, ClockState } from "@tms/proto/tms/game/v1/clock";
import { Mode, type Game } from "@tms/proto/tms/game/v1/game";
import { clockLive } from "../../database/game-time.ts";
import { DomainError } from "../../errors/domain-error.ts";
import { registerFake } from "../fake.ts";

const TWO_YEARS_MS = 2 * 365 * 86_400_000;

/** Clocks of environments, in memory. An advance is finished when somebody waits for it. */
export class FakeClocks {
  readonly #environments: ReadonlyMap<string, Game>;
  readonly #aheadMs = new Map<string, number>();
  readonly #advancingTo = new Map<string, number>();
  /** Nothing that falls due is settled. */
  stuck = false;

  constructor(environments: ReadonlyMap<string, Game>) {
    this.#environments = environments;
  }

  readonly routes = (router: ConnectRouter): void =>
    registerFake(router, ClockService, {
      batchGetClocks: ({ gameIds }) => ({
        clocks: gameIds.filter((id) => this.#environments.has(id)).map((id) => this.#clock(id)),
      }),
      advanceClock: ({ gameId, target }) => {
        const game = this.#environments.get(gameId);
        if (game === undefined) throw new DomainError("GAME_NOT_FOUND", "There is no such game.");
        if (game.mode !== Mode.TEST) throw clockLive();
        const now = this.#now(gameId);
        const to =
          target.case === "toTime"
            ? Number(timestampDate(target.value))
            : now + Number(target.value ?? 0n) * 1_000;
        if (to <= now) throw new DomainError("CLOCK_BACKWARDS", "The clock shows more already.");
        if (to > Date.now() + TWO_YEARS_MS)
          throw new DomainError("CLOCK_TOO_FAR", "The clock cannot go that far.");
        this.#advancingTo.set(gameId, Math.max(to, this.#advancingTo.get(gameId) ?? 0));
        return { clock: this.#clock(gameId) };
      },
      awaitClock: async ({ gameId, waitMs }) => {
        const to = this.#advancingTo.get(gameId);
        if (to !== undefined) this.#aheadMs.set(gameId, to - Date.now());
        if (!this.stuck) this.#advancingTo.delete(gameId);
        else await delay(waitMs);
        return { clock: this.#clock(gameId) };
      },
    });

  #now(gameId: string): number {
    return Date.now() + (this.#aheadMs.get(gameId) ?? 0);
  }

  #clock(gameId: string) {
    const to = this.#advancingTo.get(gameId);
    return create(ClockSchema, {
      gameId,
      now: timestampFromMs(this.#now(gameId)),
      aheadMs: BigInt(this.#aheadMs.get(gameId) ?? 0),
      state: to === undefined ? ClockState.READY : ClockState.ADVANCING,
      ...(to !== undefined && { advancingTo: timestampFromMs(to) }),
    });
  }
}
