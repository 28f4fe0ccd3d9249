import { beforeAll, expect, inject, test } from "vitest";
import { connectTo } from "@tms/kit/rpc/client";
import { RemoteError } from "@tms/kit/errors/remote-error";
import { newId } from "@tms/kit/values/ids";
import { newGame } from "./game.ts";
import type { Api } from "../harness/api.ts";
import { namesOf, type Names } from "./names.ts";
import { everythingOf, populated, type Owned } from "./owned.ts";
import { METHODS } from "./methods.ts";
import { BELIEVED, messagesOf, OTHERS, ROWS, type Call, type Row } from "./rpcs.ts";

let theirs: { api: Api; owned: Owned; names: Names };
beforeAll(async () => {
  const api = await newGame();
  const owned = await populated(api);
  theirs = { api, owned, names: await namesOf(api, owned) };
});

const nobodys = (): Names => ({
  gameId: newId(),
  tournamentId: newId(),
  handle: `n-${newId()}`,
  gamerId: newId(),
  transferId: newId(),
  accountId: newId(),
  endpointId: newId(),
  deliveredId: newId(),
});

/** The answer of a call without its ids: a refusal's reason and words, otherwise the message. */
async function outcome(rpc: string, row: Row, names: Names): Promise<string> {
  const found = METHODS.find(({ method }) => method.name === rpc);
  if (found === undefined) throw new Error(`there is no ${rpc}`);
  const client: Record<string, unknown> = connectTo(
    found.service,
    inject("urls")[found.name],
    inject("tokens").test,
  );
  const call = client[found.method.localName] as Call;
  const answer = await messagesOf(call(row(names))).catch((error: unknown) => {
    if (error instanceof RemoteError) return `${error.reason}: ${error.message}`;
    throw error;
  });
  const text = JSON.stringify(answer, (_, value: unknown) =>
    typeof value === "bigint" ? `${value}` : value,
  );
  return text.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "id");
}

test("every RPC has its row", () => {
  const rows = [...Object.keys(ROWS), ...Object.keys(BELIEVED), ...Object.keys(OTHERS)];
  expect(METHODS.map(({ method }) => method.name).toSorted()).toEqual(rows.toSorted());
});

test.for(Object.entries(ROWS))("%s sees nothing of another game", async ([rpc, row]) => {
  const before = await everythingOf(theirs);
  const gameId = newId();
  const foreign = await outcome(rpc, row, { ...theirs.names, gameId });
  expect(foreign).toBe(await outcome(rpc, row, { ...nobodys(), gameId }));
  // Refused or empty for its game, not for its form.
  expect(foreign).not.toMatch(/INVALID_ARGUMENT/);
  expect(await everythingOf(theirs)).toBe(before);
});

test.for(Object.entries(BELIEVED))("%s cannot touch another game's", async ([rpc, row]) => {
  const before = await everythingOf(theirs);
  expect(await outcome(rpc, row, { ...theirs.names, gameId: newId() })).toMatch(/NOT_FOUND/);
  expect(await everythingOf(theirs)).toBe(before);
});
