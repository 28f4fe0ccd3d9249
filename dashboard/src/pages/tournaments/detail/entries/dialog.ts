import type { Tournament } from "../../../../api/types.ts";

/** What a dialog about some gamers of a tournament is given. */
export interface EntriesDialogProps {
  tournament: Tournament;
  handles: readonly string[];
  /** Called once it is done. */
  onDone: () => void;
  onClose: () => void;
}
