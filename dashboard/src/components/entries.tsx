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
  /** True if the tournament has ended. */
  finished?: boolean;
}

export const EntryMark = ({ state, finished = false }: EntryMarkProps) => (
  <Marked color={LOOKS[state].color}>
    {finished && state === "in" ? "Finished" : LOOKS[state].label}
  </Marked>
);

/** Shows the rank of an entry. An asterisk marks a rank that can still change. */
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
  displayName?: string | undefined;
}

/**
 * A plain link to a gamer for table rows. The router's link re-renders on each address change,
 * which slows down scrolling.
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
          // The browser opens another tab or window, or saves the page.
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
