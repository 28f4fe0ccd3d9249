import { Code, ConnectError } from "@connectrpc/connect";
import { expect, test } from "vitest";
import { newTournament, startGateway } from "../support/gateway.ts";

test("a repeat that fails leaves the key to the request that it is reserved for", async () => {
  const endings: string[] = [];
  const ends = (how: string) => async () => void endings.push(how);
  const gateway = await startGateway({
    idempotency: {
      begin: async () => ({ kind: "begun", token: "t", isReserved: true }),
      finish: ends("finished"),
      release: ends("released"),
      reserve: ends("reserved"),
    },
  });
  gateway.fakes.before = (rpc) => {
    if (rpc === "CreateTournament") throw new ConnectError("down", Code.Unavailable);
  };
  const body = newTournament(gateway.game);
  const headers = { "idempotency-key": "k" };
  const { status } = await gateway.send("POST", "/tournament/create", body, headers);
  expect([status, endings]).toEqual([503, ["reserved"]]);
  await gateway.close();
});
