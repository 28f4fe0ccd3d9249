import {
  ActionIcon,
  type ActionIconProps,
  Button,
  type ButtonProps,
  Menu,
  Modal,
  Stack,
  Text,
  TextInput,
} from "@mantine/core";
import { useForm, type UseFormReturnType } from "@mantine/form";
import { type Icon, IconDots } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from "react";
import { type Api, forgetUnanswered } from "../../api/client.ts";
import { useEnvironment } from "../../environment.ts";
import { useFocusReturn } from "../focus-return.ts";
import { ProblemCard } from "../page.tsx";
import { Form, FormButtons, SubmitButton, useSubmit } from "./submit.tsx";

/** Closes the dialog that this context surrounds. */
export const CloseContext = createContext<() => void>(() => undefined);

export const useClose = (): (() => void) => useContext(CloseContext);

interface DialogProps {
  title: string;
  size?: "md" | "lg";
  /** True while a request runs. The dialog stays, because it shows the failure and can repeat the request. */
  isSending?: boolean;
  children: ReactNode;
}

const stay = () => undefined;

export function Dialog({ size = "md", isSending = false, children, ...props }: DialogProps) {
  const close = useClose();
  useFocusReturn();
  return (
    <Modal opened size={size} onClose={isSending ? stay : close} {...props}>
      <Stack>{children}</Stack>
    </Modal>
  );
}

export const DoneButton = () => (
  <Button ml="auto" onClick={useClose()}>
    Done
  </Button>
);

interface ActingProps extends Omit<DialogProps, "title" | "isSending"> {
  title?: string;
  back?: "Back" | "Cancel";
  action: string;
  button?: ButtonProps & { "data-autofocus"?: boolean };
}

interface FormDialogProps<V, R> extends ActingProps {
  form: UseFormReturnType<V>;
  send: (values: V, api: Api) => Promise<R>;
  onDone?: (result: R, values: V) => void;
  isKept?: boolean;
}

export function FormDialog<V extends Record<string, unknown>, R>(props: FormDialogProps<V, R>) {
  const { action, title = action, size, back = "Cancel", button, children } = props;
  const close = useClose();
  const { api } = useEnvironment();
  const submission = useSubmit(
    props.form,
    (values) => props.send(values, api),
    (result, values) => {
      props.onDone?.(result, values);
      if (!props.isKept) close();
    },
  );
  const { isSending } = submission;
  return (
    <Dialog title={title} {...(size && { size })} isSending={isSending}>
      <Form submission={submission}>
        {children}
        <FormButtons back={back} onBack={close} isSending={isSending}>
          <SubmitButton submission={submission} label={action} {...button} />
        </FormButtons>
      </Form>
    </Dialog>
  );
}

interface ActionDialogProps extends ActingProps {
  mutation: { isError: boolean; error: unknown; isPending: boolean; mutate: () => void };
}

export function ActionDialog({ mutation, children, ...props }: ActionDialogProps) {
  const { back = "Cancel", action, title = action, button, ...dialog } = props;
  const { isPending } = mutation;
  useEffect(() => forgetUnanswered, []);
  return (
    <Dialog title={title} isSending={isPending} {...dialog}>
      {mutation.isError && <ProblemCard error={mutation.error} />}
      {children}
      <FormButtons back={back} onBack={useClose()} isSending={isPending}>
        <Button loading={isPending} onClick={() => mutation.mutate()} {...button}>
          {action}
        </Button>
      </FormButtons>
    </Dialog>
  );
}

interface ConfirmProps<R> extends ActingProps {
  act: (api: Api) => Promise<R>;
  onDone?: (result: R) => void;
  below?: ReactNode;
  /** The name that the person must type, if the action cannot be undone. */
  name?: string;
}

const RED: NonNullable<ActingProps["button"]> = { color: "red" };

export function Confirm<R>({
  act,
  children,
  below,
  name,
  button = RED,
  ...props
}: ConfirmProps<R>) {
  const form = useForm({ initialValues: { typed: "" } });
  const isNamed = name === undefined || form.values.typed === name;
  return (
    <FormDialog
      form={form}
      send={(_, api) => act(api)}
      button={{ ...button, disabled: !isNamed || button.disabled === true }}
      back="Back"
      {...props}
    >
      <Text size="sm" component="div">
        {children}
      </Text>
      {below}
      {name !== undefined && (
        <TextInput
          label={
            <>
              Type <b>{name}</b> to confirm
            </>
          }
          data-autofocus
          autoComplete="off"
          {...form.getInputProps("typed")}
        />
      )}
    </FormDialog>
  );
}

interface DialogButtonProps extends ButtonProps {
  label: string;
  icon?: Icon;
  "aria-label"?: string;
  dialog: ReactNode;
}

export function DialogButton({ label, icon: ButtonIcon, dialog, ...props }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const size = props.size === "xs" ? 14 : 16;
  return (
    <>
      <Button
        {...(ButtonIcon && { leftSection: <ButtonIcon size={size} /> })}
        {...props}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      {isOpen && <CloseContext value={() => setOpen(false)}>{dialog}</CloseContext>}
    </>
  );
}

interface MenuAction {
  label: string;
  color?: "red";
  icon?: Icon;
  to?: string;
  dialog?: ReactNode;
}

interface ActionMenuProps extends ActionIconProps {
  label: string;
  actions: readonly (MenuAction | false)[];
}

export function ActionMenu({ label, actions, ...props }: ActionMenuProps) {
  const [opened, setOpened] = useState<string>();
  const ref = useRef<HTMLButtonElement>(null);
  const open = (name: string) => {
    // The focus later returns to the menu, because the item is gone by then.
    ref.current?.focus();
    setOpened(name);
  };
  const possible = actions.filter((action) => action !== false);
  const dialog = possible.find((action) => action.label === opened)?.dialog;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon ref={ref} aria-label={label} {...props}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {possible.map(({ label: name, icon: ItemIcon, to, color }) => (
            <Menu.Item
              key={name}
              {...(color && { color })}
              {...(ItemIcon && { leftSection: <ItemIcon size={16} /> })}
              {...(to ? { component: Link, to } : { onClick: () => open(name) })}
            >
              {name}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {dialog && <CloseContext value={() => setOpened(undefined)}>{dialog}</CloseContext>}
    </>
  );
}
