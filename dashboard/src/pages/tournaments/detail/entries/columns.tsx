import type { Entry } from "../../../../api/types.ts";
import { choiceColumn, type Choice } from "../../../../components/tables/choice-column.tsx";
import { DetailsButton } from "../../../../components/details/details-button.tsx";
import { EntryMark } from "../../../../components/entries/entry-mark.tsx";
import { EntryRank } from "../../../../components/entries/entry-rank.tsx";
import { GamerLink } from "../../../../components/entries/gamer-link.tsx";
import { PlainTime } from "../../../../components/values/time.tsx";
import type { Column } from "../../../../components/tables/virtual-table.tsx";
import type { Environment } from "../../../../environment.ts";

interface EntryColumnsOptions {
  environment: Environment;
  /** Which gamers are chosen, by handle; null where nothing can be done with them. */
  choice: Choice | null;
  onOpen: (entry: Entry) => void;
}

/** The columns of a tournament's standings. */
export function entryColumns(options: EntryColumnsOptions): Column<Entry>[] {
  const { environment, choice, onOpen } = options;
  return [
    ...(choice === null ? [] : [choiceColumn(choice, handleOf, handleOf)]),
    {
      key: "rank",
      head: "Final rank",
      width: "72px",
      isNumber: true,
      cell: ({ rank, provisional }) => <EntryRank rank={rank} provisional={provisional} />,
    },
    {
      key: "gamer",
      head: "Gamer",
      width: "minmax(84px, 2fr)",
      cell: ({ gamerHandle, displayName }) => (
        <GamerLink environment={environment} handle={gamerHandle} displayName={displayName} />
      ),
    },
    {
      key: "state",
      head: "State",
      width: "minmax(100px, 1fr)",
      cell: (entry) => (
        <DetailsButton of={entry.gamerHandle} onClick={() => onOpen(entry)}>
          <EntryMark state={entry.state} finished={entry.rank !== null} />
        </DetailsButton>
      ),
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

const handleOf = ({ gamerHandle }: Entry) => gamerHandle;
