import { randomUUID } from "node:crypto";
import { createGame } from "@tms/stack/system/demo-game";
import { until } from "@tms/stack/until";
import { apiOf, type Answer } from "../harness/api.ts";
import { PASSWORD } from "../harness/people.ts";
import { termsOf } from "../harness/tournament.ts";

const PATIENCE_MS = 120_000;

/** A system that answered nothing yet. */
interface ColdSystem {
  baseUrl: string;
  token: string;
  gameUrl: string;
}

/**
 * Plays a tournament from its creation to its settlement, and signs somebody up, while nothing is measured.
 * Processes take long over the first requests of their lives: on a busy machine longer than callers of a
 * seed wait, and than its tournaments last, so that a first seed would play nothing.
 */
export async function warmUp({ baseUrl, token, gameUrl }: ColdSystem): Promise<void> {
  const api = apiOf(baseUrl, await createGame({ urls: { game: gameUrl }, token }, "Warm-up"));
  const ask = async (method: string, path: string, body?: unknown): Promise<Answer["body"]> => {
    const headers = { "idempotency-key": randomUUID() };
    const answered = async () => {
      const answer = await api.call(method, path, body, { headers }).catch(() => null);
      return answer !== null && answer.status < 300 ? answer.body : null;
    };
    return await until(answered, {
      timeoutMs: PATIENCE_MS,
      everyMs: 50,
      what: `${method} ${path}`,
    });
  };
  const person = { name: "Warm-up", email: `${randomUUID()}@example.com`, password: PASSWORD };
  await ask("POST", "/auth/sign-up", person);
  const terms = termsOf(api.gameId, { scoring: {} });
  const path = `/tournament/${(await ask("POST", "/tournament/create", terms)).tournament.id}`;
  await ask("PATCH", `${path}/publish`);
  await ask("POST", `${path}/join`, { gamer: "ada" });
  await ask("POST", `${path}/joins`, { gamers: ["bob", "cyd"] });
  const { score } = await ask("POST", `${path}/score`, { gamer: "ada", score: 1 });
  const reason = "warm-up";
  await ask("PATCH", `${path}/review`, { scores: [score.id], decision: "hold", reason });
  await ask("PATCH", `${path}/eliminate`, { gamer: "bob" });
  await ask("PATCH", `${path}/disqualify`, { gamer: "cyd", reason });
  await ask("PATCH", `${path}/reinstate`, { gamer: "cyd", reason });
  await ask("PATCH", `${path}/complete`);
  const settled = async () =>
    (await ask("GET", `${path}/settlement`)).settlement.state === "done" || null;
  await until(settled, { timeoutMs: PATIENCE_MS, everyMs: 50, what: `the settlement of ${path}` });
}
