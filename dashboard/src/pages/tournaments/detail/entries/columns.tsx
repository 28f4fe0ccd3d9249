import type { Entry, Tournament } from "../../../../api/types.ts";
import { GamerLink } from "../../../../components/gamer-link.tsx";
import { Marked } from "../../../../components/marked.tsx";
import { PlainTime } from "../../../../components/time.tsx";
import type { Column } from "../../../../components/virtual-table.tsx";
import type { Environment } from "../../../../layout/environment.ts";

interface EntryColumnsOptions {
  environment: Environment;
  tournament: Tournament;
  /** Which gamers are chosen, by handle; null where nothing can be done with them. */
  choice: {
    chosen: ReadonlySet<string>;
    setChosen: (chosen: ReadonlySet<string>) => void;
  } | null;
}

/** The columns of a tournament's standings. */
export function entryColumns(options: EntryColumnsOptions): Column<Entry>[] {
  const { environment, choice } = options;
  return [
    ...(choice === null ? [] : [choiceColumn(choice)]),
    {
      key: "rank",
      head: "Rank",
      width: "64px",
      isNumber: true,
      cell: ({ rank, provisional }) => {
        if (rank === null) return "–";
        if (!provisional) return rank.toLocaleString();
        return (
          <span title="May still get worse: gamers can still join">{rank.toLocaleString()} *</span>
        );
      },
    },
    {
      key: "gamer",
      head: "Gamer",
      width: "minmax(96px, 2fr)",
      cell: ({ gamerHandle }) => <GamerLink environment={environment} handle={gamerHandle} />,
    },
    {
      key: "state",
      head: "State",
      width: "minmax(100px, 1fr)",
      cell: stateOf,
    },
    {
      key: "joined",
      head: "Joined",
      width: "minmax(170px, 1fr)",
      isExtra: true,
      cell: ({ joinedAt }) => <PlainTime at={joinedAt} />,
    },
    {
      key: "out",
      head: "Eliminated",
      width: "minmax(170px, 1fr)",
      isExtra: true,
      cell: ({ eliminatedAt }) => eliminatedAt !== null && <PlainTime at={eliminatedAt} />,
    },
  ];
}

// Plain elements, here as well: Mantine's take several times as long to draw.
const stateOf = ({ eliminated, rank }: Entry) => {
  if (eliminated) return <Marked color="gray">Eliminated</Marked>;
  return <Marked color="teal">{rank === null ? "Still in" : "Finished"}</Marked>;
};

const choiceColumn = ({
  chosen,
  setChosen,
}: NonNullable<EntryColumnsOptions["choice"]>): Column<Entry> => ({
  key: "choice",
  head: "",
  width: "24px",
  cell: ({ eliminated, gamerHandle }) =>
    !eliminated && (
      <input
        type="checkbox"
        aria-label={`Choose ${gamerHandle}`}
        checked={chosen.has(gamerHandle)}
        onChange={({ currentTarget: { checked } }) => {
          const next = new Set(chosen);
          if (checked) next.add(gamerHandle);
          else next.delete(gamerHandle);
          setChosen(next);
        }}
      />
    ),
});
