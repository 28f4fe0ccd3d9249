import { useRouter } from "@tanstack/react-router";
import type { Entry } from "../api/schema.d.ts";
import { pathIn, useEnvironment } from "../environment.ts";
import { PageLink } from "./route-link.tsx";
import classes from "./tables/virtual-table.module.css";
import { StateMark } from "./values.tsx";

/** Shows the state of an entry. `finished` is true if the tournament has ended. */
export const EntryMark = ({ state, finished }: Pick<Entry, "state"> & { finished?: boolean }) => (
  <StateMark state={state} {...(finished && state === "in" && { label: "Finished" })} />
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
  handle: string;
  displayName?: string | undefined;
}

/** A link for long tables. Unlike the router's link, it does not re-render on each address change. */
export function GamerLink({ handle, displayName }: GamerLinkProps) {
  const { history, basepath } = useRouter();
  const address = basepath + pathIn(useEnvironment(), gamerPage(handle));
  return (
    <>
      <a
        href={address}
        className={classes["link"]}
        onClick={(event) => {
          // With these keys, the browser opens another tab or window, or saves the page.
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

export const gamerPage = (handle: string): string => `gamers/${encodeURIComponent(handle)}`;

export const GamerPageLink = ({ handle }: { handle: string }) => (
  <PageLink page={gamerPage(handle)}>{handle}</PageLink>
);
