import { ActionIcon, Checkbox, Group, Select, Stack, Text } from "@mantine/core";
import {
  IconArrowDown,
  IconArrowUp,
  IconBan,
  IconFlag,
  IconPencil,
  IconX,
} from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { Scoring } from "../../../api/schema.d.ts";
import { formatPercent } from "../../../components/amount.ts";
import {
  ActionDialog,
  ActionMenu,
  Confirm,
  DialogButton,
  useClose,
} from "../../../components/forms/dialogs.tsx";
import { Warning } from "../../../components/page.tsx";
import { RouteAnchor } from "../../../components/route-link.tsx";
import { toast } from "../../../components/toast.ts";
import { Money } from "../../../components/values.tsx";
import { gameNow, may, pathIn, useEnvironment } from "../../../environment.ts";
import { useEntries, useHeld, usePreview, useTournament } from "../queries.ts";
import { toPercentages } from "../texts.ts";
import { WouldBePaid } from "./payouts.tsx";
import { movePlacement, type Placement, removePlacement, toRanks } from "./placements.ts";

export function Actions() {
  const environment = useEnvironment();
  const { id: tournamentId, name, status, startTime } = useTournament();
  if (!may(environment, "tournaments:write")) return null;
  if (status !== "pending" && status !== "published") return null;
  const isPending = status === "pending";
  const publish = (
    <Confirm
      title="Publish the tournament"
      act={(api) => api.PATCH("/tournament/{tournamentId}/publish", { tournamentId })}
      onDone={() => toast(`${name} was published.`)}
      action="Publish tournament"
      button={{ "data-autofocus": true }}
    >
      After you publish <b>{name}</b>, gamers can join and you can no longer change the terms.
    </Confirm>
  );
  const cancel = (
    <Confirm
      title="Cancel the tournament"
      name={name}
      action="Cancel tournament"
      act={(api) => api.PATCH("/tournament/{tournamentId}/cancel", { tournamentId })}
      onDone={() => toast(`${name} was cancelled.`)}
    >
      Every entry fee is refunded. You cannot undo this.
    </Confirm>
  );
  const edit = {
    label: "Edit terms",
    icon: IconPencil,
    to: pathIn(environment, `tournaments/${tournamentId}/edit`),
  };
  return (
    <>
      {isPending ? (
        <DialogButton key="publish" label="Publish tournament" dialog={publish} />
      ) : (
        // Another key, because an open dialog must not become the dialog of another action.
        <DialogButton
          key="end"
          variant="default"
          icon={IconFlag}
          label="End tournament"
          dialog={<Complete />}
        />
      )}
      <ActionMenu
        label="More actions"
        variant="default"
        size={36}
        actions={[
          isPending && Date.parse(startTime) > gameNow(environment) && edit,
          { label: "Cancel tournament", color: "red", icon: IconBan, dialog: cancel },
        ]}
      />
    </>
  );
}

const BY_HAND =
  "Rank the gamers who are still in the tournament, best first. Gamers that you leave out share the next rank.";
const BY_SCORES =
  "The leaderboard determines the ranks. Held scores do not count. Gamers that you rank yourself come before all others.";

function Complete() {
  const close = useClose();
  const environment = useEnvironment();
  const { id, name, scoring } = useTournament();
  const [placements, setPlacements] = useState<Placement[]>([]);
  const mutation = useMutation({
    mutationFn: () => {
      const ranks = placements.length === 0 ? undefined : toRanks(placements);
      return environment.api.PATCH("/tournament/{tournamentId}/complete", {
        tournamentId: id,
        ranks,
      });
    },
    onSuccess: () => {
      toast(`${name} has ended and is being settled.`);
      close();
    },
  });
  // A tournament that is ending has no preview.
  const preview = usePreview(!mutation.isPending && !mutation.isSuccess);
  return (
    <ActionDialog
      title="End the tournament"
      size="lg"
      mutation={mutation}
      back="Back"
      action={actionLabel(scoring, placements)}
      button={{ color: "red", disabled: preview.isPending }}
    >
      <Text size="sm">
        Registration of <b>{name}</b> closes and the prize pool is paid out.{" "}
        {scoring ? BY_SCORES : BY_HAND} You cannot undo this.
      </Text>
      <HeldScores />
      <Placing placements={placements} onPlacements={setPlacements} />
      {placements.length > 0 ? (
        <ByRanks pool={preview.data?.pool} />
      ) : (
        <Stack gap="xs">
          <Text size="sm">Payouts if the tournament ended now:</Text>
          <WouldBePaid query={preview} handles={[]} />
        </Stack>
      )}
    </ActionDialog>
  );
}

function actionLabel(scoring: Scoring | undefined, placements: readonly Placement[]): string {
  if (placements.length > 0) return "End with these ranks";
  return scoring ? "End by scores" : "End without ranks";
}

function sentence(held: string): string {
  if (held === "1") return "1 score is held for review";
  return `${held === "some" ? "Some" : held} scores are held for review`;
}

function HeldScores() {
  const close = useClose();
  const environment = useEnvironment();
  const { id } = useTournament();
  const held = useHeld();
  if (held === undefined) return null;
  return (
    <Warning title={sentence(held)}>
      <Text size="sm">
        A held score counts only if you accept it before the end.{" "}
        <RouteAnchor
          to={pathIn(environment, `tournaments/${id}`)}
          search={{ tab: "scores", state: "held" }}
          resetScroll={false}
          size="sm"
          c="inherit"
          underline="always"
          onClick={close}
        >
          Review held scores
        </RouteAnchor>
      </Text>
    </Warning>
  );
}

/** Describes the payouts by given ranks. The service cannot preview these payouts. */
function ByRanks({ pool }: { pool: number | undefined }) {
  const { prizeSplit } = useTournament();
  const ranks = toPercentages(prizeSplit.length === 0 ? [1] : prizeSplit).map(
    (percent, index) => `${index + 1}: ${formatPercent(percent)}`,
  );
  return (
    <Text size="sm">
      The pool
      {pool !== undefined && (
        <>
          {" of "}
          <Money amount={pool} />
        </>
      )}
      , minus the platform fee, is paid by rank ({ranks.join(", ")}). Tied gamers share the prizes
      of their ranks. Prizes of unused ranks are divided among the other ranks.
    </Text>
  );
}

interface PlacingProps {
  placements: readonly Placement[];
  onPlacements: (placements: Placement[]) => void;
}

// A limit for manual ranking. The API accepts 10,000 placements.
const MAX_PLACED = 100;

function Placing({ placements, onPlacements }: PlacingProps) {
  const { rows: entries, isReading } = useEntries();
  const [search, setSearch] = useState("");
  const handles = useMemo(() => {
    const placed = new Set(placements.map(({ handle }) => handle));
    const stillIn = (entries ?? []).filter(({ state }) => state === "in");
    return stillIn.map(({ gamerHandle }) => gamerHandle).filter((handle) => !placed.has(handle));
  }, [entries, placements]);
  return (
    <Stack gap="xs">
      <Stack component="ol" gap={4} p={0} m={0} aria-label="Final ranks">
        {placements.map((placement, index) => (
          <PlacementRow
            key={placement.handle}
            placement={placement}
            index={index}
            placements={placements}
            onPlacements={onPlacements}
          />
        ))}
      </Stack>
      <Select
        label={placements.length === 0 ? "Gamer in first place" : "Gamer in next place"}
        placeholder={isReading ? "Loading entries…" : "Search by handle"}
        data={handles}
        value={null}
        searchable
        limit={20}
        disabled={placements.length >= MAX_PLACED}
        nothingFoundMessage="No matching gamer is still in the tournament"
        searchValue={search}
        onSearchChange={setSearch}
        onChange={(handle) => {
          if (handle === null) return;
          onPlacements([...placements, { handle, isTied: false }]);
          // Clears the search text for the next gamer.
          setSearch("");
        }}
      />
    </Stack>
  );
}

interface PlacementRowProps extends PlacingProps {
  placement: Placement;
  index: number;
}

function PlacementRow({ placement, index, placements, onPlacements }: PlacementRowProps) {
  const { handle, isTied } = placement;
  const move = (by: 1 | -1) => onPlacements(movePlacement(placements, index, index + by));
  const button = (way?: "up" | "down") => ({
    ...({ variant: "subtle", color: "gray", size: "sm" } as const),
    "aria-label": way ? `Move ${handle} ${way}` : `Remove ${handle}`,
  });
  return (
    <Group component="li" gap="xs" wrap="nowrap">
      <Text size="sm" w={28} ta="right" c="dimmed" style={{ fontVariantNumeric: "tabular-nums" }}>
        {toRanks(placements)[index]?.rank}
      </Text>
      <Text size="sm" fw={550} flex={1} miw={0} truncate>
        {handle}
      </Text>
      {index > 0 && (
        <Checkbox
          size="xs"
          label="Tied"
          aria-label={`${handle} is tied with the rank above`}
          checked={isTied}
          onChange={({ currentTarget: { checked } }) =>
            onPlacements(placements.with(index, { ...placement, isTied: checked }))
          }
        />
      )}
      <ActionIcon {...button("up")} disabled={index === 0} onClick={() => move(-1)}>
        <IconArrowUp size={14} />
      </ActionIcon>
      <ActionIcon
        {...button("down")}
        disabled={index === placements.length - 1}
        onClick={() => move(1)}
      >
        <IconArrowDown size={14} />
      </ActionIcon>
      <ActionIcon {...button()} onClick={() => onPlacements(removePlacement(placements, index))}>
        <IconX size={14} />
      </ActionIcon>
    </Group>
  );
}
