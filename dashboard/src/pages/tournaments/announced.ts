import { useEffect, useState } from "react";
import { useAnnounced } from "../../api/announced.ts";
import { useEnvironment } from "../../environment.ts";
import { readPartsAgain, readTournamentAgain, useTournament } from "./reads.ts";
import { isUnchanging } from "./settling.ts";

/** Reads a tournament, its scores and its settlement whenever a change is announced, until it is over. */
export function useAnnouncedTournament(tournamentId: string) {
  const environment = useEnvironment();
  const [isOpen, setIsOpen] = useState(false);
  const query = useTournament(tournamentId, isOpen);
  const isOver = query.data !== undefined && isUnchanging(query.data);
  const state = useAnnounced(
    environment.id,
    { tournament: tournamentId },
    () =>
      Promise.all([
        readTournamentAgain(environment, tournamentId),
        readPartsAgain(environment, tournamentId),
      ]),
    query.data !== undefined && !isOver,
  );
  useEffect(() => setIsOpen(state === "open"), [state]);
  return query;
}
