import { useRouter } from "@tanstack/react-router";
import { pathIn, type Environment } from "../../environment.ts";
import classes from "../tables/virtual-table.module.css";

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
