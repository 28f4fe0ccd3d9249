import { Avatar, Badge, Button, Group, Select, Text } from "@mantine/core";
import type { Member } from "../../api/types.ts";
import { may, useEnvironment } from "../../environment.ts";
import { isRole, ROLES, type Role } from "./roles.ts";

interface MemberRowProps {
  member: Member;
  isMe: boolean;
  onChange: (role: Role) => void;
  onRemove: () => void;
}

/** One member, with what may be changed about them. */
export function MemberRow({ member, isMe, onChange, onRemove }: MemberRowProps) {
  const { name, email, role } = member;
  const mayWrite = may(useEnvironment(), "members:write");
  return (
    <Group justify="space-between">
      <Group wrap="nowrap" miw={0}>
        <Avatar name={name} color="initials" radius="xl" alt="" />
        <div>
          <Text size="sm" fw={600}>
            {name} {isMe && <Badge variant="light">you</Badge>}
          </Text>
          <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
            {email}
          </Text>
        </div>
      </Group>
      <Group gap="xs">
        {mayWrite ? (
          <Select
            size="xs"
            w={130}
            aria-label={`Role of ${name}`}
            data={ROLES}
            allowDeselect={false}
            value={role}
            onChange={(value) => isRole(value) && onChange(value)}
          />
        ) : (
          <Badge variant="light" color="gray">
            {role}
          </Badge>
        )}
        {(mayWrite || isMe) && (
          <Button
            variant="default"
            size="xs"
            w={140}
            px={0}
            aria-label={isMe ? "Leave team" : `Remove ${name}`}
            onClick={onRemove}
          >
            {isMe ? "Leave team" : "Remove member"}
          </Button>
        )}
      </Group>
    </Group>
  );
}
