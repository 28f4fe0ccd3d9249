import { useRouter } from "@tanstack/react-router";
import { Loader, Text } from "@mantine/core";
import { ProblemCard } from "../components/page/problem-card.tsx";
import { CardPage } from "./card-page.tsx";

/** Stands in for a page that is not there after a few seconds. */
export const WaitingPage = () => (
  <CardPage title="Loading">
    <Text role="status">
      <Loader size={14} mr="xs" /> The server has not responded yet. This page opens when the server
      responds.
    </Text>
  </CardPage>
);

/** Stands in for a page that could not be loaded. */
export function FailedPage({ error }: { error: unknown }) {
  const router = useRouter();
  return (
    <CardPage title="Page not loaded">
      <ProblemCard error={error} retry={() => void router.invalidate()} />
    </CardPage>
  );
}
