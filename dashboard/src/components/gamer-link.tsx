import { Link } from "@tanstack/react-router";
import { pathIn, type Environment } from "../layout/environment.ts";
import classes from "./virtual-table.module.css";

/** Leads to a gamer from a row of a table. */
export const GamerLink = ({
  environment,
  handle,
}: {
  environment: Environment;
  handle: string;
}) => (
  <Link
    to={pathIn(environment, `gamers/${encodeURIComponent(handle)}`)}
    preload={false}
    className={classes["link"] ?? ""}
  >
    {handle}
  </Link>
);
