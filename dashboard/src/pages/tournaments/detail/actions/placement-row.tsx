import { ActionIcon, Checkbox, Group, Text } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconX } from "../../../../components/icons.ts";
import type { Placement } from "./placements.ts";

interface PlacementRowProps {
  placement: Placement;
  rank: number;
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
  onTie: (isTied: boolean) => void;
}

/** A gamer with the rank that somebody gives. */
export function PlacementRow(props: PlacementRowProps) {
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
