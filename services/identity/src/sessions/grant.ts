import { create } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { DomainError } from "@tms/kit/errors/domain-error";
import type { Keyring } from "@tms/kit/values/keyring";
import { SignedInSchema, type SignedIn } from "@tms/proto/tms/identity/v1/identity";
import { findAccount, type AccountRow } from "../db/accounts.ts";
import { findSession, type SessionRow } from "../db/sessions.ts";
import { sessionMessage, userMessage } from "../messages.ts";
import { issueAccessToken, type AccessToken, type Issuer } from "../tokens.ts";
import type { Opened } from "./open.ts";
import { refreshToken } from "./refresh-token.ts";

/** The dependencies for making tokens. */
export interface Granter extends Issuer {
  sessionKeys: Keyring;
}

const FIRST_GENERATION = 1;

export const signedIn = ({ account, session }: Opened): SignedIn =>
  create(SignedInSchema, { user: userMessage(account), session: sessionMessage(session) });

/** Returns a session with its tokens of this generation. */
export function withTokens(
  { sessionKeys }: Pick<Granter, "sessionKeys">,
  { account, session }: { account: AccountRow; session: SessionRow },
  { token, expiresAt }: AccessToken,
): SignedIn {
  return create(SignedInSchema, {
    ...signedIn({ account, session }),
    accessToken: token,
    expireTime: timestampFromDate(expiresAt),
    refreshToken: refreshToken(sessionKeys, session, session.generation),
  });
}

/**
 * Adds the first tokens to a stored response. A repeat gets the same refresh token until it is used. After
 * that the response has arrived, and the repeat gets none.
 */
export async function grantFirst(granter: Granter, sessionId: string): Promise<SignedIn> {
  const session = await findSession(granter.db, sessionId);
  if (session === undefined || !session.live || session.generation !== FIRST_GENERATION)
    throw new DomainError("SESSION_ENDED");
  const account = await findAccount(granter.db, session.userId);
  if (account === undefined) throw new DomainError("SESSION_ENDED");
  return withTokens(granter, { account, session }, await issueAccessToken(granter, session));
}

/** Adds the first tokens to a stored response with a session; see {@link grantFirst}. */
export const grantStored = async (
  granter: Granter,
  { signedIn: stored }: { signedIn?: SignedIn | undefined },
) => ({ signedIn: await grantFirst(granter, stored?.session?.id ?? "") });
