import { Detail } from "../../../components/details/details.tsx";
import { RouteAnchor } from "../../../components/page/route-link.tsx";
import { pathIn, useEnvironment } from "../../../environment.ts";

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
