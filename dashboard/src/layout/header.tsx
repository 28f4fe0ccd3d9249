import {
  ActionIcon,
  Avatar,
  Box,
  Burger,
  Button,
  Group,
  Menu,
  SegmentedControl,
  Text,
  UnstyledButton,
  useComputedColorScheme,
  useMantineColorScheme,
  VisuallyHidden,
} from "@mantine/core";
import {
  IconDeviceGamepad2,
  IconLogout,
  IconMoon,
  IconNotes,
  IconPlus,
  IconSelector,
  IconSun,
  IconSunMoon,
  IconUser,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { gamesQuery } from "../api/client.ts";
import { queryClient } from "../api/query-client.ts";
import { signOut, useSession } from "../api/session.ts";
import { showError } from "../components/toast.ts";
import { toChoices } from "../components/values.tsx";
import { type Environment, isMode, MODES } from "../environment.ts";
import { SearchButton } from "./search.tsx";

interface EnvironmentHeaderProps {
  environment: Environment | undefined;
  isMenuOpen: boolean;
  onMenu: () => void;
}

export const EnvironmentHeader = ({ environment, isMenuOpen, onMenu }: EnvironmentHeaderProps) => (
  <Group h="100%" px="md" justify="space-between" wrap="nowrap">
    <Group gap="sm" wrap="nowrap" miw={0}>
      <Burger opened={isMenuOpen} onClick={onMenu} hiddenFrom="sm" size="sm" aria-label="Menu" />
      <Box visibleFrom="md">
        <HomeLink />
      </Box>
      {environment && <GameSwitcher environment={environment} />}
    </Group>
    <Group gap="xs" wrap="nowrap">
      {environment && <SearchButton />}
      {environment && <ModeSwitch environment={environment} />}
      <Group gap={4} wrap="nowrap">
        <Button
          component="a"
          href="/docs/"
          target="_blank"
          variant="subtle"
          color="gray"
          size="xs"
          visibleFrom="md"
        >
          Docs
        </Button>
        <Box visibleFrom="sm">
          <ThemeSwitch />
        </Box>
        <AccountMenu />
      </Group>
    </Group>
  </Group>
);

export const HomeLink = () => (
  <Link
    to="/"
    style={{ color: "inherit", textDecoration: "none" }}
    aria-label="Tournaments: all games"
  >
    <Logo />
  </Link>
);

export const Logo = () => (
  <Group gap="xs" wrap="nowrap">
    <img src="/dashboard/favicon.svg" alt="" width={26} height={26} />
    <Text fw={650} size="md" style={{ whiteSpace: "nowrap" }}>
      Tournaments
    </Text>
  </Group>
);

function GameSwitcher({ environment: { game, mode } }: { environment: Environment }) {
  const games = useQuery({ ...gamesQuery, staleTime: 30_000 });
  return (
    <Menu position="bottom-start" width={260}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          px="xs"
          maw={{ base: 130, xs: 200, md: 260 }}
          rightSection={<IconSelector size={14} />}
          aria-label={`Game: ${game.name}`}
        >
          <Text fw={600} size="sm" truncate c="var(--mantine-color-text)">
            {game.name}
          </Text>
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={420} style={{ overflowY: "auto" }}>
        <Menu.Label>Games</Menu.Label>
        {games.data?.games.map((each) => (
          <Menu.Item
            key={each.id}
            component={Link}
            to={`/g/${each.id}/${mode}`}
            fw={each.id === game.id ? 650 : undefined}
          >
            {each.name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item component={Link} to="/new-game" leftSection={<IconPlus size={16} />}>
          Create game
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function ModeSwitch({ environment: { game, mode } }: { environment: Environment }) {
  const navigate = useNavigate();
  return (
    <SegmentedControl
      size="xs"
      aria-label="Environment"
      color={mode === "test" ? "yellow" : "indigo"}
      autoContrast
      data={toChoices(MODES)}
      value={mode}
      onChange={(chosen) => {
        // Pages of one environment do not exist in the other, except the start page.
        if (isMode(chosen)) void navigate({ to: `/g/${game.id}/${chosen}` });
      }}
    />
  );
}

const CHOICES = [
  { value: "auto", label: "System", icon: <IconSunMoon size={16} /> },
  { value: "light", label: "Light", icon: <IconSun size={16} /> },
  { value: "dark", label: "Dark", icon: <IconMoon size={16} /> },
] as const;

export function ThemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme() === "dark";
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Change theme">
          {isDark ? <IconMoon size={18} /> : <IconSun size={18} />}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {CHOICES.map(({ value, label, icon }) => (
          <Menu.Item
            key={value}
            leftSection={icon}
            fw={value === colorScheme ? 650 : undefined}
            onClick={() => setColorScheme(value)}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

export function AccountMenu() {
  const session = useSession();
  const navigate = useNavigate();
  if (session.state !== "signed in") return null;
  const { name, email } = session.user;
  async function leave(): Promise<void> {
    await signOut();
    // Mounted pages would read the cleared data again.
    await navigate({ to: "/sign-in" });
    // The next person must not see data of this person.
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
        <Menu.Item component={Link} to="/" leftSection={<IconDeviceGamepad2 size={16} />}>
          Games
        </Menu.Item>
        <Menu.Item component={Link} to="/account" leftSection={<IconUser size={16} />}>
          Account
        </Menu.Item>
        <Menu.Item
          component="a"
          href="/docs/"
          target="_blank"
          leftSection={<IconNotes size={16} />}
        >
          Documentation
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconLogout size={16} />}
          onClick={() => void leave().catch(showError)}
        >
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
