import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectTo } from "@tms/kit/rpc/client";
import { newId } from "@tms/kit/values/ids";
import { Role } from "@tms/proto/tms/game/v1/member";
import { IdentityService } from "@tms/proto/tms/identity/v1/identity";
import { until } from "@tms/stack/until";
import { gameIn } from "../harness/game.ts";
import { losableService, WAYS } from "../harness/losable.ts";
import { bearer, joinTeam, newPerson, TRUSTING } from "../harness/people.ts";
import { startTestSystem, type TestSystem } from "../harness/system.ts";
import { RECOVERY_MS } from "./attempt.ts";
import { requireProblem } from "./problem.ts";

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem({ env: TRUSTING });
});
afterAll(() => system?.stop());

/** A game, its backend, and its owner, about both of whom the gateway has asked just now. */
async function gameWithOwner() {
  const { gatewayUrl, urls, token } = system;
  const api = await gameIn(system);
  // Whatever the gateway knows of keys from before, it knows none that signed this token.
  const identity = connectTo(IdentityService, urls.identity, token);
  await identity.rotateSigningKey({ requestId: newId() });
  const person = await newPerson(gatewayUrl);
  await joinTeam(system, api.gameId, { userId: person.id, role: Role.OWNER });
  const auth = { ...bearer(person), "x-game-id": api.gameId };
  const read = () => api.get("/tournament", { auth });
  const works = async () => (await read()).status === 200;
  await until(works, { timeoutMs: RECOVERY_MS, what: "a new token being accepted" });
  expect((await api.get("/wallet/ada")).status).toBe(404);
  return { api, read, works };
}

describe.each(["identity", "game"] as const)(
  "a token in use while the %s service is away",
  (name) => {
    test.each(WAYS)(
      "is accepted for a while, then refused, and accepted again afterwards (%s)",
      async (way) => {
        const service = losableService(system, name);
        const { api, read, works } = await gameWithOwner();
        await service.lose(way);
        try {
          expect((await read()).status).toBe(200);
          const refusal = await until(
            async () => {
              const answer = await read();
              return answer.status === 200 ? null : answer;
            },
            { timeoutMs: RECOVERY_MS, what: "the refusal of a token that no service confirms" },
          );
          requireProblem(refusal);
          expect(refusal.status).toBe(503);
          // The backend goes on with its key as if nothing had happened.
          const deposit = await api.post("/wallet/ada/deposit", { amount: 1 });
          expect(deposit.status).toBe(201);
        } finally {
          await service.bringBack();
        }
        await until(works, { timeoutMs: RECOVERY_MS, what: "the token working again" });
      },
    );
  },
);
