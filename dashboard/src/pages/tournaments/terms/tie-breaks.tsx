import { ActionIcon, Button, Group, Input, Select, Stack } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { IconPlus, IconX } from "../../../components/icons.ts";
import { DIRECTIONS } from "./directions.ts";
import type { TermsValues } from "./values.ts";

const MOST = 3;

/** Sets which further numbers of an attempt decide where scores are equal. */
export function TieBreaks({ form }: { form: UseFormReturnType<TermsValues> }) {
  const { tieBreaks } = form.values.scoring;
  return (
    <Input.Wrapper
      label="Tie-breaks"
      labelElement="div"
      description="Extra numbers that your backend sends with a score. If scores are equal, these numbers are compared in this order."
    >
      <Stack gap={6} mt="xs">
        {tieBreaks.map((_, index) => (
          <Group key={index} gap="sm" wrap="nowrap">
            <Select
              aria-label={`Better value in tie-break ${index + 1}`}
              size="xs"
              w={160}
              data={DIRECTIONS}
              allowDeselect={false}
              {...form.getInputProps(`scoring.tieBreaks.${index}`)}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Remove tie-break ${index + 1}`}
              onClick={() => form.removeListItem("scoring.tieBreaks", index)}
            >
              <IconX size={16} />
            </ActionIcon>
          </Group>
        ))}
        {tieBreaks.length < MOST && (
          <Button
            variant="subtle"
            size="compact-sm"
            w="fit-content"
            leftSection={<IconPlus size={14} />}
            onClick={() => form.insertListItem("scoring.tieBreaks", "higher")}
          >
            Add tie-break
          </Button>
        )}
      </Stack>
    </Input.Wrapper>
  );
}
