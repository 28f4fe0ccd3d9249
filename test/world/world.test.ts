import { joined } from "../harness/gamers.ts";
import { published, settled } from "../harness/tournament.ts";
import { getReason, join, publishTournament } from "./actions.ts";
import { describe, expect, test } from "./test.ts";

describe("a world", () => {
  test("records, holds and fails the calls between its services", async ({ world }) => {
    const tournament = await publishTournament(world, { entryFeeMinorUnits: 250n });
    {
      using silence = world.hold("CollectFees");
      const joining = join(world, tournament, "ada");
      await silence.met;
      const { rows } = await world.admin.query("SELECT 1 FROM entry.pending_join");
      expect(rows).toHaveLength(1);
      silence[Symbol.dispose]();
      expect(await joining).toMatchObject({ handle: "ada" });
    }
    {
      using _outage = world.fail("CollectFees", { times: 1 });
      expect(await getReason(join(world, tournament, "bob"))).toBe("UNAVAILABLE");
    }
    expect(world.calls("CollectFees")).toHaveLength(2);
  });
});

describe("a live world", () => {
  test("settles a tournament through the public API", async ({ api }) => {
    const path = await published(api, { entryFee: 2.5 });
    await joined(api, path, "ada", "bob");
    await api.patch(`${path}/complete`);
    expect((await settled(api, path)).payouts).not.toEqual([]);
  });
});
