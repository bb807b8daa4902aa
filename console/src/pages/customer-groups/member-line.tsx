import { Text } from '@mantine/core';
import { EntityLink } from '../../generic/value.js';
import { useDeclarations } from '../../lib/declarations.js';
import { type GroupRule, type Member, whyOf } from './group.js';

/** A customer, and what the rules of the group look at. */
export function MemberLine({ member, rules }: { member: Member; rules: readonly GroupRule[] }) {
  const { store } = useDeclarations();
  const why = whyOf(member, rules, store.currency);
  const text = member.name || member.email;
  return (
    <div style={{ overflowWrap: 'anywhere' }}>
      <EntityLink entity="user" id={member.userId} {...(text && { text })} />
      {member.name && member.email && (
        <Text size="sm" c="dimmed">
          {member.email}
        </Text>
      )}
      {why && (
        <Text size="sm" c="dimmed">
          {why}
        </Text>
      )}
    </div>
  );
}
