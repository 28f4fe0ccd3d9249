import type { Command } from "../framework/command.ts";
import { table } from "../framework/output.ts";
import { listGames } from "./environments.ts";

export const games: Command = {
  name: "games",
  summary: "list your games and their environments",
  about: "An asterisk marks the selected environment.",
  examples: ["tms games", "tms games --json"],
  async run({ output, connect }) {
    const { tms, session } = await connect();
    const all = await listGames(tms);
    const used = session?.environment?.id;
    const mark = ({ id }: { id: string }) => (id === used ? `${id} *` : id);
    const rows = all.map(({ id, name, role, environments: { live, test } }) => [
      name,
      role,
      id,
      mark(test),
      mark(live),
    ]);
    output.print({ games: all }, table(["NAME", "ROLE", "GAME", "TEST", "LIVE"], rows));
  },
};
