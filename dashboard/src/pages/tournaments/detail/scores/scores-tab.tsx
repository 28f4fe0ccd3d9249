import { Group, Loader, Text } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import type { ReviewedScore, Scoring, Tournament } from "../../../../api/types.ts";
import { QueryView } from "../../../../components/page/query-view.tsx";
import { VirtualTable } from "../../../../components/tables/virtual-table.tsx";
import { may, useEnvironment } from "../../../../environment.ts";
import { useDisqualified } from "../entries/reads.ts";
import { BulkAction } from "../bulk-action.tsx";
import { NoScores } from "../leaderboard/no-scores.tsx";
import type { ScoreFilters } from "../search.ts";
import { scoreColumns } from "./columns.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { useScores } from "./reads.ts";
import { Review } from "./review.tsx";
import { ScoreDrawer } from "./score-drawer.tsx";

interface ScoresTabProps {
  tournament: Tournament;
  filters: ScoreFilters;
}

/** The attempts of a tournament that takes scores, as they come in, and what is decided on them. */
export function ScoresTab({ tournament, filters }: ScoresTabProps) {
  const { scoring, status } = tournament;
  const navigate = useNavigate();
  const { scores, query } = useScores(tournament, filters);
  const isAll = Object.keys(filters).length === 0;
  if (scoring === undefined || status === "pending" || (isAll && scores?.length === 0))
    return <NoScores tournament={tournament} />;
  return (
    <>
      <FilterBar
        filters={filters}
        onFilters={(next) =>
          void navigate({
            to: ".",
            search: { tab: "scores", ...next },
            replace: true,
            resetScroll: false,
          })
        }
      />
      <QueryView query={{ ...query, data: scores }} lines={8}>
        {(read) =>
          read.length === 0 ? (
            <Text c="dimmed" py="xl" ta="center">
              No scores match these filters. Change or clear the filters.
            </Text>
          ) : (
            // Those chosen in one list are not meant in another.
            <Attempts
              key={JSON.stringify(filters)}
              tournament={tournament}
              scoring={scoring}
              filters={filters}
              scores={read}
            />
          )
        }
      </QueryView>
    </>
  );
}

interface AttemptsProps extends ScoresTabProps {
  scoring: Scoring;
  scores: readonly ReviewedScore[];
}

function Attempts({ tournament, scoring, filters, scores }: AttemptsProps) {
  const environment = useEnvironment();
  const { query, isWhole } = useScores(tournament, filters);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [opened, setOpened] = useState<ReviewedScore>();
  const disqualified = useDisqualified(tournament);
  const canReview = tournament.status === "published" && may(environment, "entries:write");
  const columns = useMemo(
    () =>
      scoreColumns({
        environment,
        scoring,
        rows: scores,
        disqualified,
        choice: canReview ? { chosen, setChosen } : null,
        onOpen: setOpened,
      }),
    [environment, scoring, scores, disqualified, canReview, chosen],
  );
  return (
    <>
      <Group justify="space-between" my="sm" gap="sm" mih={30}>
        <Group gap="sm">
          <Text size="xs" c="dimmed" role="status">
            {isWhole ? scoresText(scores.length) : `Newest ${scoresText(scores.length)} loaded`}
          </Text>
          {query.isFetchingNextPage && <Loader size={14} aria-label="Loading more" />}
        </Group>
        {canReview && (
          <BulkAction
            label="Review"
            noun="score"
            chosen={scores.filter(({ id }) => chosen.has(id))}
            dialog={(taken, close) => (
              <Review
                tournament={tournament}
                scores={taken}
                onDone={() => setChosen(new Set())}
                onClose={close}
              />
            )}
          />
        )}
      </Group>
      <VirtualTable
        label="Scores"
        columns={columns}
        rows={scores}
        keyOf={({ id }) => id}
        onEnd={() => {
          if (!isWhole && !query.isFetching) void query.fetchNextPage();
        }}
      />
      {opened && (
        <ScoreDrawer
          scoring={scoring}
          // As it is by now, where it is still in the list.
          score={scores.find(({ id }) => id === opened.id) ?? opened}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
}

const scoresText = (count: number): string =>
  `${count.toLocaleString()} ${count === 1 ? "score" : "scores"}`;
