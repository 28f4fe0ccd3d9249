import { wordsOf } from "@tms/kit/values/words";
import { SessionKind, type Session } from "@tms/proto/tms/identity/v1/identity";
import { isoOf } from "@tms/resources/values/times";
import type { SessionJson } from "./schemas.ts";

const KINDS = wordsOf(SessionKind);

/** A session as its person sees it. */
export function sessionJson(session: Session, currentId: string): SessionJson {
  const kind = KINDS.word(session.kind);
  if (kind === undefined) throw new Error("the identity service returned a session without a kind");
  return {
    id: session.id,
    kind,
    createdAt: isoOf(session.createTime),
    lastUsedAt: isoOf(session.lastUseTime),
    address: session.address,
    agent: session.agent,
    current: session.id === currentId,
  };
}
