import { describedTables, migratedTables } from "@tms/kit/testing/tables";
import * as entry from "../../services/entry/src/db/tables.ts";
import * as events from "../../services/events/src/db/tables.ts";
import * as game from "../../services/game/src/db/tables.ts";
import * as identity from "../../services/identity/src/db/tables.ts";
import * as settlement from "../../services/settlement/src/db/tables.ts";
import * as tournament from "../../services/tournament/src/db/tables.ts";
import * as wallet from "../../services/wallet/src/db/tables.ts";
import { expect, test } from "./test.ts";

test.for(Object.entries({ entry, events, game, identity, settlement, tournament, wallet }))(
  "the code of %s describes the tables that its migrations create",
  async ([service, tables], { world }) => {
    const file = `services/${service}/src/db/tables.ts`;
    expect(describedTables(tables), file).toEqual(await migratedTables(world.admin, service));
  },
);
