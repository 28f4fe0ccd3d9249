import { createHash } from "node:crypto";
import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { tournamentBody, published } from "../harness/tournament.ts";
import { newGame } from "./game.ts";
import type { Api } from "../harness/api.ts";

const redisUrl = inject("redisUrl");

/** Calls that make something, whose answers a repeat must hear again; with a body and another. */
const CALLS = [
  {
    name: "a gamer is created",
    path: async () => "/gamer/create",
    bodies: () => [{ handle: "ada" }, { handle: "bob" }],
  },
  {
    name: "a tournament is created",
    path: async () => "/tournament/create",
    bodies: (api: Api) => [tournamentBody(api), tournamentBody(api, { name: "Another" })],
  },
  {
    name: "a tournament is joined",
    path: async (api: Api) => `${await published(api, { entryFee: 1 })}/join`,
    bodies: () => [{ gamer: "ada" }, { gamer: "bob" }],
  },
];

describe.skipIf(redisUrl === null)("after Redis has forgotten a request", () => {
  let redis: Redis;
  beforeAll(() => void (redis = new Redis(redisUrl ?? "")));
  afterAll(() => redis?.disconnect());

  /** As an emptied Redis would, but for the requests of other tests. */
  async function forget(api: Api, key: string): Promise<void> {
    const id = createHash("sha256").update(`${api.gameId}/${key}`).digest("base64url");
    const keys = await redis.keys(`*${id}*`);
    expect(keys).toHaveLength(1);
    await redis.del(keys);
  }

  test.for(CALLS)("by which $name, a repeat is answered as before", async ({ path, bodies }) => {
    const api = await newGame();
    const [key, to] = [newId(), await path(api)];
    const [body, other] = bodies(api);
    const options = { headers: { "idempotency-key": key } };
    const first = await api.post(to, body, options);
    expect(first.status).toBe(201);
    const replayed = await api.post(to, body, options);
    expect(replayed.headers.get("idempotency-replayed")).toBe("true");

    await forget(api, key);
    const repeated = await api.post(to, body, options);
    expect(repeated.headers.get("idempotency-replayed")).toBeNull();
    expect(repeated).toMatchObject({ status: 201, body: first.body });

    await forget(api, key);
    const changed = await api.post(to, other, options);
    expect(changed).toMatchObject({ status: 422, body: { code: "idempotency_key_reused" } });
  });
});
