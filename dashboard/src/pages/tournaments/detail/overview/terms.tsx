import { Paper, Title } from "@mantine/core";
import type { Tournament } from "../../../../api/types.ts";
import { Detail, Details } from "../../../../components/details/details.tsx";
import { formatPercent } from "../../../../components/values/percent.ts";
import { Time } from "../../../../components/values/time.tsx";
import { endOf } from "../../ending.ts";
import { entriesText } from "../../entries-text.ts";
import { ordinal, percentagesOf } from "../../terms/split.ts";

const MOST_RANKS = 5;

/** What the game set about a tournament. */
export function Terms({ tournament }: { tournament: Tournament }) {
  const { startTime, endTime, registrationClosesAt, minEntries, externalId, createdAt } =
    tournament;
  const end = endOf(tournament);
  return (
    <Paper component="section" withBorder radius="lg" p="md" h="100%">
      <Title order={2} size="h5" mb="sm">
        Terms
      </Title>
      <Details isWide>
        <Detail name="Play starts">
          <Time at={startTime} />
        </Detail>
        <Detail name={end === undefined ? "Ends" : end.early ? "Scheduled end" : "Ended"}>
          <Time at={endTime} />
        </Detail>
        <Detail name="Registration closes">
          {registrationClosesAt === null ? "at the end" : <Time at={registrationClosesAt} />}
        </Detail>
        <Detail name="Minimum entries">
          {minEntries === 0 ? "none" : entriesText(minEntries)}
        </Detail>
        <Detail name="Prize split">{splitText(tournament.prizeSplit)}</Detail>
        {externalId !== undefined && <Detail name="External ID">{externalId}</Detail>}
        <Detail name="Created">
          <Time at={createdAt} />
        </Detail>
      </Details>
    </Paper>
  );
}

/** A prize split in a line: 1st 60%, 2nd 40%. */
function splitText(shares: readonly number[]): string {
  if (shares.length <= 1) return "winner takes all";
  const parts = percentagesOf(shares).map(
    (part, index) => `${ordinal(index + 1)}\u00a0${formatPercent(part)}`,
  );
  const rest = parts.length - MOST_RANKS;
  return [...parts.slice(0, MOST_RANKS), ...(rest > 0 ? [`${rest} more`] : [])].join(", ");
}
