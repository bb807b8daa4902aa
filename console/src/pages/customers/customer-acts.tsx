import { Group } from '@mantine/core';
import { ActButton } from '../../generic/act-button.js';
import type { Customer } from './customer-page.js';

/** Who bans a customer, and who lets them in again. */
export function CustomerActs({ customer: { id, name, email, bannedAt } }: { customer: Customer }) {
  const who = name || email;
  return (
    <Group gap="xs">
      {bannedAt ? (
        <ActButton
          operation="postAdminUsersByUserIdUnban"
          path={{ userId: id }}
          label="Lift the ban"
          text={`${who} can sign in and order again.`}
          done="The ban is lifted"
        />
      ) : (
        <ActButton
          operation="postAdminUsersByUserIdBan"
          path={{ userId: id }}
          label="Ban"
          danger
          text={`${who} is signed out everywhere, cannot sign in any more, and all API keys of the account are revoked. Orders go on as they are.`}
          done={`${who} is banned`}
        />
      )}
    </Group>
  );
}
