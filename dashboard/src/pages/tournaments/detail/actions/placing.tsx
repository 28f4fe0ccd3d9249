import { Select, Stack } from "@mantine/core";
import { useMemo, useState } from "react";
import type { Tournament } from "../../../../api/types.ts";
import { useEntries } from "../entries/reads.ts";
import { PlacementRow } from "./placement-row.tsx";
import { moved, ranksOf, removed, type Placement } from "./placements.ts";

interface PlacingProps {
  tournament: Tournament;
  placements: readonly Placement[];
  onPlacements: (placements: Placement[]) => void;
}

// More than a person would put in order by hand; a backend may send 10,000.
const MOST_PLACED = 100;
const MOST_PROPOSED = 20;

/** Puts gamers who are still in into the order of their final ranks. */
export function Placing({ tournament, placements, onPlacements }: PlacingProps) {
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
        label={placements.length === 0 ? "Gamer in first place" : "Gamer in next place"}
        placeholder={isReading ? "Loading entries…" : "Search by handle"}
        data={handles}
        value={null}
        searchable
        limit={MOST_PROPOSED}
        disabled={placements.length >= MOST_PLACED}
        nothingFoundMessage="No matching gamer is still in the tournament"
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
