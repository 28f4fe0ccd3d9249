import { createRouterTransport } from "@connectrpc/connect";
import { createLogger } from "@tms/kit/process/log";
import { clientOver } from "@tms/kit/rpc/client";
import { serverInterceptors } from "@tms/kit/rpc/interceptors";
import { FakeEntries } from "@tms/kit/testing/fakes/entry";
import { EntryService } from "@tms/proto/tms/entry/v1/entry";
import { afterAll, beforeAll, expect, test } from "vitest";
import { actions, refusal, startEntry, type EntryUnderTest } from "./service.ts";

type Actions = Pick<EntryUnderTest, keyof ReturnType<typeof actions>>;

let service: EntryUnderTest;
beforeAll(async () => {
  service = await startEntry();
});
afterAll(() => service?.close());

/** The fake that others test against, over the interceptors that the service has. */
function fake(): Actions {
  const interceptors = serverInterceptors(createLogger("fake", "silent"));
  const { routes } = new FakeEntries();
  const entry = clientOver(
    EntryService,
    createRouterTransport(routes, { router: { interceptors } }),
  );
  return actions(entry, service.tournaments);
}

test.for([
  [
    "others of an elimination that is undone",
    async (entries: Actions) => {
      const tournament = await entries.tournamentOf("ann", "bob", "cid", "dan");
      await entries.eliminate(tournament, "ann", "bob");
      await entries.reinstate(tournament, "ann");
      await entries.eliminate(tournament, "cid");
      return await entries.standingsOf(tournament);
    },
  ],
  [
    "the disqualified among them",
    async (entries: Actions) => {
      const tournament = await entries.tournamentOf("ann", "bob", "cid", "dan");
      await entries.eliminate(tournament, "ann", "bob");
      await entries.disqualify(tournament, "bob");
      await entries.reinstate(tournament, "ann");
      await entries.eliminate(tournament, "cid");
      await entries.reinstate(tournament, "bob");
      return await entries.standingsOf(tournament);
    },
  ],
  [
    "an elimination that is not the latest",
    async (entries: Actions) => {
      const tournament = await entries.tournamentOf("ann", "bob", "cid");
      await entries.eliminate(tournament, "ann");
      await entries.eliminate(tournament, "bob");
      const refused = await refusal(entries.reinstate(tournament, "bob", "ann"));
      return [refused, await entries.standingsOf(tournament)];
    },
  ],
  [
    "the elimination of a disqualified gamer",
    async (entries: Actions) => {
      const tournament = await entries.tournamentOf("ann", "bob");
      await entries.disqualify(tournament, "ann");
      return [
        await refusal(entries.eliminate(tournament, "bob", "ann")),
        await entries.standingsOf(tournament),
      ];
    },
  ],
] as const)("the fake treats %s as the service does", async ([, play]) => {
  expect(await play(fake())).toEqual(await play(service));
});
