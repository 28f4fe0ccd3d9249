import { Group, Stack, Text } from "@mantine/core";
import { useMemo, useState } from "react";
import type { ReviewedScore, Scoring } from "../../../api/schema.d.ts";
import { Copyable, Details, DetailsDrawer, JsonBlock } from "../../../components/details.tsx";
import { GamerLink, GamerPageLink } from "../../../components/entries.tsx";
import {
  Filters,
  IN_PLACE,
  SearchField,
  SelectFilter,
  useFilters,
} from "../../../components/forms/filters.tsx";
import { Choices } from "../../../components/forms/inputs.tsx";
import { ListStatus, NoMatch } from "../../../components/inline.tsx";
import { QueryView } from "../../../components/page.tsx";
import * as column from "../../../components/tables/columns.tsx";
import type { Column } from "../../../components/tables/data-table.tsx";
import { DetailsButton, VirtualTable } from "../../../components/tables/virtual-table.tsx";
import { may, useEnvironment } from "../../../environment.ts";
import { useDisqualified, useScores, useTournament } from "../queries.ts";
import { SCORE_STATES, type ScoreFilters, tabSearch } from "../search.ts";
import { tieBreakHead } from "../texts.ts";
import { BulkAction, DecisionDialog, DecisionList } from "./decisions.tsx";
import { NoScores } from "./empty-tabs.tsx";
import classes from "../../../components/tables/virtual-table.module.css";
import { StateMark, Time, toChoices } from "../../../components/values.tsx";

type Decision = ReviewedScore["decisions"][number];

const STATES = toChoices(SCORE_STATES);

export function ScoresTab() {
  const { scoring, status } = useTournament();
  const { search, onSearch, filter } = useFilters(tabSearch, IN_PLACE);
  const { tab, ...filters } = search;
  const { query } = useScores(filters);
  const isAll = Object.keys(filters).length === 0;
  if (scoring === undefined || status === "pending" || (isAll && query.data?.length === 0))
    return <NoScores />;
  return (
    <>
      <Filters onClear={!isAll && (() => onSearch({ tab }))}>
        <SelectFilter label="State" all="All states" data={STATES} {...filter("state")} />
        <SearchField
          label="Gamer"
          placeholder="Handle"
          flex="1 1 120px"
          maw={{ xs: 220 }}
          {...filter("gamer")}
        />
      </Filters>
      <QueryView
        query={query}
        lines={8}
        empty={
          query.data?.length === 0 && (
            <NoMatch>No scores match these filters. Change or clear the filters.</NoMatch>
          )
        }
      >
        {(scores) => (
          // The key clears the choice when the filters change.
          <Attempts
            key={JSON.stringify(filters)}
            scoring={scoring}
            filters={filters}
            scores={scores}
          />
        )}
      </QueryView>
    </>
  );
}

interface AttemptsProps {
  filters: ScoreFilters;
  scoring: Scoring;
  scores: readonly ReviewedScore[];
}

function Attempts({ scoring, filters, scores }: AttemptsProps) {
  const environment = useEnvironment();
  const { query, isWhole, readMore } = useScores(filters);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [opened, setOpened] = useState<ReviewedScore>();
  const disqualified = useDisqualified();
  const canReview = useTournament().status === "published" && may(environment, "entries:write");
  const columns = useMemo(
    () => [
      ...(canReview ? [column.choice({ chosen, setChosen }, idOf, nameOf)] : []),
      ...scoreColumns(scoring, scores, disqualified, setOpened),
    ],
    [scoring, scores, disqualified, canReview, chosen],
  );
  return (
    <>
      <Group justify="space-between" my="sm" gap="sm" mih={30}>
        <ListStatus isReading={query.isFetchingNextPage}>
          {isWhole ? scoresText(scores.length) : `Newest ${scoresText(scores.length)} loaded`}
        </ListStatus>
        {canReview && (
          <BulkAction
            label="Review"
            noun="score"
            chosen={scores.filter(({ id }) => chosen.has(id))}
            dialog={(taken) => <Review scores={taken} onDone={() => setChosen(new Set())} />}
          />
        )}
      </Group>
      <VirtualTable
        label="Scores"
        columns={columns}
        rows={scores}
        keyOf={({ id }) => id}
        onEnd={readMore}
      />
      {opened && (
        <ScoreDrawer
          score={scores.find(({ id }) => id === opened.id) ?? opened}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
}

const scoresText = (count: number): string =>
  `${count.toLocaleString()} ${count === 1 ? "score" : "scores"}`;

const MIN_PX = 56;

function scoreColumns(
  scoring: Scoring,
  rows: readonly ReviewedScore[],
  /** Handles of disqualified gamers. Their scores do not count. */
  disqualified: ReadonlySet<string>,
  onOpen: (score: ReviewedScore) => void,
): Column<ReviewedScore>[] {
  return [
    {
      head: "Gamer",
      width: "minmax(64px, 1fr)",
      cell: ({ gamerHandle }) => (
        <>
          <GamerLink handle={gamerHandle} />
          {disqualified.has(gamerHandle) && <span className={classes["beside"]}>disqualified</span>}
        </>
      ),
    },
    column.number("Score", column.fitWidth(rows, scoreOf, MIN_PX), scoreOf),
    ...scoring.tieBreaks.map((_, index) => {
      const numberOf = ({ tieBreaks }: ReviewedScore) => tieBreaks[index];
      const width = column.fitWidth(rows, numberOf, MIN_PX + MIN_PX / 2);
      return column.number(tieBreakHead(scoring, index), width, numberOf, { from: "sm" });
    }),
    {
      head: "State",
      width: "84px",
      cell: (score) => (
        <DetailsButton name={nameOf(score)} onClick={() => onOpen(score)}>
          <StateMark state={score.state} />
        </DetailsButton>
      ),
    },
    {
      head: "Decision",
      width: "minmax(96px, 2fr)",
      from: "sm",
      cell: ({ decisions }) => renderLatestDecision(decisions),
    },
    column.time("Recorded at", ({ createdAt }) => createdAt, { width: "186px", seconds: true }),
  ];
}

function renderLatestDecision(decisions: readonly Decision[]) {
  const latest = decisions.at(-1);
  if (latest === undefined) return "";
  const words = `${DECIDED[latest.decision]}: ${latest.reason}`;
  return <span title={words}>{words}</span>;
}

const scoreOf = ({ score }: ReviewedScore) => score;
const idOf = ({ id }: ReviewedScore) => id;
const nameOf = ({ gamerHandle, score, attempt }: ReviewedScore) =>
  `${gamerHandle} ${score.toLocaleString()}${attempt === null ? "" : ` ${attempt}`}`;

function ScoreDrawer({ score: shown, onClose }: { score: ReviewedScore; onClose: () => void }) {
  const { scoring } = useTournament();
  const { id, gamerHandle, score, tieBreaks, attempt, state, createdAt, metadata } = shown;
  const numbers = tieBreaks.map((tieBreak) => tieBreak.toLocaleString()).join("; ");
  return (
    <DetailsDrawer title="Score" onClose={onClose}>
      <Stack>
        <Details
          rows={{
            Gamer: <GamerPageLink handle={gamerHandle} />,
            Score: score.toLocaleString(),
            [tieBreaks.length === 1 ? "Tie-break" : "Tie-breaks"]:
              scoring !== undefined && scoring.tieBreaks.length > 0 && numbers,
            State: <StateMark state={state} />,
            Attempt: attempt !== null && (
              <span style={{ overflowWrap: "anywhere" }}>{attempt}</span>
            ),
            Recorded: <Time at={createdAt} />,
            ID: <Copyable value={id} name="score ID" />,
          }}
        />
        {metadata && <JsonBlock json={metadata} label="Score metadata" />}
        <DecisionList
          decisions={shown.decisions}
          titleOf={({ decision }) => DECIDED[decision]}
          none={
            state === "held"
              ? "This score is held for review. The score counts only if you accept it."
              : "No decisions. The score counts as recorded."
          }
        />
      </Stack>
    </DetailsDrawer>
  );
}

const CHOICES = [
  { value: "accept", label: "Accept", description: "The score counts." },
  {
    value: "void",
    label: "Void",
    description: "The score does not count. The gamer gets the attempt back.",
  },
  { value: "hold", label: "Hold", description: "The score does not count until you accept it." },
] as const satisfies { value: Decision["decision"]; [key: string]: string }[];

function Review({ scores, onDone }: { scores: readonly ReviewedScore[]; onDone: () => void }) {
  const { id: tournamentId } = useTournament();
  const [chosen, setChosen] = useState<(typeof CHOICES)[number]>(CHOICES[0]);
  return (
    <DecisionDialog
      title="Review scores"
      action={`${chosen.label} scores`}
      names={scores.map(({ gamerHandle, score }) => `${gamerHandle} ${score.toLocaleString()}`)}
      decide={(reason, api) => {
        const decision = { scores: scores.map(({ id }) => id), decision: chosen.value, reason };
        return api.PATCH("/tournament/{tournamentId}/review", { tournamentId, ...decision });
      }}
      onDone={onDone}
    >
      <Choices
        label="Decision"
        choices={CHOICES}
        value={chosen.value}
        onChange={(value) => setChosen(CHOICES.find((one) => one.value === value) ?? CHOICES[0])}
      />
      <Text size="sm">The latest decision on a score applies. Ranks change immediately.</Text>
    </DecisionDialog>
  );
}

const DECIDED: Readonly<Record<Decision["decision"], string>> = {
  accept: "Accepted",
  void: "Voided",
  hold: "Held",
};
