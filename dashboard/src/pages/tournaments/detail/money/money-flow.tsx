import { Text } from "@mantine/core";
import { useElementSize, useMediaQuery } from "@mantine/hooks";
import { sankey, sankeyLinkHorizontal } from "d3-sankey";
import { useMemo } from "react";
import type { Tournament } from "../../../../api/types.ts";
import { formatMoney, fromMinor } from "../../../../components/values/amount.ts";
import { useEnvironment } from "../../../../environment.ts";
import { hasEnded, isUnchanging } from "../../settling.ts";
import { usePayouts } from "../settlement/reads.ts";
import { diagramOf, type Station, type Way } from "./diagram.ts";
import type { Flow } from "./flow.ts";
import classes from "./money-flow.module.css";

interface MoneyFlowProps {
  tournament: Tournament;
  flow: Flow;
}

const NODE_WIDTH = 10;
const NODE_GAP = 30;
const LEAST_HEIGHT = 120;
const LABEL_ROOM = { wide: 190, narrow: 124 };

/** The way of the money, from the fees through the pool to whoever got it. */
export function MoneyFlow({ tournament, flow }: MoneyFlowProps) {
  const { id, status } = tournament;
  const { game } = useEnvironment();
  const textOf = (minor: bigint) => formatMoney(fromMinor(minor, game.currencyDecimals), game);
  const { ref, width } = useElementSize();
  const isNarrow = useMediaQuery("(max-width: 36em)", true) ?? true;
  const { payouts, isWhole } = usePayouts(id, !isUnchanging(tournament), flow.payouts > 0n);
  const diagram = useMemo(
    () => diagramOf(flow, payouts ?? [], isWhole, game.currencyDecimals),
    [flow, payouts, isWhole, game.currencyDecimals],
  );
  const room = isNarrow ? LABEL_ROOM.narrow : LABEL_ROOM.wide;
  const height = Math.max(LEAST_HEIGHT, (diagram.stations.length - 2) * 46);
  const { nodes, links } = useMemo(
    () => laidOut(diagram, Math.max(width, 240) - room, height),
    [diagram, width, room, height],
  );
  const told = diagram.stations.slice(2).map(({ name, minor }) => `${name} ${textOf(minor)}`);
  if (flow.fees === 0n) return null;
  return (
    <div ref={ref}>
      {width > 0 && (
        <svg
          width={width}
          height={height + 16}
          role="img"
          aria-label={`Money flow: entry fees into the prize pool, then ${told.join(", ")}`}
          className={classes["flow"]}
        >
          <g transform="translate(0 8)">
            {links.map((link) => (
              <path
                key={link.index}
                d={path(link) ?? ""}
                strokeWidth={Math.max(1, link.width ?? 1)}
                stroke={`var(--mantine-color-${target(link).color}-5)`}
                className={classes["way"]}
              />
            ))}
            {nodes.map((node) => (
              <StationMark
                key={node.index}
                node={node}
                amount={textOf(node.minor)}
                isNarrow={isNarrow}
              />
            ))}
          </g>
        </svg>
      )}
      {flow.left > 0n && !hasEnded(status) && (
        <Text size="xs" c="dimmed">
          The pool is paid out when the tournament ends.
        </Text>
      )}
    </div>
  );
}

const path = sankeyLinkHorizontal<Station, Way>();

type Laid = ReturnType<typeof laidOut>;
type LaidNode = Laid["nodes"][number];

const target = (link: Laid["links"][number]): Station =>
  typeof link.target === "object" ? link.target : { name: "", color: "gray", minor: 0n };

/** The diagram with places; d3 writes into what it is given, so it is given a copy. */
function laidOut(
  { stations, ways }: { stations: readonly Station[]; ways: readonly Way[] },
  width: number,
  height: number,
) {
  return sankey<Station, Way>()
    .nodeWidth(NODE_WIDTH)
    .nodePadding(NODE_GAP)
    .nodeSort(null)
    .linkSort(null)
    .extent([
      [0, 0],
      [width, height],
    ])({
    nodes: stations.map((station) => ({ ...station })),
    links: ways.map((way) => ({ ...way })),
  });
}

interface StationMarkProps {
  node: LaidNode;
  amount: string;
  isNarrow: boolean;
}

// As many letters as have room beside the last stations.
const MOST_LETTERS = { wide: 27, narrow: 17 };

function StationMark({ node, amount, isNarrow }: StationMarkProps) {
  const { x0 = 0, x1 = 0, y0 = 0, y1 = 0, name, color } = node;
  const most = isNarrow ? MOST_LETTERS.narrow : MOST_LETTERS.wide;
  const middle = (y0 + y1) / 2;
  // The first two stations stand one behind the other: their names go inside the diagram.
  return (
    <g>
      <rect
        x={x0}
        y={y0}
        width={x1 - x0}
        height={Math.max(2, y1 - y0)}
        rx={2}
        fill={`var(--mantine-color-${color}-6)`}
      />
      <text x={x1 + 8} y={middle - 3} className={classes["name"]}>
        {name.length > most ? `${name.slice(0, most - 1)}…` : name}
      </text>
      <text x={x1 + 8} y={middle + 13} className={classes["amount"]}>
        {amount}
      </text>
    </g>
  );
}
