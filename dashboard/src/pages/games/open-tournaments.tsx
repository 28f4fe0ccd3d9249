import { Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { apiIn } from "../../api/client.ts";
import { content } from "../../api/content.ts";

// As many as the API lists at once.
const MOST = 100;
const KNOWN_FOR_MS = 10_000;

/** How many tournaments of an environment gamers can join or play by now. */
export function OpenTournaments({ environmentId }: { environmentId: string }) {
  const query = useQuery({
    queryKey: [environmentId, "tournaments", "open"],
    queryFn: async () => {
      const params = { query: { status: "published" as const, limit: MOST } };
      const list = await content(apiIn(environmentId).GET("/tournament", { params }));
      const count = list.tournaments.length;
      return list.nextCursor === null ? String(count) : `${count}+`;
    },
    staleTime: KNOWN_FOR_MS,
  });
  const { data = "–", isLoading } = query;
  return (
    <>
      {isLoading ? (
        <Skeleton height={22} width={28} my={3} />
      ) : (
        <Text size="lg" fw={620} {...(data === "0" && { c: "dimmed" })}>
          {data}
        </Text>
      )}
      <Text size="xs" c="dimmed">
        open {data === "1" ? "tournament" : "tournaments"}
      </Text>
    </>
  );
}
