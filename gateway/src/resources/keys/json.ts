import type { MessageInitShape } from "@bufbuild/protobuf";
import { wordsOf } from "@tms/kit/values/words";
import {
  KeyState,
  type ApiKey,
  type IssueApiKeyRequestSchema,
  type UpdateApiKeyRequestSchema,
} from "@tms/proto/tms/game/v1/game";
import type { Static } from "typebox";
import { keyScopesOf, wordsOfScopes } from "../../auth/keys/scopes.ts";
import type { KEY_SCOPES } from "../../auth/scopes.ts";
import { isoOf, isoOrNull, timestampOf } from "../../values/times.ts";
import type { CreateKeyBody, KeyJson, UpdateKeyBody } from "./schemas.ts";

const STATES = wordsOf(KeyState);

/** A key as people see it. */
export function keyJson(key: ApiKey | undefined): KeyJson {
  if (key === undefined) throw new Error("the game service answered without the key");
  const state = STATES.word(key.state);
  if (state === undefined) throw new Error("the game service left a key's state out");
  return {
    id: key.id,
    name: key.name,
    hint: key.hint,
    scopes: wordsOfScopes(key.scopes) as (typeof KEY_SCOPES)[number][],
    ipRanges: key.ipRanges,
    state,
    createdBy: key.createdBy || null,
    createdAt: isoOf(key.createTime),
    expiresAt: isoOrNull(key.expireTime),
    lastUsedAt: isoOrNull(key.lastUseTime),
    lastUsedAddress: key.lastUseAddress || null,
    replaces: key.replaces || null,
    replacedBy: key.replacedBy || null,
    endsAt: isoOrNull(key.endTime),
  };
}

/** What a new key is to be. */
export const newKeyOf = ({
  name,
  scopes = [],
  ipRanges = [],
  expiresAt,
}: Static<typeof CreateKeyBody>): MessageInitShape<typeof IssueApiKeyRequestSchema> => ({
  name,
  scopes: keyScopesOf(scopes),
  ipRanges,
  ...(typeof expiresAt === "string" && { expireTime: timestampOf(expiresAt) }),
});

/** What is to change of a key. */
export const keyChangeOf = ({
  name,
  scopes,
  ipRanges: ranges,
  expiresAt,
}: Static<typeof UpdateKeyBody>): MessageInitShape<typeof UpdateApiKeyRequestSchema> => ({
  ...(name !== undefined && { name }),
  ...(scopes && { scopes: { scopes: keyScopesOf(scopes) } }),
  ...(ranges && { ipRanges: { ranges } }),
  ...(expiresAt !== undefined && {
    expiry: expiresAt === null ? {} : { expireTime: timestampOf(expiresAt) },
  }),
});
