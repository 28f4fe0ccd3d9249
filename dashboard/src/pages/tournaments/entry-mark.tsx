import type { Entry } from "../../api/types.ts";
import { Marked } from "../../components/marked.tsx";

const LOOKS: Readonly<Record<Entry["state"], { label: string; color: string }>> = {
  in: { label: "In", color: "teal" },
  eliminated: { label: "Eliminated", color: "gray" },
  disqualified: { label: "Disqualified", color: "red" },
};

/** An entry's state, in a row of a table. */
export const EntryMark = ({ state }: Pick<Entry, "state">) => (
  <Marked color={LOOKS[state].color}>{LOOKS[state].label}</Marked>
);
