import { useEnvironment } from "../../environment.ts";
import { IconEye } from "../icons.ts";
import { EmptyState } from "./empty-state.tsx";
import { PageHeader, type PageHeaderProps } from "./page-header.tsx";

/** Stands in for a form that the viewer's role cannot send. */
export function NotAllowed(header: Pick<PageHeaderProps, "title" | "above">) {
  const { game } = useEnvironment();
  return (
    <>
      <PageHeader {...header} />
      <EmptyState icon={<IconEye size={28} />} title="Your role does not allow this action">
        You are a {game.role} of {game.name}. Ask an owner to change your role.
      </EmptyState>
    </>
  );
}
