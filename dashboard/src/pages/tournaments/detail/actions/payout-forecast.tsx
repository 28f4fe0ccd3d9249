import { Stack, Text } from "@mantine/core";
import type { Tournament } from "../../../../api/types.ts";
import { Money } from "../../../../components/values/money.tsx";
import { formatPercent } from "../../../../components/values/percent.ts";
import type { usePreview } from "../settlement/reads.ts";
import { WouldBePaid } from "../settlement/would-be-paid.tsx";

interface PayoutForecastProps {
  tournament: Tournament;
  query: ReturnType<typeof usePreview>;
  /** Whether somebody gives ranks, which the service cannot foretell the payouts of. */
  isPlaced: boolean;
}

const HUNDRED = 100;

/** Says who would be paid what by an end now, or how ranks that somebody gives are paid. */
export function PayoutForecast({ tournament, query, isPlaced }: PayoutForecastProps) {
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
