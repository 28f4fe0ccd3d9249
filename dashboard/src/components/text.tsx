import {
  Group,
  Loader,
  Paper,
  type PaperProps,
  Text,
  type TextProps,
  Title,
  type TitleProps,
} from "@mantine/core";
import type { ReactNode } from "react";

interface WordsProps extends TextProps {
  title?: string;
  role?: "status";
  children?: ReactNode;
}

/** A sentence that explains something. */
export const Hint = (props: WordsProps) => <Text size="sm" c="dimmed" component="div" {...props} />;

/** A detail in small letters. */
export const Fine = (props: WordsProps) => <Text size="xs" c="dimmed" component="div" {...props} />;

export const Strong = (props: WordsProps) => <Text size="sm" fw={600} component="div" {...props} />;

export const NoMatch = (props: WordsProps) => (
  <Text c="dimmed" py="xl" ta="center" component="div" {...props} />
);

interface ListStatusProps {
  isReading: boolean;
  children: ReactNode;
}

/** The number of rows of a list, and whether more are being read. */
export const ListStatus = ({ isReading, children }: ListStatusProps) => (
  <Group gap="sm">
    <Fine role="status">{children}</Fine>
    {isReading && <Loader size={14} aria-label="Loading more" />}
  </Group>
);

export const PageTitle = (props: Omit<TitleProps, "order" | "size">) => (
  <Title order={1} size="h2" {...props} />
);

interface PanelProps extends PaperProps {
  title: string;
  children: ReactNode;
}

export const Panel = ({ title, children, ...props }: PanelProps) => (
  <Paper component="section" withBorder radius="lg" p="md" {...props}>
    <Title order={2} size="h5" mb="sm">
      {title}
    </Title>
    {children}
  </Paper>
);
