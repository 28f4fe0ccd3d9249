import { Button, Group } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import { api } from "../../api/client.ts";
import { queryClient } from "../../api/query-client.ts";
import { ConfirmByName } from "../../components/forms/confirm-by-name.tsx";
import { Section } from "../../components/page/section.tsx";
import { useEnvironment } from "../../environment.ts";

/** Begins the test environment anew. */
export function ResetTest() {
  const { game } = useEnvironment();
  const [isAsking, setAsking] = useState(false);
  const reset = () =>
    api.POST("/game/{gameId}/test/reset", {
      params: { path: { gameId: game.id } },
      body: { name: game.name },
    });
  function done(): void {
    void queryClient.invalidateQueries({ queryKey: ["game", game.id] });
    notifications.show({ message: "The test environment was reset." });
    setAsking(false);
  }
  return (
    <Section
      title="Test environment"
      description="A reset replaces the test environment with a new, empty environment and revokes all test keys. The live environment does not change."
    >
      <Group justify="flex-end">
        <Button variant="light" color="red" onClick={() => setAsking(true)}>
          Reset test environment…
        </Button>
      </Group>
      {isAsking && (
        <ConfirmByName
          title="Reset the test environment"
          name={game.name}
          action="Reset test environment"
          act={reset}
          onDone={done}
          onClose={() => setAsking(false)}
        >
          You lose access to all tournaments, gamers and money in the test environment of{" "}
          <b>{game.name}</b>. You cannot undo this.
        </ConfirmByName>
      )}
    </Section>
  );
}
