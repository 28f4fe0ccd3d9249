import { notifications } from "@mantine/notifications";

export const toast = (message: string): void => void notifications.show({ message });

export const warn = (message: string): void =>
  void notifications.show({ color: "yellow", message });

export const showError = ({ message }: Error): void =>
  void notifications.show({ color: "red", message });
