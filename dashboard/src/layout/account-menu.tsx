import { Avatar, Menu, Text, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { Link, useNavigate } from "@tanstack/react-router";
import { signOut, useSession } from "../api/session.ts";
import { queryClient } from "../api/query-client.ts";
import { IconDocs, IconDeviceGamepad, IconLogout, IconUser } from "../components/icons.ts";

/** Who is signed in, and the way out. */
export function AccountMenu() {
  const session = useSession();
  const navigate = useNavigate();
  if (session.state !== "signed in") return null;
  const { name, email } = session.user;
  async function leave(): Promise<void> {
    await signOut();
    // Pages that are still there would read anew what is cleared.
    await navigate({ to: "/sign-in" });
    // Nothing of one person is shown to the next.
    queryClient.clear();
  }
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <UnstyledButton>
          <VisuallyHidden>Account</VisuallyHidden>
          <Avatar aria-hidden="true" name={name} color="initials" size={32} radius="xl" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" c="var(--mantine-color-text)" fw={600} truncate>
            {name}
          </Text>
          <Text size="xs" truncate>
            {email}
          </Text>
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item component={Link} to="/" leftSection={<IconDeviceGamepad size={16} />}>
          Games
        </Menu.Item>
        <Menu.Item component={Link} to="/account" leftSection={<IconUser size={16} />}>
          Account
        </Menu.Item>
        <Menu.Item component="a" href="/docs/" target="_blank" leftSection={<IconDocs size={16} />}>
          Documentation
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => void leave()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
