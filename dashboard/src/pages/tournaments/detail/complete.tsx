import { ActionIcon, Alert, Checkbox, Group, Select, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { Tournament } from "../../../api/types.ts";
import { ActionDialog } from "../../../components/forms/submit.tsx";
import { IconAlertTriangle, IconArrowDown, IconArrowUp, IconX } from "../../../components/icons.ts";
import { RouteAnchor } from "../../../components/page/route-link.tsx";
import { formatPercent } from "../../../components/values/amount.ts";
import { Money } from "../../../components/values/figures.tsx";
import { pathIn, useEnvironment } from "../../../environment.ts";
import { refreshTournamentData } from "../queries.ts";
import { WouldBePaid } from "./payouts.tsx";
import { movePlacement, type Placement, toRanks, removePlacement } from "./placements.ts";
import { useEntries, useHeld, usePreview } from "./queries.ts";

interface CompleteProps {
  tournament: Tournament;
  onClose: () => void;
}

const BY_HAND =
  "Rank the gamers who are still in the tournament, best first. Gamers that you leave out share the next rank.";
const BY_SCORES =
  "The leaderboard determines the ranks. Held scores do not count. Gamers that you rank yourself come before all others.";

export function Complete({ tournament, onClose }: CompleteProps) {
  const environment = useEnvironment();
  const { id, name } = tournament;
  const [placements, setPlacements] = useState<Placement[]>([]);
  const mutation = useMutation({
    mutationFn: () => {
      const params = { path: { tournamentId: id } };
      const body = placements.length === 0 ? {} : { ranks: toRanks(placements) };
      return environment.api.PATCH("/tournament/{tournamentId}/complete", { params, body });
    },
    onSuccess: () => {
      void refreshTournamentData(environment, id);
      notifications.show({ message: `${name} has ended and is being settled.` });
      onClose();
    },
  });
  // A tournament that is ending has no preview.
  const preview = usePreview(id, !mutation.isPending && !mutation.isSuccess);
  return (
    <ActionDialog
      title="End the tournament"
      size="lg"
      mutation={mutation}
      back="Back"
      action={actionLabel(tournament, placements)}
      button={{ color: "red", disabled: preview.isPending }}
      onClose={onClose}
    >
      <Text size="sm">
        Registration closes and the prize pool is paid out.{" "}
        {tournament.scoring ? BY_SCORES : BY_HAND} You cannot undo this.
      </Text>
      <HeldScores tournament={tournament} onLeave={onClose} />
      <Placing tournament={tournament} placements={placements} onPlacements={setPlacements} />
      <PayoutForecast tournament={tournament} query={preview} isPlaced={placements.length > 0} />
    </ActionDialog>
  );
}

function actionLabel({ scoring }: Tournament, placements: readonly Placement[]): string {
  if (placements.length > 0) return "End with these ranks";
  return scoring ? "End by scores" : "End without ranks";
}

interface HeldScoresProps {
  tournament: Tournament;
  onLeave: () => void;
}

function sentence(held: string): string {
  if (held === "1") return "1 score is held for review";
  return `${held === "some" ? "Some" : held} scores are held for review`;
}

function HeldScores({ tournament, onLeave }: HeldScoresProps) {
  const environment = useEnvironment();
  const held = useHeld(tournament);
  if (held === undefined) return null;
  return (
    <Alert color="yellow" icon={<IconAlertTriangle size={18} />} title={sentence(held)}>
      <Text size="sm">
        A held score counts only if you accept it before the end.{" "}
        <RouteAnchor
          to={pathIn(environment, `tournaments/${tournament.id}`)}
          search={{ tab: "scores", state: "held" }}
          resetScroll={false}
          size="sm"
          c="inherit"
          underline="always"
          onClick={onLeave}
        >
          Review held scores
        </RouteAnchor>
      </Text>
    </Alert>
  );
}

interface PayoutForecastProps {
  tournament: Tournament;
  query: ReturnType<typeof usePreview>;
  /** True if ranks are given. The service cannot preview their payouts. */
  isPlaced: boolean;
}

const HUNDRED = 100;

function PayoutForecast({ tournament, query, isPlaced }: PayoutForecastProps) {
  if (isPlaced) return <ByRanks tournament={tournament} query={query} />;
  return (
    <Stack gap="xs">
      <Text size="sm">Payouts if the tournament ended now:</Text>
      <WouldBePaid query={query} handles={[]} />
    </Stack>
  );
}

function ByRanks({ tournament, query }: Omit<PayoutForecastProps, "isPlaced">) {
  const { prizeSplit } = tournament;
  const shares = prizeSplit.length === 0 ? [1] : prizeSplit;
  const whole = shares.reduce((total, share) => total + share, 0);
  const ranks = shares.map(
    (share, index) => `${index + 1}: ${formatPercent((HUNDRED * share) / whole)}`,
  );
  return (
    <Text size="sm">
      The pool
      {query.data && (
        <>
          {" of "}
          <Money amount={query.data.pool} />
        </>
      )}
      , minus the platform fee, is paid by rank ({ranks.join(", ")}). Tied gamers share the prizes
      of their ranks. Prizes of unused ranks are divided among the other ranks.
    </Text>
  );
}

interface PlacingProps {
  tournament: Tournament;
  placements: readonly Placement[];
  onPlacements: (placements: Placement[]) => void;
}

// A limit for sorting by hand. The API accepts 10,000.
const MAX_PLACED = 100;
const MAX_PROPOSED = 20;

function Placing({ tournament, placements, onPlacements }: PlacingProps) {
  const { entries, isReading } = useEntries(tournament);
  const [search, setSearch] = useState("");
  const handles = useMemo(() => {
    const placed = new Set(placements.map(({ handle }) => handle));
    const stillIn = (entries ?? []).filter(({ state }) => state === "in");
    return stillIn.map(({ gamerHandle }) => gamerHandle).filter((handle) => !placed.has(handle));
  }, [entries, placements]);
  const ranks = toRanks(placements);
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
            onMove={(by) => onPlacements(movePlacement(placements, index, index + by))}
            onRemove={() => onPlacements(removePlacement(placements, index))}
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
        limit={MAX_PROPOSED}
        disabled={placements.length >= MAX_PLACED}
        nothingFoundMessage="No matching gamer is still in the tournament"
        searchValue={search}
        onSearchChange={setSearch}
        onChange={(handle) => {
          if (handle === null) return;
          onPlacements([...placements, { handle, isTied: false }]);
          // The text found this gamer and matches no other.
          setSearch("");
        }}
      />
    </Stack>
  );
}

interface PlacementRowProps {
  placement: Placement;
  rank: number;
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
  onTie: (isTied: boolean) => void;
}

function PlacementRow(props: PlacementRowProps) {
  const { placement, rank, isFirst, isLast, onMove, onRemove, onTie } = props;
  const { handle, isTied } = placement;
  const button = { variant: "subtle", color: "gray", size: "sm" } as const;
  return (
    <Group component="li" gap="xs" wrap="nowrap">
      <Text size="sm" w={28} ta="right" c="dimmed" style={{ fontVariantNumeric: "tabular-nums" }}>
        {rank}
      </Text>
      <Text size="sm" fw={550} flex={1} miw={0} truncate>
        {handle}
      </Text>
      {!isFirst && (
        <Checkbox
          size="xs"
          label="Tied"
          aria-label={`${handle} is tied with the rank above`}
          checked={isTied}
          onChange={(event) => onTie(event.currentTarget.checked)}
        />
      )}
      <ActionIcon
        {...button}
        aria-label={`Move ${handle} up`}
        disabled={isFirst}
        onClick={() => onMove(-1)}
      >
        <IconArrowUp size={14} />
      </ActionIcon>
      <ActionIcon
        {...button}
        aria-label={`Move ${handle} down`}
        disabled={isLast}
        onClick={() => onMove(1)}
      >
        <IconArrowDown size={14} />
      </ActionIcon>
      <ActionIcon {...button} aria-label={`Remove ${handle}`} onClick={onRemove}>
        <IconX size={14} />
      </ActionIcon>
    </Group>
  );
}
