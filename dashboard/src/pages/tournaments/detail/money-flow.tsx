import { Text } from "@mantine/core";
import { useElementSize, useMediaQuery } from "@mantine/hooks";
import { sankey, sankeyLinkHorizontal } from "d3-sankey";
import type { Payout } from "../../../api/schema.d.ts";
import { formatMoney, toMinor } from "../../../components/amount.ts";
import { useEnvironment } from "../../../environment.ts";
import { hasEnded, isUnchanging } from "../lifecycle.ts";
import { usePayouts, useTournament } from "../queries.ts";
import { ordinal } from "../texts.ts";
import type { Flow } from "./statement.ts";
import classes from "./money-flow.module.css";

const NODE_WIDTH = 10;
const NODE_GAP = 30;
const MIN_HEIGHT = 120;
const LABEL_ROOM = { wide: 190, narrow: 124 };

export function MoneyFlow({ flow }: { flow: Flow }) {
  const tournament = useTournament();
  const { game } = useEnvironment();
  const textOf = (minor: bigint) => formatMoney(minor, game);
  const { ref, width } = useElementSize();
  const isNarrow = useMediaQuery("(max-width: 36em)", true) ?? true;
  const { rows: payouts, isWhole } = usePayouts(!isUnchanging(tournament), flow.payouts > 0n);
  const diagram = toDiagram(flow, payouts ?? [], isWhole, game.currencyDecimals);
  const room = isNarrow ? LABEL_ROOM.narrow : LABEL_ROOM.wide;
  const height = Math.max(MIN_HEIGHT, (diagram.stations.length - 2) * 46);
  const { nodes, links } = layOut(diagram, Math.max(width, 240) - room, height);
  const named = diagram.stations.slice(2).map(({ name, minor }) => `${name} ${textOf(minor)}`);
  if (flow.fees === 0n) return null;
  return (
    <div ref={ref}>
      {width > 0 && (
        <svg
          width={width}
          height={height + 16}
          role="img"
          aria-label={`Money flow: entry fees into the prize pool, then ${named.join(", ")}`}
          style={{ display: "block", overflow: "visible" }}
        >
          <g transform="translate(0 8)">
            {links.map((link) => (
              <path
                key={link.index}
                d={path(link) ?? ""}
                strokeWidth={Math.max(1, link.width ?? 1)}
                stroke={`var(--mantine-color-${targetOf(link).color}-5)`}
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
      {flow.left > 0n && !hasEnded(tournament.status) && (
        <Text size="xs" c="dimmed">
          The pool is paid out when the tournament ends.
        </Text>
      )}
    </div>
  );
}

const path = sankeyLinkHorizontal<Station, Way>();

type Laid = ReturnType<typeof layOut>;
type LaidNode = Laid["nodes"][number];

const targetOf = (link: Laid["links"][number]): Station =>
  typeof link.target === "object" ? link.target : { name: "", color: "gray", minor: 0n };

function layOut(
  { stations, ways }: { stations: Station[]; ways: Way[] },
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
    nodes: stations,
    links: ways,
  });
}

interface StationMarkProps {
  node: LaidNode;
  amount: string;
  isNarrow: boolean;
}

const MAX_LETTERS = { wide: 27, narrow: 17 };

function StationMark({ node, amount, isNarrow }: StationMarkProps) {
  const { x0 = 0, x1 = 0, y0 = 0, y1 = 0, name, color } = node;
  const max = isNarrow ? MAX_LETTERS.narrow : MAX_LETTERS.wide;
  const middle = (y0 + y1) / 2;
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
      <text x={x1 + 8} y={middle - 3} className={classes["text"]} fontWeight={550}>
        {name.length > max ? `${name.slice(0, max - 1)}…` : name}
      </text>
      <text x={x1 + 8} y={middle + 13} className={classes["text"]} fillOpacity={0.75}>
        {amount}
      </text>
    </g>
  );
}

interface Station {
  name: string;
  color: string;
  minor: bigint;
}
interface Way {
  source: number;
  target: number;
  /** The width of the link in minor units. */
  value: number;
}

const MAX_NAMED = 6;

function toDiagram(flow: Flow, payouts: readonly Payout[], isWhole: boolean, decimals: number) {
  const stations: Station[] = [
    { name: "Entry fees", color: "gray", minor: flow.fees },
    { name: "Prize pool", color: "indigo", minor: flow.fees },
  ];
  const ways: Way[] = [{ source: 0, target: 1, value: Number(flow.fees) }];
  const add = (name: string, color: string, minor: bigint) => {
    if (minor <= 0n) return;
    const target = stations.push({ name, color, minor }) - 1;
    ways.push({ source: 1, target, value: Number(minor) });
  };
  const named = isWhole || payouts.length >= MAX_NAMED ? payouts.slice(0, MAX_NAMED) : [];
  let namedMinor = 0n;
  // Unpaid prizes are still in the pool.
  for (const { rank, gamerHandle, amount, paidAt } of named) {
    if (paidAt === null || rank === null) continue;
    const minor = toMinor(amount, decimals);
    namedMinor += minor;
    add(`${ordinal(rank)} · ${gamerHandle}`, "teal", minor);
  }
  add(namedMinor === 0n ? "Payouts" : "Other payouts", "teal", flow.payouts - namedMinor);
  add("Refunds", "orange", flow.refunds);
  add("Platform fee", "violet", flow.platformFee);
  add("Still in the pool", "indigo", flow.left);
  return { stations, ways };
}
