import { Stack } from "@mantine/core";
import { PageHeader } from "../../components/page/page-header.tsx";
import { may, useEnvironment } from "../../environment.ts";
import { Environments } from "./environments.tsx";
import { Rename } from "./rename.tsx";
import { ResetTest } from "./reset-test.tsx";
import { Terms } from "./terms.tsx";

/** What a game is, and what can be changed about it. */
export function SettingsPage() {
  const environment = useEnvironment();
  const mayWrite = may(environment, "game:write");
  return (
    <>
      <PageHeader title="Settings" />
      <Stack maw={720}>
        {mayWrite && <Rename />}
        <Environments />
        <Terms />
        {mayWrite && <ResetTest />}
      </Stack>
    </>
  );
}
