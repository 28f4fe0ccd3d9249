import type { IntentOf } from "../../plan.ts";
import type { Behaviour } from "../behaviour.ts";
import { knowsKey, newToken, onKey, refusalsByRole, stillHolds, wronglyLetIn } from "./acting.ts";

const SCOPE = "keys:write";

export const revokeKey: Behaviour<IntentOf<"revoke-key">> = {
  ready: knowsKey,
  request(intent, fixture) {
    const { path, headers } = onKey(intent, fixture);
    return { method: "PATCH", path: `${path}/revoke`, headers, body: {} };
  },
  identity: ({ key }) => [key.id, key.state],
  checkAcknowledged: (call, aftermath) => [
    ...wronglyLetIn(call, aftermath, SCOPE),
    ...(call.outcome.kind === "acknowledged" && call.outcome.body.key.state !== "revoked"
      ? [`left a key ${call.outcome.body.key.state}`]
      : []),
  ],
  refusals: refusalsByRole(SCOPE),
  mend: [newToken],
  repeats: stillHolds(SCOPE),
};
