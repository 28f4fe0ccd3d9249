import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectTo } from "@tms/kit/rpc/client";
import { newId } from "@tms/kit/values/ids";
import { IdentityService } from "@tms/proto/tms/identity/v1/identity";
import { until } from "@tms/stack/until";
import { bearer, callAs, newPerson } from "../harness/people.ts";
import { startAttackedSystem } from "./attacked-system.ts";
import { runCampaign } from "./campaign.ts";
import { readOperations } from "./operations.ts";
import { restRequests } from "./rest-requests.ts";
import { keepSignedIn } from "./signed-in.ts";

let attacked: Awaited<ReturnType<typeof startAttackedSystem>>;
beforeAll(async () => void (attacked = await startAttackedSystem()));
afterAll(() => attacked?.system.stop());

test("attacked from all sides, the system refuses what is wrong and serves everybody else", async () => {
  const { system, watch } = attacked;
  const { findings, tried } = await runCampaign(system, watch, {
    seed: 20_260_501,
    durationMs: 12_000,
  });
  expect(findings).toEqual([]);
  for (const attack of ["REST", "raw HTTP", "RPC", "HTTP/2"])
    expect(tried[attack]).toBeGreaterThan(0);
});

test("an attack by a person goes on when the token is refused", async () => {
  const { gatewayUrl, urls, token } = attacked.system;
  const person = await newPerson(gatewayUrl);
  const kept = keepSignedIn(gatewayUrl, person, 0);
  const isRefused = async (accessToken: string) =>
    (await callAs(gatewayUrl, ["GET", "/user"], undefined, bearer({ accessToken }))).status === 401;

  await kept.renew();
  expect(kept.token()).toBe(person.accessToken);
  // Ends every token there is, as its time would.
  const identity = connectTo(IdentityService, urls.identity, token);
  await identity.rotateSigningKey({ requestId: newId() });
  await until(() => isRefused(person.accessToken), {
    timeoutMs: 60_000,
    what: "the end of a token",
  });

  await kept.renew();
  expect(kept.token()).not.toBe(person.accessToken);
  expect(await isRefused(kept.token())).toBe(false);
});

const SAMPLE = 5_000;

test("every documented operation is attacked with each credential that it takes", async () => {
  const operations = await readOperations(attacked.system.gatewayUrl);
  const requests = fc.sample(restRequests(operations), { seed: 1, numRuns: SAMPLE });
  const sentWith = (credential: string) =>
    new Set(
      requests
        .filter(({ headers }) => headers.some(([, value]) => value.includes(credential)))
        .map(({ operation }) => operation),
    );
  const [withKey, withToken] = [sentWith("{{key.0}}"), sentWith("{{personToken.0}}")];
  expect(operations.filter(({ takes, id }) => takes.key && !withKey.has(id))).toEqual([]);
  expect(operations.filter(({ takes, id }) => takes.token && !withToken.has(id))).toEqual([]);
  expect(operations.filter(({ takes }) => takes.key && takes.token)).not.toEqual([]);
  expect(operations.filter(({ takes }) => !takes.key && takes.token)).not.toEqual([]);
});
