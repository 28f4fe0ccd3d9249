import type { MessageInitShape } from "@bufbuild/protobuf";
import type {
  IssueApiKeyRequestSchema,
  UpdateApiKeyRequestSchema,
} from "@tms/proto/tms/game/v1/game";
import type { Static } from "typebox";
import { keyScopesOf } from "@tms/resources/rights";
import { timestampOf } from "@tms/resources/values/times";
import type { CreateKeyBody, UpdateKeyBody } from "./schemas.ts";

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
