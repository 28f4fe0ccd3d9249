import { Button, Modal, Select, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { Tournament } from "../../../../api/types.ts";
import { ProblemCard } from "../../../../components/problem-card.tsx";
import { WayOut } from "../../../../components/way-out.tsx";
import { useEnvironment } from "../../../../layout/environment.ts";
import { useEntries } from "../entries/reads.ts";
import { tournamentChanged } from "../../reads.ts";
import { PlacementRow } from "./placement-row.tsx";
import { moved, ranksOf, removed, type Placement } from "./placements.ts";

interface CompleteProps {
  tournament: Tournament;
  onClose: () => void;
}

// More than a person would put in order by hand; a backend may send 10,000.
const MOST_PLACED = 100;
const MOST_PROPOSED = 20;

const BY_HAND =
  "Place the gamers who are still in, best first; those you leave out share the rank after them.";
const BY_SCORES =
  "The leaderboard decides the ranks, and scores that are held for review do not count. Whom you place yourself comes before all others.";

/** Ends a tournament now, with final ranks for as many gamers as somebody wants to place. */
export function Complete({ tournament, onClose }: CompleteProps) {
  const environment = useEnvironment();
  const { id, name } = tournament;
  const [placements, setPlacements] = useState<Placement[]>([]);
  const mutation = useMutation({
    mutationFn: () => {
      const params = { path: { tournamentId: id } };
      const body = placements.length === 0 ? {} : { ranks: ranksOf(placements) };
      return environment.api.PATCH("/tournament/{tournamentId}/complete", { params, body });
    },
    onSuccess: () => {
      void tournamentChanged(environment, id);
      notifications.show({ message: `${name} has ended and is being settled.` });
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title="End the tournament now" size="lg">
      <Stack>
        {mutation.isError && <ProblemCard error={mutation.error} />}
        <Text size="sm">
          Registration closes and the pool is paid out. {tournament.scoring ? BY_SCORES : BY_HAND}{" "}
          This cannot be taken back.
        </Text>
        <Placing tournament={tournament} placements={placements} onPlacements={setPlacements} />
        <WayOut back="Back" onBack={onClose}>
          <Button loading={mutation.isPending} onClick={() => mutation.mutate()}>
            {placements.length > 0
              ? "End with these ranks"
              : tournament.scoring
                ? "End by scores"
                : "End without placing anybody"}
          </Button>
        </WayOut>
      </Stack>
    </Modal>
  );
}

interface PlacingProps {
  tournament: Tournament;
  placements: readonly Placement[];
  onPlacements: (placements: Placement[]) => void;
}

function Placing({ tournament, placements, onPlacements }: PlacingProps) {
  const { entries, isReading } = useEntries(tournament);
  const [search, setSearch] = useState("");
  const handles = useMemo(() => {
    const placed = new Set(placements.map(({ handle }) => handle));
    const stillIn = (entries ?? []).filter(({ state }) => state === "in");
    return stillIn.map(({ gamerHandle }) => gamerHandle).filter((handle) => !placed.has(handle));
  }, [entries, placements]);
  const ranks = ranksOf(placements);
  return (
    <Stack gap="xs">
      <Stack component="ol" gap={4} p={0} m={0} aria-label="Final ranks">
        {placements.map((placement, index) => (
          <PlacementRow
            key={placement.handle}
            placement={placement}
            rank={ranks[index]?.rank ?? 0}
            isFirst={index === 0}
            isLast={index === placements.length - 1}
            onMove={(by) => onPlacements(moved(placements, index, index + by))}
            onRemove={() => onPlacements(removed(placements, index))}
            onTie={(isTied) => onPlacements(placements.with(index, { ...placement, isTied }))}
          />
        ))}
      </Stack>
      <Select
        label={placements.length === 0 ? "Who comes first" : "Who comes next"}
        placeholder={isReading ? "Reading the entries…" : "Search by handle"}
        data={handles}
        value={null}
        searchable
        limit={MOST_PROPOSED}
        disabled={placements.length >= MOST_PLACED}
        nothingFoundMessage="Nobody else is still in"
        searchValue={search}
        onSearchChange={setSearch}
        onChange={(handle) => {
          if (handle === null) return;
          onPlacements([...placements, { handle, isTied: false }]);
          // What was typed found this gamer and finds no other.
          setSearch("");
        }}
      />
    </Stack>
  );
}
