import { create } from "@bufbuild/protobuf";
import { timestampFromDate, timestampFromMs } from "@bufbuild/protobuf/wkt";
import { wordsOf } from "@tms/kit/values/words";
import { type Clock, ClockSchema, ClockState } from "@tms/proto/tms/game/v1/clock";
import {
  type ApiKey,
  ApiKeySchema,
  type Game,
  GameSchema,
  KeyState,
  Mode,
  Payer,
} from "@tms/proto/tms/game/v1/game";
import {
  type Invitation,
  InvitationSchema,
  type Member,
  MemberSchema,
  Role,
} from "@tms/proto/tms/game/v1/member";
import type { ApiKeyRow } from "./db/api-keys.ts";
import type { ReadClock } from "./db/clocks.ts";
import type { GameRow } from "./db/games.ts";
import type { InvitationRow } from "./db/invitations.ts";
import type { MemberRow, RoleWord } from "./db/members.ts";
import { SCOPES } from "./keys/issuing.ts";

export const PAYERS = wordsOf(Payer);
export const MODES = wordsOf(Mode);

export const ROLES = wordsOf(Role);

const STATES = wordsOf(KeyState);

export function gameMessage(row: GameRow): Game {
  return create(GameSchema, {
    id: row.id,
    projectId: row.projectId,
    mode: MODES.value(row.mode),
    siblingId: row.siblingId,
    name: row.name,
    currency: { code: row.currency, exponent: row.currencyExponent },
    payer: PAYERS.value(row.payer),
    ...(row.creditLimitMinor !== null && { creditLimitMinorUnits: row.creditLimitMinor }),
    platformFeeBps: row.platformFeeBps,
    createTime: timestampFromDate(row.createdAt),
  });
}

export function apiKeyMessage(row: ApiKeyRow): ApiKey {
  return create(ApiKeySchema, {
    id: row.id,
    gameId: row.gameId,
    mode: MODES.value(row.mode),
    name: row.name,
    hint: row.hint,
    scopes: row.scopes.map((scope) => SCOPES.value(scope)),
    ipRanges: row.ipRanges,
    state: STATES.value(row.state),
    createdBy: row.createdBy ?? "",
    replaces: row.replaces ?? "",
    replacedBy: row.replacedBy ?? "",
    lastUseAddress: row.lastUsedAddress ?? "",
    createTime: timestampFromDate(row.createdAt),
    ...(row.expiresAt !== null && { expireTime: timestampFromDate(row.expiresAt) }),
    ...(row.revokedAt !== null && { revokeTime: timestampFromDate(row.revokedAt) }),
    ...(row.endsAt !== null && { endTime: timestampFromDate(row.endsAt) }),
    ...(row.lastUsedAt !== null && { lastUseTime: timestampFromDate(row.lastUsedAt) }),
  });
}

/** Returns the word for the role in a valid request. */
export function roleOf(role: Role): RoleWord {
  const word = ROLES.word(role);
  if (word === undefined) throw new Error("a validated request has no role");
  return word;
}

/** Returns a member without name and address. */
export const memberMessage = ({ projectId, userId, role, joinedAt }: MemberRow): Member =>
  create(MemberSchema, {
    projectId,
    userId,
    role: ROLES.value(role),
    joinTime: timestampFromDate(joinedAt),
  });

export const invitationMessage = (row: InvitationRow): Invitation =>
  create(InvitationSchema, {
    id: row.id,
    projectId: row.projectId,
    email: row.email,
    role: ROLES.value(row.role),
    invitedBy: row.invitedBy ?? "",
    createTime: timestampFromDate(row.createdAt),
    expireTime: timestampFromDate(row.expiresAt),
  });

export const clockMessage = ({ gameId, aheadMs, state, toAt, realNow }: ReadClock): Clock =>
  create(ClockSchema, {
    gameId,
    now: timestampFromMs(Number(realNow) + Number(aheadMs)),
    aheadMs,
    state: state === "ready" ? ClockState.READY : ClockState.ADVANCING,
    ...(toAt !== null && { advancingTo: timestampFromDate(toAt) }),
  });
