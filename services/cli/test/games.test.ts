import type { ConnectRouter } from "@connectrpc/connect";
import { DomainError } from "@tms/kit/errors/domain-error";
import { registerFake } from "@tms/kit/testing/fake";
import { serveForTest, type TestService } from "@tms/kit/testing/serve";
import { newId } from "@tms/kit/values/ids";
import { ClockService, ClockState, type AdvanceClockRequest } from "@tms/proto/tms/game/v1/clock";
import {
  GameService,
  KeyScope,
  Mode,
  Payer,
  type CreateGameRequest,
  type IssueApiKeyRequest,
} from "@tms/proto/tms/game/v1/game";
import { MemberService, Role, type IssueInvitationRequest } from "@tms/proto/tms/game/v1/member";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { runTms } from "./run-tms.ts";

const PROJECT = newId();
const TEST_GAME = newId();
const created: CreateGameRequest[] = [];
const issued: IssueApiKeyRequest[] = [];
const invited: IssueInvitationRequest[] = [];
const rolled: [string, number | undefined][] = [];
const advanced: AdvanceClockRequest[] = [];
let service: TestService;

beforeAll(async () => {
  service = await serveForTest(() => ({
    services: [GameService, MemberService, ClockService],
    routes,
    ready: async () => true,
  }));
});
afterAll(() => service.close());

/** Games and keys as far as these tests look at them. */
function routes(router: ConnectRouter): void {
  registerFake(router, GameService, {
    createGame(request) {
      created.push(request);
      return { game: { id: newId(), projectId: PROJECT }, testGame: { id: TEST_GAME } };
    },
    getGame: ({ gameId }) => ({ game: { id: gameId, mode: Mode.LIVE, siblingId: TEST_GAME } }),
    // Two pages.
    listGames: ({ pageToken }) => ({
      games: [{ id: newId(), name: pageToken === "" ? "Chess" : "Go", creditLimitMinorUnits: 5n }],
      nextPageToken: pageToken === "" ? "next" : "",
    }),
    issueApiKey(request) {
      const { gameId } = request;
      issued.push(request);
      if (gameId !== TEST_GAME) throw new DomainError("API_KEY_LIMIT", "Two are live already.");
      return { apiKey: { id: newId(), gameId }, secret: "tms_test_secret" };
    },
    rollApiKey({ apiKeyId, graceSeconds }) {
      rolled.push([apiKeyId, graceSeconds]);
      return { apiKey: { id: newId() }, secret: "tms_live_successor", previous: { id: apiKeyId } };
    },
    revokeApiKey: ({ apiKeyId }) => ({ apiKey: { id: apiKeyId, hint: "tms_live_abcd" } }),
    listApiKeys: () => ({ apiKeys: [{ id: newId(), hint: "tms_live_abcd" }] }),
  });
  registerFake(router, ClockService, {
    advanceClock(request) {
      advanced.push(request);
      return {};
    },
    awaitClock: ({ gameId }) => ({
      clock: {
        gameId,
        now: { seconds: 1_893_456_000n },
        aheadMs: 7_200_000n,
        state: ClockState.READY,
      },
    }),
  });
  registerFake(router, MemberService, {
    issueInvitation(request) {
      invited.push(request);
      return { invitation: { id: newId() }, token: "a-token" };
    },
  });
}

const tms = (...args: string[]) => runTms(service.url, args);

describe("tms game", () => {
  test("creates a game and prints its id alone on standard output", async () => {
    const { code, stdout, stderr } = await tms("game", "create", "--name", "Chess");
    expect(code).toBe(0);
    expect(stderr).toContain(`test environment ${TEST_GAME}, of the game ${PROJECT}\n`);
    expect(stdout).toMatch(/^[0-9a-f-]{36}\n$/);
    expect(created.at(-1)).toMatchObject({
      name: "Chess",
      currency: { code: "USD", exponent: 2 },
      payer: Payer.GAME,
      platformFeeBps: 0,
    });
  });

  test("reads every option, the credit limit to the last unit", async () => {
    const options =
      "--currency GEMS --exponent 3 --payer wallet --credit-limit 9007199254740.991 --fee-bps 250";
    await tms("game", "create", "--name", "Go", ...options.split(" "));
    expect(created.at(-1)).toMatchObject({
      currency: { code: "GEMS", exponent: 3 },
      payer: Payer.WALLET,
      creditLimitMinorUnits: 9007199254740991n,
      platformFeeBps: 250,
    });
  });

  test("refuses a credit limit with more decimals than the currency", async () => {
    const before = created.length;
    const { code, stderr } = await tms("game", "create", "--name", "X", "--credit-limit", "1.005");
    expect(code).toBe(1);
    expect(stderr).toContain("at most 2 decimals");
    expect(created).toHaveLength(before);
  });

  test("prints an invitation's link alone on standard output", async () => {
    const { stdout } = await tms("game", "invite", "--game", TEST_GAME);
    expect(stdout).toBe("http://127.0.0.1:8080/dashboard/invitation#token=a-token\n");
    expect(invited.at(-1)).toMatchObject({ gameId: TEST_GAME, email: "", role: Role.OWNER });
    const more = ["--email", "ada@example.com", "--role", "viewer"];
    await tms("game", "invite", "--game", TEST_GAME, ...more);
    expect(invited.at(-1)).toMatchObject({ email: "ada@example.com", role: Role.VIEWER });
  });

  test("invites nobody to the operator's own machine in production", async () => {
    const before = invited.length;
    vi.stubEnv("NODE_ENV", "production");
    onTestFinished(() => void vi.unstubAllEnvs());
    const { code, stdout, stderr } = await tms("game", "invite", "--game", TEST_GAME);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("PUBLIC_URL is missing");
    expect(invited).toHaveLength(before);
    vi.stubEnv("PUBLIC_URL", "https://tournaments.example.com/");
    expect((await tms("game", "invite", "--game", TEST_GAME)).stdout).toBe(
      "https://tournaments.example.com/dashboard/invitation#token=a-token\n",
    );
  });

  test("lists all pages", async () => {
    const { stdout } = await tms("game", "list");
    expect(stdout).toMatch(/^ID[^]*Chess[^]*Go[^]*\n$/);
  });
});

describe("tms clock", () => {
  test("shows the clock of a game's test environment, whichever is named", async () => {
    const { code, stdout } = await tms("clock", "--game", newId());
    expect(code).toBe(0);
    expect(stdout).toBe("the clock shows 2030-01-01T00:00:00.000Z, 7200 s ahead of real time\n");
    expect(advanced).toEqual([]);
  });

  test("advances it by a span, or to a moment", async () => {
    await tms("clock", "--game", newId(), "--advance", "2h");
    await tms("clock", "--game", newId(), "--to", "2030-01-01T00:00:00Z");
    expect(advanced).toMatchObject([
      { gameId: TEST_GAME, target: { case: "bySeconds", value: 7_200n } },
      { gameId: TEST_GAME, target: { case: "toTime", value: { seconds: 1_893_456_000n } } },
    ]);
  });

  test("refuses what is neither, or both", async () => {
    const before = advanced.length;
    for (const words of [
      "--advance soon",
      "--to tomorrow",
      "--advance 2h --to 2030-01-01T00:00:00Z",
    ])
      expect((await tms("clock", "--game", TEST_GAME, ...words.split(" "))).code).toBe(1);
    expect(advanced).toHaveLength(before);
  });
});

describe("tms key", () => {
  test("prints the secret alone on standard output, of the test environment too", async () => {
    const { stdout } = await tms("key", "issue", "--game", newId(), "--test");
    expect(stdout).toBe("tms_test_secret\n");
  });

  test("reads every option of a key", async () => {
    const options = "--name ci --scopes entries:write read --ip-ranges 10.0.0.0/8 2001:db8::1";
    await tms("key", "issue", "--game", TEST_GAME, ...options.split(" "));
    expect(issued.at(-1)).toMatchObject({
      name: "ci",
      scopes: [KeyScope.ENTRIES_WRITE, KeyScope.READ],
      ipRanges: ["10.0.0.0/8", "2001:db8::1"],
    });
    const wrong = await tms("key", "issue", "--game", TEST_GAME, "--scopes", "everything");
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining("tournaments:write") });
  });

  test("rolls with a grace, and prints the secret alone on standard output", async () => {
    const id = newId();
    const { stdout } = await tms("key", "roll", id, "--game", newId());
    expect(stdout).toBe("tms_live_successor\n");
    await tms("key", "roll", id, "--game", newId(), "--grace", "none");
    expect(rolled).toEqual([
      [id, 86_400],
      [id, 0],
    ]);
  });

  test("says why the service refused, without a stack", async () => {
    const { code, stderr } = await tms("key", "issue", "--game", newId());
    expect(code).toBe(1);
    expect(stderr).toBe("API_KEY_LIMIT: Two are live already.\n");
  });

  test("refuses an expiry without an offset", async () => {
    const args = ["key", "issue", "--game", newId(), "--expires", "2030-01-01T00:00:00"];
    expect((await tms(...args)).stderr).toContain("2030-01-31T12:00:00Z");
  });

  test("revokes and lists", async () => {
    const id = newId();
    expect((await tms("key", "revoke", id, "--game", newId())).stdout).toContain(`revoked ${id}`);
    expect((await tms("key", "list", "--game", newId())).stdout).toContain("tms_live_abcd…");
  });
});
