import { Text } from "@mantine/core";
import { QueryView } from "../../../../components/page/query-view.tsx";
import { FirstPayouts } from "./first-payouts.tsx";
import type { usePreview } from "./reads.ts";

interface WouldBePaidProps {
  query: ReturnType<typeof usePreview>;
  /** Gamers to be found at a glance. */
  handles: readonly string[];
}

/** Who would be paid if a tournament ended now. */
export const WouldBePaid = ({ query, handles }: WouldBePaidProps) => (
  <QueryView query={query} lines={3}>
    {(preview) => {
      if (preview === null) return null;
      if (preview.kind === "refund")
        return (
          <Text size="sm" fw={550}>
            No payouts. Every entry fee would be refunded.
          </Text>
        );
      if (preview.payouts.length === 0)
        return (
          <Text size="sm" fw={550}>
            No payouts.
          </Text>
        );
      return <FirstPayouts preview={preview} handles={handles} />;
    }}
  </QueryView>
);
