import type { Entry, Tournament } from "../../../../api/types.ts";
import { BulkAction } from "../bulk-action.tsx";
import { Disqualify } from "./disqualify.tsx";
import { Eliminate } from "./eliminate.tsx";
import { Reinstate } from "./reinstate.tsx";

interface DecisionsProps {
  tournament: Tournament;
  chosen: readonly Entry[];
  onDone: () => void;
}

const DECISIONS = [
  { label: "Eliminate", color: "red", takes: ["in"], Dialog: Eliminate },
  { label: "Disqualify", color: "red", takes: ["in", "eliminated"], Dialog: Disqualify },
  { label: "Reinstate", color: "teal", takes: ["eliminated", "disqualified"], Dialog: Reinstate },
] as const satisfies { takes: Entry["state"][]; [key: string]: unknown }[];

/** What can be decided on the chosen entries, each on those whose state allows it. */
export const Decisions = ({ tournament, chosen, onDone }: DecisionsProps) =>
  DECISIONS.map(({ label, color, takes, Dialog }) => (
    <BulkAction
      key={label}
      label={label}
      noun="gamer"
      color={color}
      chosen={chosen.filter(({ state }) => takes.some((taken) => taken === state))}
      dialog={(taken, close) => (
        <Dialog
          tournament={tournament}
          handles={taken.map(({ gamerHandle }) => gamerHandle)}
          onDone={onDone}
          onClose={close}
        />
      )}
    />
  ));
