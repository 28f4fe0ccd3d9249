import { transaction } from "@tms/kit/database/transaction";
import { DomainError, found } from "@tms/kit/errors/domain-error";
import { traced } from "@tms/kit/process/fault-points";
import type { SignedIn } from "@tms/proto/tms/identity/v1/identity";
import { findAccount, lockAccount } from "../db/accounts.ts";
import {
  advanceSession,
  endSession,
  findSession,
  type FoundSession,
  type SessionRow,
} from "../db/sessions.ts";
import { stageMail } from "../mail/stage.ts";
import { reusedSessionMail } from "../mail/texts.ts";
import { issueAccessToken } from "../tokens.ts";
import {
  isGenuine,
  parseRefreshToken,
  withTokens,
  type Granter,
  type RefreshClaim,
} from "./grant.ts";
import { endDoubtful, sourceOf, type Source } from "./open.ts";

/**
 * Exchanges a refresh token for its successor. The previous token gets the same successor for ten seconds,
 * because two tabs can use it at once, or a response can be lost. Any other use of an old token means that
 * the token was copied, so it ends the session.
 */
export async function refresh(granter: Granter, token: string, source: Source): Promise<SignedIn> {
  const claim = parseRefreshToken(token);
  const session = claim && (await findGenuine(granter, claim));
  if (claim === undefined || session === undefined || !session.live)
    throw new DomainError("SESSION_ENDED");
  const account = found(await findAccount(granter.db, session.userId), "SESSION_ENDED");
  // The access token is issued before the session advances, so that no step after the advance can fail.
  const access = await issueAccessToken(granter, session);
  const next = await successor(granter, claim, session, source);
  if (next !== undefined) return withTokens(granter, { account, session: next }, access);
  throw new DomainError("SESSION_ENDED");
}

/** Ends the session of a refresh token of any generation. */
export async function signOut(granter: Granter, token: string): Promise<void> {
  const claim = parseRefreshToken(token);
  const session = claim && (await findGenuine(granter, claim));
  if (session === undefined) return;
  await traced("identity.end-session", () => endSession(granter.db, session.id, "signed_out"));
}

/** Finds the session of a token. Returns undefined for a forged token. */
async function findGenuine({ db, sessionKeys }: Granter, claim: RefreshClaim) {
  const session = await findSession(db, claim.sessionId);
  return session && isGenuine(sessionKeys, claim, session.salt) ? session : undefined;
}

/**
 * Returns the session in the generation after the claimed one. Returns undefined if the caller cannot have
 * this generation.
 */
async function successor(
  granter: Granter,
  claim: RefreshClaim,
  session: FoundSession,
  source: Source,
): Promise<SessionRow | undefined> {
  const { db } = granter;
  if (claim.generation === session.generation) {
    const advanced = await traced("identity.refresh-session", () =>
      advanceSession(db, session, sourceOf(source)),
    );
    if (advanced !== undefined) return advanced;
  }
  // Another request used the token first.
  const now = await findSession(db, session.id);
  if (now === undefined || !now.live) return undefined;
  if (now.generation === claim.generation + 1 && now.fresh) return now;
  // Only an older generation proves a theft. A later generation is from before the database was restored from
  // a backup.
  if (claim.generation < now.generation) await endForReuse(granter, now);
  return undefined;
}

async function endForReuse({ db, publicUrl, secretsKeys }: Granter, session: SessionRow) {
  await transaction(db, "identity.end-session", async (tx) => {
    await lockAccount(tx, session.userId);
    const ended = await endDoubtful(tx, session, "reused");
    const account = ended && (await findAccount(tx, ended.userId));
    // Another request ended the session and mailed the person.
    if (ended?.endedAt == null || account === undefined) return;
    const text = reusedSessionMail(publicUrl, ended.endedAt, ended.address);
    await stageMail(tx, secretsKeys, { to: account.email, kind: "warning", text });
  });
}
