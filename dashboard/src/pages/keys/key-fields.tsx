import { Checkbox, Stack, TagsInput, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { MomentInput } from "../../components/forms/moment-input.tsx";
import { may, useEnvironment, type Environment } from "../../environment.ts";
import { isImplied, KEY_SCOPES, withImplied, type KeyScope } from "./scopes.ts";

/** What a key is created with. */
export interface NewKey extends Record<string, unknown> {
  name: string;
  scopes: KeyScope[];
  ipRanges: string[];
  /** As `moments.ts` reads it. Empty: never. */
  expiresAt: string;
}

const MOST_RANGES = 20;

/** Nobody can give a key more than they hold. */
const scopesToGive = (environment: Environment) =>
  KEY_SCOPES.filter(({ value }) => value !== "wallets:write" || may(environment, value));

/** A key that may everything that the person may. */
export const newKey = (environment: Environment): NewKey => ({
  name: "",
  scopes: scopesToGive(environment).map(({ value }) => value),
  ipRanges: [],
  expiresAt: "",
});

/** The fields of a new key. */
export function KeyFields({ form }: { form: UseFormReturnType<NewKey> }) {
  const scopes = scopesToGive(useEnvironment());
  return (
    <>
      <TextInput
        label="Name"
        placeholder="Match server"
        required
        data-autofocus
        maxLength={60}
        {...form.getInputProps("name")}
      />
      <Checkbox.Group
        label="Permissions"
        description="Every key can read. Choose what else this key can do."
        {...form.getInputProps("scopes")}
        value={withImplied(form.values.scopes)}
      >
        <Stack gap="xs" mt="xs">
          {scopes.map(({ value, label, description }) => (
            <Checkbox
              key={value}
              value={value}
              label={label}
              description={
                isImplied(value, form.values.scopes)
                  ? `${description} (included in Entries)`
                  : description
              }
              disabled={isImplied(value, form.values.scopes)}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <TagsInput
        label="Allowed addresses"
        description="CIDR ranges, such as 203.0.113.0/24. Leave empty to allow all addresses."
        maxTags={MOST_RANGES}
        {...form.getInputProps("ipRanges")}
      />
      <MomentInput
        label="Expires"
        description="Leave empty for no expiry"
        {...form.getInputProps("expiresAt")}
      />
    </>
  );
}
