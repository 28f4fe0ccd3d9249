import { Box, Burger, Button, Group } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { AccountMenu } from "./account-menu.tsx";
import type { Environment } from "../environment.ts";
import { GameSwitcher } from "./game-switcher.tsx";
import { Logo } from "./logo.tsx";
import { ModeSwitch } from "./mode-switch.tsx";
import { SearchButton } from "./search/search.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";

interface EnvironmentHeaderProps {
  /** Undefined until the game was read. */
  environment: Environment | undefined;
  isMenuOpen: boolean;
  onMenu: () => void;
}

/** Says where one is, and leads to everywhere else. */
export const EnvironmentHeader = ({ environment, isMenuOpen, onMenu }: EnvironmentHeaderProps) => (
  <Group h="100%" px="md" justify="space-between" wrap="nowrap">
    <Group gap="sm" wrap="nowrap" miw={0}>
      <Burger opened={isMenuOpen} onClick={onMenu} hiddenFrom="sm" size="sm" aria-label="Menu" />
      <Box visibleFrom="md">
        <Link
          to="/"
          style={{ color: "inherit", textDecoration: "none" }}
          aria-label="Tournaments: all games"
        >
          <Logo />
        </Link>
      </Box>
      {environment && <GameSwitcher environment={environment} />}
    </Group>
    <Group gap="xs" wrap="nowrap">
      {environment && <SearchButton environment={environment} />}
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
