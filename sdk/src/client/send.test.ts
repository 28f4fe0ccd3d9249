import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createTms, isTmsError, TmsConnectionError, TmsError } from "../index.ts";

const PROBLEM = {
  type: "https://tms.example.com/problems/tournament-full",
  title: "All seats are taken",
  status: 409,
  detail: "All seats of the tournament are taken.",
  instance: "/tournament/1/join",
  code: "tournament_full",
  requestId: "req-7",
};
const refused = (status: number, headers: Record<string, string> = {}, code = PROBLEM.code) =>
  Response.json(
    { ...PROBLEM, status, code },
    { status, headers: { "content-type": "application/problem+json", ...headers } },
  );
const JSON_TYPE = { headers: { "content-type": "application/json" } };
const joined = () =>
  Response.json(
    { message: "In", entry: { id: "e" } },
    { status: 201, headers: { "x-request-id": "req-8" } },
  );

/** Creates a client of a service that gives the answers in order. `asked` records the requests. */
function scripted(...answers: (Response | Error)[]) {
  const asked: { at: number; url: string; headers: Headers; body: unknown }[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : input.toString();
    asked.push({ at: Date.now(), url, headers: new Headers(init?.headers), body: init?.body });
    const answer = answers.shift();
    if (answer === undefined) throw new Error("asked once too often");
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const options = { baseUrl: "https://tms.example.com/", apiKey: "tms_test_1", fetch };
  return { asked, tms: createTms(options), options };
}

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Runs all pauses, and returns the outcome of a call. */
async function outcomeOf<T>(call: Promise<T>): Promise<T | Error> {
  const settled = call.catch((error: unknown) => error as Error);
  await vi.runAllTimersAsync();
  return await settled;
}

describe("a call", () => {
  test("keeps its idempotency key and body over retries, and names each attempt", async () => {
    const { asked, tms } = scripted(new Error("reset"), refused(503), joined());
    expect(await outcomeOf(tms.entries.join("t/1", "ada"))).toMatchObject({ requestId: "req-8" });
    expect(asked.map(({ url }) => url)).toEqual(
      Array(3).fill("https://tms.example.com/tournament/t%2F1/join"),
    );
    const header = (name: string) => asked.map(({ headers }) => headers.get(name));
    expect(new Set(header("idempotency-key")).size).toBe(1);
    expect(header("idempotency-key")[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(header("x-request-id")).size).toBe(3);
    expect(header("user-agent")[0]).toMatch(/^tms-sdk\/\d/);
    expect(new Set(header("x-api-key"))).toEqual(new Set(["tms_test_1"]));
    expect(asked.map(({ body }) => body)).toEqual(Array(3).fill('{"gamer":"ada"}'));
  });

  test("without a body has none", async () => {
    const { asked, tms } = scripted(Response.json({ message: "Done", tournament: {} }));
    await tms.tournaments.publish("1");
    expect(asked.map(({ body, headers }) => [body, headers.has("content-type")])).toEqual([
      [null, false],
    ]);
  });

  test("has an idempotency key of its own, unless it is given one", async () => {
    const { asked, tms } = scripted(joined(), joined(), joined());
    await tms.entries.join("1", "ada");
    await tms.entries.join("1", "ada");
    await tms.entries.join("1", "ada", { idempotencyKey: "mine" });
    const [one, other, given] = asked.map(({ headers }) => headers.get("idempotency-key"));
    expect(one).not.toBe(other);
    expect(given).toBe("mine");
  });

  test.for([408, 425, 429, 500, 502, 503, 504])("is attempted four times at %i", async (status) => {
    const { asked, tms } = scripted(...Array.from({ length: 4 }, () => refused(status)));
    expect(await outcomeOf(tms.account.get())).toMatchObject({ name: "TmsError", status });
    const pauses = asked.slice(1).map(({ at }, index) => at - (asked[index]?.at ?? 0));
    expect(pauses).toHaveLength(3);
    pauses.forEach((ms, index) => {
      expect(ms).toBeGreaterThanOrEqual(250 * 2 ** index);
      expect(ms).toBeLessThanOrEqual(375 * 2 ** index + 1);
    });
  });

  test.for([400, 401, 403, 404, 409, 410, 413, 422, 431, 501])(
    "is attempted once at %i",
    async (status) => {
      const { asked, tms } = scripted(refused(status));
      expect(await outcomeOf(tms.account.get())).toMatchObject({ status });
      expect(asked).toHaveLength(1);
    },
  );

  test("waits a minute for an earlier attempt under its key, and then names the key", async () => {
    const inFlight = () => refused(409, { "retry-after": "1" }, "request_in_flight");
    const { asked, tms } = scripted(new Error("reset"), ...Array.from({ length: 60 }, inFlight));
    const error = await outcomeOf(tms.wallets.deposit("ada", 1));
    const key = asked[0]?.headers.get("idempotency-key");
    expect(error).toMatchObject({ code: "request_in_flight", idempotencyKey: key });
    expect(new Set(asked.map(({ headers }) => headers.get("idempotency-key")))).toEqual(
      new Set([key]),
    );
    expect(asked.at(-1)?.at).toBeGreaterThan(55_000);
    expect(asked.at(-1)?.at).toBeLessThan(62_000);
    const once = scripted(inFlight());
    await outcomeOf(createTms({ ...once.options, retries: 0 }).wallets.deposit("ada", 1));
    expect(once.asked).toHaveLength(1);
  });

  test("waits as long as it is asked to, up to 30 seconds", async () => {
    const inSeconds = scripted(refused(429, { "retry-after": "30" }), joined());
    await outcomeOf(inSeconds.tms.entries.join("1", "ada"));
    expect(inSeconds.asked[1]?.at).toBeGreaterThanOrEqual(30_000);

    vi.setSystemTime(0);
    const moment = new Date(20_000).toUTCString();
    const atMoment = scripted(refused(503, { "retry-after": moment }), joined());
    await outcomeOf(atMoment.tms.entries.join("1", "ada"));
    expect(atMoment.asked[1]?.at).toBeGreaterThanOrEqual(20_000);

    const tooLong = scripted(refused(429, { "retry-after": "31" }));
    const error = await outcomeOf(tooLong.tms.entries.join("1", "ada"));
    expect(error).toMatchObject({ status: 429, retryAfterMs: 31_000 });
  });

  test("ends with what a refusal says", async () => {
    const error = await outcomeOf(scripted(refused(409)).tms.entries.join("1", "ada"));
    expect(error).toBeInstanceOf(TmsError);
    expect(error).toMatchObject({
      message: PROBLEM.detail,
      code: "tournament_full",
      status: 409,
      requestId: "req-7",
      problem: PROBLEM,
    });
    expect(isTmsError(error)).toBe(true);
    expect(isTmsError(error, "gamer_not_found", "tournament_full")).toBe(true);
    expect(isTmsError(error, "gamer_not_found")).toBe(false);
    expect(isTmsError(new Error("tournament_full"))).toBe(false);
  });

  test("without any answer ends with the key under which it can be repeated", async () => {
    const { asked, tms } = scripted(...Array.from({ length: 4 }, () => new Error("no route")));
    const error = await outcomeOf(tms.wallets.deposit("ada", 1));
    expect(error).toBeInstanceOf(TmsConnectionError);
    expect(error).toMatchObject({
      message: "No response from https://tms.example.com: no route",
      idempotencyKey: asked[0]?.headers.get("idempotency-key"),
      requestId: asked[3]?.headers.get("x-request-id"),
    });
    expect(isTmsError(error)).toBe(false);
  });

  test.for([
    ["a page", () => new Response("<html>", { headers: { "content-type": "text/html" } })],
    ["JSON that is none", () => new Response("{", JSON_TYPE)],
    ["too much", () => new Response(`"${"x".repeat(65 * 2 ** 20)}"`, JSON_TYPE)],
    ["nothing", () => new Response(null, { status: 204 })],
    ["a redirect", () => new Response(null, { status: 302, headers: { location: "/else" } })],
    ["another service's refusal", () => Response.json({ error: "no" }, { status: 403 })],
  ] as const)("is no success when it is answered with %s", async ([, answer]) => {
    const { asked, tms } = scripted(answer());
    const error = await outcomeOf(tms.account.get());
    expect(isTmsError(error, "unexpected_answer")).toBe(true);
    expect((error as TmsError).requestId).toBe(asked[0]?.headers.get("x-request-id"));
    expect(asked).toHaveLength(1);
  });

  test("reads a response without a stream", async () => {
    const { tms } = scripted(Object.defineProperty(joined(), "body", { value: undefined }));
    expect(await tms.entries.join("1", "ada")).toMatchObject({ entry: { id: "e" } });
  });

  test("can be given up, between attempts too", async () => {
    const { asked, tms } = scripted(refused(429, { "retry-after": "20" }));
    const caller = new AbortController();
    const call = tms.account.get({ signal: caller.signal }).catch((error: unknown) => error);
    // The only timer is the pause of 20 seconds before the next attempt.
    await vi.advanceTimersByTimeAsync(1_000);
    expect(vi.getTimerCount()).toBeGreaterThan(0);
    caller.abort(new Error("enough"));
    expect(await call).toMatchObject({ message: "enough" });
    expect([asked.length, Date.now()]).toEqual([1, 1_000]);
  });

  test("waits while as many requests are under way as may be, and can be given up then", async () => {
    const answers: (() => void)[] = [];
    const tms = createTms({
      baseUrl: "https://tms.example.com",
      apiKey: "tms_test_1",
      concurrency: 2,
      fetch: () =>
        new Promise((resolve) => answers.push(() => resolve(Response.json({ account: {} })))),
    });
    const caller = new AbortController();
    const [first, second, third, fourth] = [
      tms.account.get(),
      tms.account.get(),
      tms.account.get({ signal: caller.signal }),
      tms.account.get(),
    ];
    await vi.advanceTimersByTimeAsync(0);
    expect(answers).toHaveLength(2);
    caller.abort("enough");
    await expect(third).rejects.toBe("enough");
    answers[0]?.();
    await first;
    await vi.advanceTimersByTimeAsync(0);
    expect(answers).toHaveLength(3);
    answers.forEach((answer) => answer());
    await Promise.all([second, fourth]);
  });

  test("asks for a token in each attempt, and acts in the game that the client names", async () => {
    const asked: Headers[] = [];
    const answers = [refused(503), Response.json({ account: {} })];
    let tokens = 0;
    const tms = createTms({
      baseUrl: "https://tms.example.com",
      accessToken: async () => `token-${++tokens}`,
      gameId: "game-1",
      fetch: async (_, init) => {
        asked.push(new Headers(init?.headers));
        return answers.shift() ?? Response.error();
      },
    });
    await outcomeOf(tms.account.get());
    expect(asked.map((headers) => headers.get("authorization"))).toEqual([
      "Bearer token-1",
      "Bearer token-2",
    ]);
    expect(asked.map((headers) => headers.get("x-game-id"))).toEqual(["game-1", "game-1"]);
  });
});

describe("a list", () => {
  const page = (ids: string[], nextCursor: string | null) =>
    Response.json({ gamers: ids.map((id) => ({ id })), nextCursor });

  test("reads page after page, and no more than is asked for", async () => {
    const { asked, tms } = scripted(page(["1", "2"], "c/1"), page([], "c2"), page(["3"], null));
    const ids: string[] = [];
    for await (const { id } of tms.gamers.list({ handle: "a b", limit: 2 })) ids.push(id);
    expect(ids).toEqual(["1", "2", "3"]);
    expect(asked.map(({ url }) => new URL(url).search)).toEqual([
      "?handle=a%20b&limit=2",
      "?handle=a%20b&limit=2&cursor=c%2F1",
      "?handle=a%20b&limit=2&cursor=c2",
    ]);
    const first = scripted(page(["1"], "c1"));
    for await (const { id } of first.tms.gamers.list()) {
      expect(id).toBe("1");
      break;
    }
    expect(first.asked).toHaveLength(1);
  });

  test("gives one page by its cursor", async () => {
    const { asked, tms } = scripted(page(["1"], null));
    const { gamers, nextCursor } = await tms.gamers.list().page({ cursor: "c9", limit: 7 });
    expect([gamers.map(({ id }) => id), nextCursor]).toEqual([["1"], null]);
    expect(new URL(asked[0]?.url ?? "").search).toBe("?cursor=c9&limit=7");
  });

  test("ends where a page would be read for ever", async () => {
    const { tms } = scripted(page(["1"], "c1"), page(["1"], "c1"));
    const all = Array.fromAsync(tms.gamers.list());
    await expect(all).rejects.toThrow("does not end");
  });
});
