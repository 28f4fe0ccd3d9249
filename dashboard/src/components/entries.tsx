import { useRouter } from "@tanstack/react-router";
import type { Entry } from "../api/types.ts";
import { type Environment, pathIn, useEnvironment } from "../environment.ts";
import { Detail } from "./details.tsx";
import { RouteAnchor } from "./page/route-link.tsx";
import { Marked } from "./tables/marks.tsx";
import classes from "./tables/virtual-table.module.css";

const LOOKS: Readonly<Record<Entry["state"], { label: string; color: string }>> = {
  in: { label: "In", color: "teal" },
  eliminated: { label: "Eliminated", color: "gray" },
  disqualified: { label: "Disqualified", color: "red" },
};

interface EntryMarkProps extends Pick<Entry, "state"> {
  /** Whether the tournament is over for one who was in to the end. */
  finished?: boolean;
}

/** An entry's state, in a row of a table. */
export const EntryMark = ({ state, finished = false }: EntryMarkProps) => (
  <Marked color={LOOKS[state].color}>
    {finished && state === "in" ? "Finished" : LOOKS[state].label}
  </Marked>
);

/** The rank of an entry, in a row of a table; marked while it may still change. */
export function EntryRank({ rank, provisional }: Pick<Entry, "rank" | "provisional">) {
  if (rank === null) return "–";
  if (!provisional) return rank.toLocaleString();
  return (
    <span title="Provisional: this rank can change if more gamers join, or if gamers still in the tournament finish without a score">
      {rank.toLocaleString()} *
    </span>
  );
}

interface GamerLinkProps {
  environment: Environment;
  handle: string;
  /** Shown beside the handle. */
  displayName?: string | undefined;
}

/**
 * Leads to a gamer from a row of a table. A plain link: the router's own follows every change of the
 * address, which holds up the scrolling of many rows.
 */
export function GamerLink({ environment, handle, displayName }: GamerLinkProps) {
  const { history, basepath } = useRouter();
  const address = basepath + pathIn(environment, `gamers/${encodeURIComponent(handle)}`);
  return (
    <>
      <a
        href={address}
        className={classes["link"]}
        onClick={(event) => {
          // Into another tab or window, or onto the disk: that is the browser's business.
          if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
          event.preventDefault();
          history.push(address);
        }}
      >
        {handle}
      </a>
      {displayName !== undefined && <span className={classes["beside"]}>{displayName}</span>}
    </>
  );
}

/** Whose something is, with the way to that gamer's page. */
export function GamerDetail({ handle }: { handle: string }) {
  const environment = useEnvironment();
  return (
    <Detail name="Gamer">
      <RouteAnchor
        to={pathIn(environment, `gamers/${encodeURIComponent(handle)}`)}
        size="sm"
        underline="always"
        style={{ overflowWrap: "anywhere" }}
      >
        {handle}
      </RouteAnchor>
    </Detail>
  );
}
