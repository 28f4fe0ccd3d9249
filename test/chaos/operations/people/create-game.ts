import { at } from "../../fixture.ts";
import type { IntentOf } from "../../plan.ts";
import type { Behaviour } from "../behaviour.ts";
import { asPerson, newToken, verified } from "./acting.ts";

export const createGame: Behaviour<IntentOf<"create-game">> = {
  ready: ({ person }, { people }) => verified(people, person),
  request: ({ team, person }, fixture) => ({
    method: "POST",
    path: "/game/create",
    headers: asPerson(fixture, person),
    body: { name: at(fixture.people.teams, team).name },
  }),
  // The clock of the test environment runs.
  identity: ({ game: { id, environments } }) => [id, environments.live.id, environments.test.id],
  checkAcknowledged: () => [],
  refusals: {},
  learn({ team }, { people }, [answer]) {
    const live = at(people.teams, team);
    if (answer !== undefined) live.game = answer.game;
    live.created.resolve(answer !== undefined);
  },
  mend: [newToken],
};
