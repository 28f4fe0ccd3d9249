import { Button, Group } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "../app/icons.ts";

interface PagerProps {
  /** The cursor of the page that is shown; undefined on the first. */
  cursor: string | undefined;
  nextCursor: string | null;
  onCursor: (cursor: string | undefined) => void;
}

/** Leads to the next page of a list, and back to its beginning; the browser's back goes one page back. */
export function Pager({ cursor, nextCursor, onCursor }: PagerProps) {
  if (cursor === undefined && nextCursor === null) return null;
  return (
    <Group component="nav" justify="space-between" mt="md" aria-label="Pages of the list">
      <Button
        variant="default"
        size="xs"
        leftSection={<IconChevronLeft size={14} />}
        disabled={cursor === undefined}
        onClick={() => onCursor(undefined)}
      >
        Newest
      </Button>
      <Button
        variant="default"
        size="xs"
        rightSection={<IconChevronRight size={14} />}
        disabled={nextCursor === null}
        onClick={() => onCursor(nextCursor ?? undefined)}
      >
        Older
      </Button>
    </Group>
  );
}
