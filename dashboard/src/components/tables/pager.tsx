import { Button, Group } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "../icons.ts";

interface PagerProps {
  /** The labels of the first page and of the following pages. */
  order?: { first: string; next: string };
  /** The cursor of the page, or undefined on the first page. */
  cursor: string | undefined;
  nextCursor: string | null;
  onCursor: (cursor: string | undefined) => void;
}

const BY_TIME = { first: "Newest", next: "Older" };

export const BY_NAME = { first: "First", next: "Next" };

export function Pager({ order = BY_TIME, cursor, nextCursor, onCursor }: PagerProps) {
  if (cursor === undefined && nextCursor === null) return null;
  return (
    <Group component="nav" justify="space-between" mt="md" aria-label="Pagination">
      <Button
        variant="default"
        size="xs"
        leftSection={<IconChevronLeft size={14} />}
        disabled={cursor === undefined}
        onClick={() => onCursor(undefined)}
      >
        {order.first}
      </Button>
      <Button
        variant="default"
        size="xs"
        rightSection={<IconChevronRight size={14} />}
        disabled={nextCursor === null}
        onClick={() => onCursor(nextCursor ?? undefined)}
      >
        {order.next}
      </Button>
    </Group>
  );
}
