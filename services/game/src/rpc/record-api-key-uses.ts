import { transaction } from "@tms/kit/database/transaction";
import { dateOf } from "@tms/kit/values/input";
import type { Context, Rpcs } from "../context.ts";
import { recordUses, type KeyUse } from "../db/key-uses.ts";

/** Notes when and from where keys were last used. */
export const recordApiKeyUses =
  ({ db }: Context): Rpcs["recordApiKeyUses"] =>
  async ({ uses }) => {
    const last = new Map<string, KeyUse>();
    uses.forEach(({ apiKeyId: id, useTime, address }, index) => {
      const lastUsedAt = dateOf(`uses[${index}].use_time`, useTime);
      const known = last.get(id);
      if (known === undefined || known.lastUsedAt < lastUsedAt)
        last.set(id, { id, lastUsedAt, lastUsedAddress: address });
    });
    await transaction(db, "game.record-key-uses", (tx) => recordUses(tx, [...last.values()]));
    return {};
  };
