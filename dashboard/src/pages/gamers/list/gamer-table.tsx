import { Table, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { Gamer } from "../../../api/types.ts";
import { Money } from "../../../components/values/money.tsx";
import links from "../../../components/tables/row-link.module.css";
import { Time } from "../../../components/values/time.tsx";
import { pathIn, useEnvironment } from "../../../environment.ts";
import { useBalance } from "./reads.ts";

/** Gamers, one a row. */
export const GamerTable = ({ gamers }: { gamers: readonly Gamer[] }) => (
  <Table.ScrollContainer minWidth={300} type="native">
    <Table aria-label="Gamers">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Handle</Table.Th>
          <Table.Th ta="right">Wallet</Table.Th>
          <Table.Th visibleFrom="sm" pl="xl">
            First seen
          </Table.Th>
          <Table.Th visibleFrom="lg">ID</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {gamers.map((gamer) => (
          <GamerRow key={gamer.id} gamer={gamer} />
        ))}
      </Table.Tbody>
    </Table>
  </Table.ScrollContainer>
);

function GamerRow({ gamer: { id, handle, displayName, createdAt } }: { gamer: Gamer }) {
  const environment = useEnvironment();
  const wallet = useBalance(handle).data;
  return (
    <Table.Tr className={links["row"] ?? ""}>
      <Table.Td>
        <Link
          to={pathIn(environment, `gamers/${encodeURIComponent(handle)}`)}
          preload={false}
          className={links["link"] ?? ""}
        >
          {handle}
        </Link>
        {displayName !== undefined && (
          <Text span size="sm" c="dimmed" ml="xs">
            {displayName}
          </Text>
        )}
      </Table.Td>
      <Table.Td ta="right">
        {wallet === undefined ? "–" : <Money amount={wallet.balance} />}
      </Table.Td>
      <Table.Td visibleFrom="sm" pl="xl">
        <Time at={createdAt} />
      </Table.Td>
      <Table.Td visibleFrom="lg">
        <Text ff="monospace" size="xs" c="dimmed">
          {id}
        </Text>
      </Table.Td>
    </Table.Tr>
  );
}
