import { Container, Stack, Title } from "@mantine/core";
import { usePageTitle } from "../../components/page/page-title.ts";
import { PersonLayout } from "../../layout/person-layout.tsx";
import { NameForm } from "./name-form.tsx";
import { PasswordForm } from "./password-form.tsx";
import { Sessions } from "./sessions.tsx";

/** A person's own name, password and sessions. */
export function AccountPage() {
  usePageTitle("Account");
  return (
    <PersonLayout>
      <Container size="sm" py="xl">
        <Stack gap="xl">
          <Title order={1} size="h2">
            Account
          </Title>
          <NameForm />
          <PasswordForm />
          <Sessions />
        </Stack>
      </Container>
    </PersonLayout>
  );
}
