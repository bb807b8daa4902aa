import { Badge, Button, Code, Group, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { data } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { mayCall, useSession } from '../../lib/session.js';

const OPERATION = 'getAdminEmailSenderDomain';

const titles = { spf: 'SPF', dkim: 'DKIM', dmarc: 'DMARC' } as const;
const looks = {
  ok: { color: 'green', label: 'In order' },
  weak: { color: 'yellow', label: 'Weak' },
  missing: { color: 'red', label: 'Missing' },
  invalid: { color: 'red', label: 'Invalid' },
  unknown: { color: 'gray', label: 'Not known' },
} as const;

/** What the domain of the sender publishes for receivers, and what to enter where. Looked up when it is asked for. */
export function SenderDomain() {
  const [open, setOpen] = useState(false);
  const session = useSession();
  const operation = useDeclarations().get(OPERATION);
  const check = useQuery({
    queryKey: [OPERATION],
    queryFn: ({ signal }) => data(OPERATION, { signal }),
    enabled: open,
  });
  if (!mayCall(operation, session)) return null;
  const found = open ? check.data : undefined;
  return (
    <Stack gap="sm">
      <Group>
        <Button
          variant="default"
          loading={open && check.isFetching}
          onClick={() => (open ? void check.refetch() : setOpen(true))}
        >
          Check the domain of the sender
        </Button>
      </Group>
      {open && check.error && <Text c="red">{check.error.message}</Text>}
      {found?.reserved && (
        <Text size="sm">{found.domain} is kept for examples and tests: mails from it reach nobody.</Text>
      )}
      {found && found.records.length > 0 && (
        <Table.ScrollContainer minWidth={480}>
          <Table>
            <Table.Tbody>
              {found.records.map(({ kind, status, name, found: records, advice }) => (
                <Table.Tr key={kind}>
                  <Table.Td style={{ verticalAlign: 'top' }}>
                    <Text fw={600}>{titles[kind]}</Text>
                    <Badge color={looks[status].color} variant="light">
                      {looks[status].label}
                    </Badge>
                  </Table.Td>
                  <Table.Td>
                    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                      TXT record of <Code>{name}</Code>
                    </Text>
                    {records.map((text) => (
                      <Code key={text} block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                        {text}
                      </Code>
                    ))}
                    {advice && <Text size="sm">{advice}</Text>}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Stack>
  );
}
