import type { ReviewedScore, Scoring } from "../../../../api/types.ts";
import { choiceColumn, type Choice } from "../../../../components/tables/choice-column.tsx";
import { DetailsButton } from "../../../../components/details/details-button.tsx";
import { GamerLink } from "../../../../components/entries/gamer-link.tsx";
import { PlainTime } from "../../../../components/values/time.tsx";
import type { Column } from "../../../../components/tables/virtual-table.tsx";
import classes from "../../../../components/tables/virtual-table.module.css";
import type { Environment } from "../../../../environment.ts";
import { widthOf } from "../number-width.ts";
import { DECIDED, ScoreMark, type Decision } from "./states.tsx";

interface ScoreColumnsOptions {
  environment: Environment;
  scoring: Scoring;
  rows: readonly ReviewedScore[];
  /** Whose attempts decide nothing, by handle. */
  disqualified: ReadonlySet<string>;
  /** Which attempts are chosen, by id; null where nothing can be decided on them. */
  choice: Choice | null;
  onOpen: (score: ReviewedScore) => void;
}

const LEAST_PX = 56;

/** The columns of a tournament's attempts; tie-breaks where the scoring has them. */
export function scoreColumns(options: ScoreColumnsOptions): Column<ReviewedScore>[] {
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
      width: widthOf(rows, ({ score }) => score, LEAST_PX),
      isNumber: true,
      cell: ({ score }) => score.toLocaleString(),
    },
    ...scoring.tieBreaks.map((_, index): Column<ReviewedScore> => ({
      key: `tie-break ${index}`,
      head: scoring.tieBreaks.length === 1 ? "Tie-break" : `Tie-break ${index + 1}`,
      width: widthOf(rows, ({ tieBreaks }) => tieBreaks[index], LEAST_PX + LEAST_PX / 2),
      isNumber: true,
      isExtra: true,
      cell: ({ tieBreaks }) => tieBreaks[index]?.toLocaleString() ?? "–",
    })),
    {
      key: "state",
      head: "State",
      width: "84px",
      cell: (score) => (
        <DetailsButton of={nameOf(score)} onClick={() => onOpen(score)}>
          <ScoreMark state={score.state} />
        </DetailsButton>
      ),
    },
    {
      key: "decided",
      head: "Decision",
      width: "minmax(96px, 2fr)",
      isExtra: true,
      cell: ({ decisions }) => latestOf(decisions),
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

function latestOf(decisions: readonly Decision[]) {
  const latest = decisions.at(-1);
  if (latest === undefined) return "";
  const words = `${DECIDED[latest.decision]}: ${latest.reason}`;
  return <span title={words}>{words}</span>;
}

const idOf = ({ id }: ReviewedScore) => id;
const nameOf = ({ gamerHandle, score, attempt }: ReviewedScore) =>
  `${gamerHandle} ${score.toLocaleString()}${attempt === null ? "" : ` ${attempt}`}`;
