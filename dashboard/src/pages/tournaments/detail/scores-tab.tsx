import { Group, Loader, NativeSelect, Text } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import type { ReviewedScore, Scoring, Tournament } from "../../../api/types.ts";
import { GamerLink } from "../../../components/entries.tsx";
import { ClearFilters, SearchField } from "../../../components/forms/search-field.tsx";
import { QueryView } from "../../../components/page/query-view.tsx";
import classes from "../../../components/tables/virtual-table.module.css";
import {
  type Choice,
  choiceColumn,
  type Column,
  DetailsButton,
  VirtualTable,
  fitWidth,
} from "../../../components/tables/virtual-table.tsx";
import { PlainTime } from "../../../components/values/time.tsx";
import { type Environment, may, useEnvironment } from "../../../environment.ts";
import { SCORE_STATES, type ScoreFilters, scoreFilters } from "../search.ts";
import { BulkAction } from "./decisions.tsx";
import { NoScores } from "./empty-tabs.tsx";
import { useDisqualified, useScores } from "./queries.ts";
import {
  DECIDED,
  type Decision,
  Review,
  SCORE_LABELS,
  ScoreDrawer,
  ScoreMark,
} from "./score-drawer.tsx";

interface ScoresTabProps {
  tournament: Tournament;
  filters: ScoreFilters;
}

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
            // The key clears the choice when the filters change.
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
          // The current score if the list still contains it.
          score={scores.find(({ id }) => id === opened.id) ?? opened}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
}

const scoresText = (count: number): string =>
  `${count.toLocaleString()} ${count === 1 ? "score" : "scores"}`;

interface FilterBarProps {
  filters: ScoreFilters;
  onFilters: (filters: ScoreFilters) => void;
}

const STATES = [
  { value: "", label: "All states" },
  ...SCORE_STATES.map((value) => ({ value, label: SCORE_LABELS[value].label })),
];

function FilterBar({ filters, onFilters }: FilterBarProps) {
  const change = (filter: object) => onFilters(scoreFilters({ ...filters, ...filter }));
  return (
    <Group gap="sm" align="flex-end" role="search" aria-label="Filters">
      <NativeSelect
        label="State"
        size="xs"
        data={STATES}
        value={filters.state ?? ""}
        onChange={({ currentTarget: { value } }) => change({ state: value })}
      />
      <SearchField
        label="Gamer"
        placeholder="Handle"
        size="xs"
        flex="1 1 120px"
        maw={{ xs: 220 }}
        value={filters.gamer ?? ""}
        onSearch={(gamer) => change({ gamer })}
      />
      {Object.keys(filters).length > 0 && <ClearFilters onClick={() => onFilters({})} />}
    </Group>
  );
}

interface ScoreColumnsOptions {
  environment: Environment;
  scoring: Scoring;
  rows: readonly ReviewedScore[];
  /** Handles of disqualified gamers. Their scores do not count. */
  disqualified: ReadonlySet<string>;
  /** The chosen ids, or null if the scores cannot be reviewed. */
  choice: Choice | null;
  onOpen: (score: ReviewedScore) => void;
}

const MIN_PX = 56;

function scoreColumns(options: ScoreColumnsOptions): Column<ReviewedScore>[] {
  const { environment, scoring, rows, disqualified, choice, onOpen } = options;
  return [
    ...(choice === null ? [] : [choiceColumn(choice, idOf, nameOf)]),
    {
      key: "gamer",
      head: "Gamer",
      width: "minmax(64px, 1fr)",
      cell: ({ gamerHandle }) => (
        <>
          <GamerLink environment={environment} handle={gamerHandle} />
          {disqualified.has(gamerHandle) && <span className={classes["beside"]}>disqualified</span>}
        </>
      ),
    },
    {
      key: "score",
      head: "Score",
      width: fitWidth(rows, ({ score }) => score, MIN_PX),
      isNumber: true,
      cell: ({ score }) => score.toLocaleString(),
    },
    ...scoring.tieBreaks.map((_, index): Column<ReviewedScore> => ({
      key: `tie-break ${index}`,
      head: scoring.tieBreaks.length === 1 ? "Tie-break" : `Tie-break ${index + 1}`,
      width: fitWidth(rows, ({ tieBreaks }) => tieBreaks[index], MIN_PX + MIN_PX / 2),
      isNumber: true,
      isExtra: true,
      cell: ({ tieBreaks }) => tieBreaks[index]?.toLocaleString() ?? "–",
    })),
    {
      key: "state",
      head: "State",
      width: "84px",
      cell: (score) => (
        <DetailsButton name={nameOf(score)} onClick={() => onOpen(score)}>
          <ScoreMark state={score.state} />
        </DetailsButton>
      ),
    },
    {
      key: "decided",
      head: "Decision",
      width: "minmax(96px, 2fr)",
      isExtra: true,
      cell: ({ decisions }) => renderLatestDecision(decisions),
    },
    {
      key: "recorded",
      head: "Recorded at",
      width: "186px",
      isExtra: true,
      cell: ({ createdAt }) => <PlainTime at={createdAt} seconds />,
    },
  ];
}

function renderLatestDecision(decisions: readonly Decision[]) {
  const latest = decisions.at(-1);
  if (latest === undefined) return "";
  const words = `${DECIDED[latest.decision]}: ${latest.reason}`;
  return <span title={words}>{words}</span>;
}

const idOf = ({ id }: ReviewedScore) => id;
const nameOf = ({ gamerHandle, score, attempt }: ReviewedScore) =>
  `${gamerHandle} ${score.toLocaleString()}${attempt === null ? "" : ` ${attempt}`}`;
