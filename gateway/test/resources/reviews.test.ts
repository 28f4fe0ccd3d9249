import { newId } from "@tms/kit/values/ids";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newTournament, startGateway, type TestGateway } from "../support/gateway.ts";

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

/** The path of a tournament in which these gamers are. */
async function entered(...gamers: string[]): Promise<string> {
  const { body } = await gateway.send("POST", "/tournament/create", newTournament(gateway.game));
  const path = `/tournament/${body.tournament.id}`;
  for (const gamer of gamers) await gateway.send("POST", `${path}/join`, { gamer });
  return path;
}

describe("a review", () => {
  const REVIEW = { decision: "void", reason: "a cheat" };

  test("tells the attempts with its decision, which the list of scores shows as well", async () => {
    const path = await entered("ada");
    const { score } = (await gateway.send("POST", `${path}/score`, { gamer: "ada", score: 5 }))
      .body;
    const body = { scores: [score.id.toUpperCase()], ...REVIEW };
    const answer = await gateway.send("PATCH", `${path}/review`, body);
    expect([answer.status, answer.body.message]).toEqual([200, "Scores reviewed successfully"]);
    const { standing: _, ...attempt } = score;
    const decision = {
      ...REVIEW,
      actor: { type: "system", id: null },
      decidedAt: expect.any(String),
    };
    expect(answer.body.scores).toEqual([
      { tournament: path.split("/").at(-1), ...attempt, state: "void", decisions: [decision] },
    ]);
    const listed = await gateway.send("GET", `${path}/scores?state=void&gamer=ada&limit=1`);
    expect(listed.body).toEqual({ scores: answer.body.scores, nextCursor: null });
    const counted = await gateway.send("GET", `${path}/scores?state=counted`);
    expect(counted.body.scores).toEqual([]);
  });

  test("of an unknown score is refused, naming it", async () => {
    const path = await entered("ada");
    const body = { scores: [newId()], ...REVIEW };
    const { status, body: problem } = await gateway.send("PATCH", `${path}/review`, body);
    expect([status, problem.code]).toEqual([404, "score_not_found"]);
    expect(problem.errors[0]?.pointer).toBe("/scores/0");
  });

  test.for([
    ["no scores", { scores: [] }, "/scores"],
    ["a score twice", { scores: Array(2).fill(newId()) }, "/scores"],
    ["what is no id", { scores: ["match-1"] }, "/scores/0"],
    ["1,001 scores", { scores: Array.from({ length: 1_001 }, newId) }, "/scores"],
    ["an unknown decision", { decision: "forget" }, "/decision"],
    ["no reason", { reason: "" }, "/reason"],
  ] as const)("of %s is refused", async ([, change, pointer]) => {
    const path = await entered("ada");
    const body = { scores: [newId()], ...REVIEW, ...change };
    const answer = await gateway.send("PATCH", `${path}/review`, body);
    expect([answer.status, answer.body.errors[0]?.pointer]).toEqual([400, pointer]);
  });
});
