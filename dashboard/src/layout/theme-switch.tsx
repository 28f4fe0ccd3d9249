import { ActionIcon, Menu, useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { IconMoon, IconSun, IconSunMoon } from "../components/icons.ts";

const CHOICES = [
  { value: "auto", label: "System", icon: <IconSunMoon size={16} /> },
  { value: "light", label: "Light", icon: <IconSun size={16} /> },
  { value: "dark", label: "Dark", icon: <IconMoon size={16} /> },
] as const;

/** Chooses between the system's theme, light and dark. */
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
