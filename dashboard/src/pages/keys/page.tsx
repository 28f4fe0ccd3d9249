import { Button, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { IconKey, IconPlus } from "../../components/icons.ts";
import { EmptyState } from "../../components/page/empty-state.tsx";
import { PageHeader } from "../../components/page/page-header.tsx";
import { QueryView } from "../../components/page/query-view.tsx";
import { may, useEnvironment } from "../../environment.ts";
import { CreateKey } from "./create-key.tsx";
import { KeyTable } from "./key-table.tsx";
import { NewSecret, type Issued } from "./new-secret.tsx";

/** The environment's API keys. */
export function KeysPage() {
  const environment = useEnvironment();
  const { id, api } = environment;
  const [isCreating, setCreating] = useState(false);
  const [issued, setIssued] = useState<Issued>();
  const query = useQuery({
    queryKey: [id, "keys"],
    queryFn: async () => (await api.GET("/key", {})).data?.keys ?? [],
  });
  const create = may(environment, "keys:write") && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setCreating(true)}>
      Create key
    </Button>
  );
  return (
    <>
      <PageHeader
        title="API keys"
        description="Your backend sends an API key with every request. Keep keys on your servers, because anyone with a key can act as your game."
        actions={query.data && query.data.length > 0 && create}
      />
      <Stack>
        {issued && <NewSecret issued={issued} onClose={() => setIssued(undefined)} />}
        <QueryView query={query}>
          {(keys) =>
            keys.length === 0 ? (
              <EmptyState icon={<IconKey size={28} />} title="No API keys yet" action={create}>
                With an API key, your backend can create tournaments, add gamers and end
                tournaments. The secret is shown only once. Store the secret like a database
                password.
              </EmptyState>
            ) : (
              <KeyTable keys={keys} onIssued={setIssued} />
            )
          }
        </QueryView>
      </Stack>
      {isCreating && (
        <CreateKey
          onClose={() => setCreating(false)}
          onIssued={(key) => {
            setCreating(false);
            setIssued(key);
          }}
        />
      )}
    </>
  );
}
