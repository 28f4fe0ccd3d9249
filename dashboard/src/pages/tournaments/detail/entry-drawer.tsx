import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { content } from "../../../api/client.ts";
import { LIVE } from "../../../api/query-client.ts";
import type { Entry, EntryDecision, Standing, Tournament } from "../../../api/types.ts";
import { CodeBlock, CopyButton } from "../../../components/code.tsx";
import { Detail, Details, DetailsDrawer } from "../../../components/details.tsx";
import { EntryMark, GamerDetail } from "../../../components/entries.tsx";
import { QueryView } from "../../../components/page/query-view.tsx";
import { Money } from "../../../components/values/figures.tsx";
import { Time } from "../../../components/values/time.tsx";
import { useEnvironment } from "../../../environment.ts";
import { tournamentKey } from "../queries.ts";
import { DecisionList } from "./decisions.tsx";

interface EntryDrawerProps {
  tournament: Tournament;
  /** The entry from the list, which contains the display name. */
  listed: Entry;
  onClose: () => void;
}

export function EntryDrawer({ tournament, listed, onClose }: EntryDrawerProps) {
  const environment = useEnvironment();
  const params = { path: { tournamentId: tournament.id, handle: listed.gamerHandle } };
  const query = useQuery({
    queryKey: tournamentKey(environment, tournament.id, "entry", listed.gamerHandle),
    queryFn: () =>
      content(environment.api.GET("/tournament/{tournamentId}/entry/{handle}", { params })),
    ...LIVE,
  });
  return (
    <DetailsDrawer title="Entry" onClose={onClose}>
      <QueryView query={query}>
        {({ entry, standing, decisions }) => (
          <Stack>
            <Details>
              <GamerDetail handle={listed.gamerHandle} />
              {listed.displayName !== undefined && (
                <Detail name="Display name">{listed.displayName}</Detail>
              )}
              <Facts entry={entry} />
              {standing && <Scored standing={standing} />}
            </Details>
            {entry.metadata && (
              <CodeBlock
                code={JSON.stringify(entry.metadata, null, 2)}
                label="Entry metadata as JSON"
              />
            )}
            <DecisionList decisions={decisions} titleOf={decidedIn} />
          </Stack>
        )}
      </QueryView>
    </DetailsDrawer>
  );
}

function decidedIn({ decision, was }: EntryDecision): string {
  if (decision === "disqualify") return "Disqualified";
  return was === "disqualified" ? "Reinstated" : "Elimination undone";
}

function Facts({ entry }: { entry: Entry }) {
  const { id, state, rank, entryFee, joinedAt, eliminatedAt } = entry;
  return (
    <>
      <Detail name="State">
        <EntryMark state={state} />
      </Detail>
      {rank !== null && <Detail name="Final rank">{rank.toLocaleString()}</Detail>}
      <Detail name="Entry fee">
        <Money amount={entryFee} />
      </Detail>
      <Detail name="Joined">
        <Time at={joinedAt} />
      </Detail>
      {eliminatedAt !== null && (
        <Detail name="Eliminated">
          <Time at={eliminatedAt} />
        </Detail>
      )}
      <Detail name="ID">
        <span style={{ overflowWrap: "anywhere" }}>{id}</span>{" "}
        <CopyButton value={id} label="Copy entry ID" />
      </Detail>
    </>
  );
}

const Scored = ({ standing }: { standing: Standing }) => (
  <>
    <Detail name="Score">{standing.score?.toLocaleString() ?? "None yet"}</Detail>
    <Detail name="Attempts">
      {standing.attempts.toLocaleString()} used, {standing.attemptsLeft.toLocaleString()} left
    </Detail>
  </>
);
