import type { Entry } from "../../api/types.ts";
import { Marked } from "../tables/marked.tsx";

const LOOKS: Readonly<Record<Entry["state"], { label: string; color: string }>> = {
  in: { label: "In", color: "teal" },
  eliminated: { label: "Eliminated", color: "gray" },
  disqualified: { label: "Disqualified", color: "red" },
};

interface EntryMarkProps extends Pick<Entry, "state"> {
  /** Whether the tournament is over for one who was in to the end. */
  finished?: boolean;
}

/** An entry's state, in a row of a table. */
export const EntryMark = ({ state, finished = false }: EntryMarkProps) => (
  <Marked color={LOOKS[state].color}>
    {finished && state === "in" ? "Finished" : LOOKS[state].label}
  </Marked>
);
