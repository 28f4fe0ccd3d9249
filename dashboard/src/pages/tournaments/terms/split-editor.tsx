import { ActionIcon, Button, Group, Input, NumberInput, Stack, Text } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { IconPlus, IconX } from "../../../components/icons.ts";
import { formatPercent } from "../../../components/values/percent.ts";
import { ordinal, percentagesOf, USUAL_SPLITS } from "./split.ts";
import type { TermsValues } from "./values.ts";

const MOST_RANKS = 100;
const MOST_SHARE = 1_000_000;

/** Sets the share of the pool that each rank gets. */
export function SplitEditor({ form }: { form: UseFormReturnType<TermsValues> }) {
  const { prizeSplit } = form.values;
  const parts = percentagesOf(prizeSplit);
  return (
    <Input.Wrapper
      label="Prize split"
      labelElement="div"
      description="Each rank's share of the pool after the platform fee. Shares do not need to add up to 100: 3 and 1 pay 75% and 25%. Tied gamers share the prizes of their ranks."
      error={form.errors["prizeSplit"]}
    >
      <Group gap="xs" my="xs">
        {USUAL_SPLITS.map(({ label, shares }) => (
          <Button
            key={label}
            size="compact-xs"
            variant={shares.join() === prizeSplit.join() ? "light" : "default"}
            aria-pressed={shares.join() === prizeSplit.join()}
            onClick={() => form.setFieldValue("prizeSplit", [...shares])}
          >
            {label}
          </Button>
        ))}
      </Group>
      <Stack gap={6}>
        {prizeSplit.map((_, index) => (
          <Group key={index} gap="sm" wrap="nowrap">
            <Text size="sm" w={44} c="dimmed" ta="right">
              {ordinal(index + 1)}
            </Text>
            <NumberInput
              aria-label={`Share of the ${ordinal(index + 1)} rank`}
              size="xs"
              w={110}
              min={1}
              max={MOST_SHARE}
              allowDecimal={false}
              {...form.getInputProps(`prizeSplit.${index}`)}
            />
            <Text size="sm" w={64} ta="right" style={{ fontVariantNumeric: "tabular-nums" }}>
              {formatPercent(parts[index] ?? 0)}
            </Text>
            {prizeSplit.length > 1 && (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Remove share of the ${ordinal(index + 1)} rank`}
                onClick={() => form.removeListItem("prizeSplit", index)}
              >
                <IconX size={16} />
              </ActionIcon>
            )}
          </Group>
        ))}
        {prizeSplit.length < MOST_RANKS && (
          <Button
            variant="subtle"
            size="compact-sm"
            w="fit-content"
            leftSection={<IconPlus size={14} />}
            onClick={() => form.insertListItem("prizeSplit", 1)}
          >
            Add rank
          </Button>
        )}
      </Stack>
    </Input.Wrapper>
  );
}
