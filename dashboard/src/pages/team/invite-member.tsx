import { Button, Modal, Select, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { notifications } from "@mantine/notifications";
import { api } from "../../api/client.ts";
import { queryClient } from "../../api/query-client.ts";
import { ProblemCard } from "../../components/page/problem-card.tsx";
import { useSubmit } from "../../components/forms/submit.tsx";
import { FormButtons } from "../../components/forms/form-buttons.tsx";
import { useEnvironment } from "../../environment.ts";
import { ROLES, type Role } from "./roles.ts";

interface NewInvitation extends Record<string, unknown> {
  email: string;
  role: Role;
}

/** Invites somebody by mail. */
export function InviteMember({ onClose }: { onClose: () => void }) {
  const gameId = useEnvironment().game.id;
  const form = useForm<NewInvitation>({ initialValues: { email: "", role: "developer" } });
  const { formProps, isSending, refusal } = useSubmit(
    form,
    (body) => api.POST("/game/{gameId}/members/invite", { params: { path: { gameId } }, body }),
    (_, { email }) => {
      void queryClient.invalidateQueries({ queryKey: ["members", gameId] });
      notifications.show({ message: `The invitation to ${email} was sent.` });
      onClose();
    },
  );
  return (
    <Modal opened onClose={onClose} title="Invite a member">
      <form {...formProps}>
        <Stack>
          {refusal && <ProblemCard error={refusal} />}
          <TextInput
            label="Email"
            type="email"
            required
            data-autofocus
            {...form.getInputProps("email")}
          />
          <Select label="Role" data={ROLES} allowDeselect={false} {...form.getInputProps("role")} />
          <FormButtons back="Cancel" onBack={onClose}>
            <Button type="submit" loading={isSending}>
              Invite member
            </Button>
          </FormButtons>
        </Stack>
      </form>
    </Modal>
  );
}
