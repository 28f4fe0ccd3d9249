import {
  ActionIcon,
  Button,
  type ButtonProps,
  Group,
  Loader,
  Text,
  type TextProps,
  Tooltip,
} from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { type Icon, IconCheck, IconCopy } from "@tabler/icons-react";
import type { ReactNode } from "react";

interface WordsProps extends TextProps {
  title?: string;
  role?: "status";
  children?: ReactNode;
}

export const Hint = (props: WordsProps) => <Text size="sm" c="dimmed" component="div" {...props} />;

export const Fine = (props: WordsProps) => <Text size="xs" c="dimmed" component="div" {...props} />;

export const Strong = (props: WordsProps) => <Text size="sm" fw={600} component="div" {...props} />;

export const NoMatch = (props: WordsProps) => (
  <Text c="dimmed" py="xl" ta="center" component="div" {...props} />
);

interface ListStatusProps {
  isReading: boolean;
  children: ReactNode;
}

export const ListStatus = ({ isReading, children }: ListStatusProps) => (
  <Group gap="sm">
    <Fine role="status">{children}</Fine>
    {isReading && <Loader size={14} aria-label="Loading more" />}
  </Group>
);

interface SmallButtonProps extends ButtonProps {
  label: string;
  icon?: Icon;
  "aria-label"?: string;
  onClick: () => void;
}

export const SmallButton = ({ label, icon: ButtonIcon, ...props }: SmallButtonProps) => (
  <Button
    variant="default"
    size="xs"
    {...(ButtonIcon && { leftSection: <ButtonIcon size={14} /> })}
    {...props}
  >
    {label}
  </Button>
);

export function CopyButton({ value, label }: { value: string; label: string }) {
  // Copying fails without permission, and on an http page, where browsers have no clipboard.
  const { copied, error, copy } = useClipboard({ timeout: 1_500 });
  const shown = copied ? "Copied" : error ? "Copy failed" : label;
  return (
    <Tooltip label={shown}>
      <ActionIcon
        variant="subtle"
        color={copied ? "teal" : error ? "red" : "gray"}
        aria-label={shown}
        onClick={() => copy(value)}
      >
        {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
      </ActionIcon>
    </Tooltip>
  );
}
