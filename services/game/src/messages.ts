import type { Tx } from "@tms/kit/database/handle";
import { required } from "@tms/kit/errors/domain-error";
import type { Change } from "@tms/kit/events/event";
import { stageEvents } from "@tms/kit/events/stage";
import type { Origin } from "@tms/kit/rpc/origin";
import { toMessage } from "@tms/kit/values/message";
import { wordsOf } from "@tms/kit/values/words";
import { ClockSchema, ClockState } from "@tms/proto/tms/game/v1/clock";
import { ApiKeySchema, GameSchema, Mode, Payer, type Game } from "@tms/proto/tms/game/v1/game";
import { InvitationSchema, MemberSchema, Role } from "@tms/proto/tms/game/v1/member";
import type { ApiKeyRow } from "./db/api-keys.ts";
import { type ReadClock, momentOf } from "./db/clocks.ts";
import { type GameRow, findEnvironments } from "./db/games.ts";
import type { InvitationRow } from "./db/invitations.ts";
import type { MemberRow, RoleWord } from "./db/members.ts";
import { SCOPE_WORDS } from "./keys.ts";

export const PAYERS = wordsOf(Payer);
export const MODES = wordsOf(Mode);
export const ROLES = wordsOf(Role);

export const gameMessage = (row: GameRow) =>
  toMessage(GameSchema, {
    ...row,
    currency: { code: row.currency, exponent: row.currencyExponent },
    creditLimitMinorUnits: row.creditLimitMinor,
    createTime: row.createdAt,
  });

export const apiKeyMessage = (row: ApiKeyRow) =>
  toMessage(ApiKeySchema, {
    ...row,
    // During an upgrade, a key can have a scope that only the next release knows.
    scopes: row.scopes.filter((scope) => SCOPE_WORDS.all.includes(scope)),
    lastUseAddress: row.lastUsedAddress,
    createTime: row.createdAt,
    expireTime: row.expiresAt,
    revokeTime: row.revokedAt,
    endTime: row.endsAt,
    lastUseTime: row.lastUsedAt,
  });

export const roleOf = (role: Role): RoleWord =>
  required(ROLES.word(role), "a validated request has no role");

export const memberMessage = (row: MemberRow) =>
  toMessage(MemberSchema, { ...row, joinTime: row.joinedAt, name: null, email: null });

export const invitationMessage = (row: InvitationRow) =>
  toMessage(InvitationSchema, { ...row, createTime: row.createdAt, expireTime: row.expiresAt });

export const clockMessage = (clock: ReadClock) =>
  toMessage(ClockSchema, {
    ...clock,
    now: new Date(Number(clock.realNow) + Number(clock.aheadMs)),
    state: clock.state === "ready" ? ClockState.READY : ClockState.ADVANCING,
    advancingTo: clock.toAt,
  });

export async function stageChange(tx: Tx, gameId: string, origin: Origin, change: Change) {
  await stageEvents(tx, [{ gameId, time: await momentOf(tx, gameId), origin, change }]);
}

/** Stages a change of members in the logs of both environments. */
export async function stageInBoth(tx: Tx, projectId: string, origin: Origin, change: Change) {
  const environments = await findEnvironments(tx, projectId);
  const { live, test } = required(environments, "the game of a change disappeared");
  for (const { id } of [live, test]) await stageChange(tx, id, origin, change);
}

export async function stageGames(
  tx: Tx,
  change: "gameCreated" | "gameUpdated",
  games: readonly Game[],
  origin: Origin,
) {
  for (const game of games)
    await stageChange(tx, game.id, origin, { case: change, value: { game } });
}
