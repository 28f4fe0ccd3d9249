import { acknowledged, type Call, type History } from "../history.ts";
import type { LiveGame } from "../fixture.ts";
import { joinedOf } from "./joins.ts";

/** Money that came into an account, or left it when negative, at some moment in between. */
export interface Move {
  account: string;
  amount: bigint;
  earliest: number;
  latest: number;
  /** The call that made it; none for what settlement did by itself. */
  call: Call | null;
  /** Whose join it paid, of the many that a call may be. */
  joined?: string;
}

/** Names accounts, games by their place in the plan. */
export const walletOf = (game: number, handle: string) => `${game}/wallet/${handle}`;
export const gameAccountOf = (game: number) => `${game}/game`;
export const platformOf = (game: number) => `${game}/platform`;

/** The account that pays a gamer's fees. */
export const payerOf = ({ plan }: LiveGame, game: number, handle: string): string =>
  plan.payer === "wallet" ? walletOf(game, handle) : gameAccountOf(game);

/** The money that acknowledged calls moved. */
export function movesOfCalls(history: History): Move[] {
  const { tournaments } = history.fixture;
  const move = (call: Call, account: string, amount: bigint): Move => ({
    account,
    amount,
    earliest: call.startedAt,
    latest: call.endedAt,
    call,
  });
  return [
    ...acknowledged(history, "deposit").map((call) =>
      move(call, walletOf(call.intent.game, call.intent.handle), call.intent.amountMinor),
    ),
    ...acknowledged(history, "withdraw").map((call) =>
      move(call, walletOf(call.intent.game, call.intent.handle), -call.intent.amountMinor),
    ),
    ...tournaments.flatMap(({ plan, game }, tournament) =>
      joinedOf(history, tournament).map(({ call, handle }) => ({
        ...move(call, payerOf(game, plan.game, handle), -plan.feeMinor),
        joined: handle,
      })),
    ),
  ];
}

/** An account's balance when everything has come to rest. */
export const balanceOf = (moves: readonly Move[], account: string): bigint =>
  sum(moves.filter((move) => move.account === account));

/**
 * The least and the most an account may have held while a call was under way, the call itself
 * aside, or of many joins that of one gamer: what may have happened by then counts for the one bound,
 * what must have for the other.
 */
export function rangeDuring(moves: readonly Move[], account: string, call: Call, joined?: string) {
  const others = moves.filter(
    (move) => move.account === account && !(move.call === call && move.joined === joined),
  );
  const surely = others.filter((move) => move.latest < call.startedAt);
  const maybe = others.filter(
    (move) => move.latest >= call.startedAt && move.earliest <= call.endedAt,
  );
  return {
    least: sum(surely) + sum(maybe.filter(({ amount }) => amount < 0n)),
    most: sum(surely) + sum(maybe.filter(({ amount }) => amount > 0n)),
  };
}

const sum = (moves: readonly Move[]) => moves.reduce((total, { amount }) => total + amount, 0n);
