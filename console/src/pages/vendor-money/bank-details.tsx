import { Alert, Button, Card, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useAct } from '../../generic/use-act.js';
import { editOf, isOutdated } from '../../lib/edit-tag.js';
import { call, data } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { mayCall, useSession } from '../../lib/session.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';

const keys = [
  { key: 'payout.account_holder', label: 'Account holder', description: 'As the bank has it' },
  { key: 'payout.account_number', label: 'Account number', description: '6 to 20 digits' },
  { key: 'payout.ifsc', label: 'IFSC', description: 'Eleven characters, such as HDFC0001234' },
  { key: 'payout.pan', label: 'PAN', description: 'Ten characters, such as ABCDE1234F' },
];

/** Where payouts go. What is stored is never shown whole; a change holds payouts up for a while, so that a thief gains nothing. */
export function BankDetails() {
  const session = useSession();
  const settings = useQuery({
    queryKey: ['getVendorSettings'],
    queryFn: ({ signal }) => data('getVendorSettings', { signal }),
  });
  const [edits, setEdits] = useState<Record<string, string>>({});
  const { act, busy, error, fields } = useAct(keys.map(({ key }) => key));
  const patch = useDeclarations().get('patchVendorSettings');
  const mayChange = mayCall(patch, session) && session.me.activeVendor?.role === 'owner';
  if (settings.isLoadingError)
    return <ErrorView error={settings.error} retry={() => void settings.refetch()} />;
  if (settings.isPending) return <PageLoader />;
  const stored = settings.data as unknown as Record<string, unknown>;
  const changed = Object.fromEntries(
    Object.entries(edits)
      .map(
        ([key, value]) =>
          [
            key,
            key === 'payout.account_holder' ? value.trim() : value.replace(/\s/g, '').toUpperCase(),
          ] as const,
      )
      .filter(([, value]) => value !== ''),
  );
  const count = Object.keys(changed).length;

  function submit(event: FormEvent): void {
    event.preventDefault();
    void act(async () => {
      try {
        await call('patchVendorSettings', { body: changed as never, ...editOf(settings.data) });
        setEdits({});
      } catch (thrown) {
        // What somebody else has set shows before it is sent again.
        if (isOutdated(thrown)) await settings.refetch();
        throw thrown;
      }
    }, 'The bank account is saved');
  }

  return (
    <Card withBorder padding="lg" maw={640}>
      <form onSubmit={submit} noValidate>
        <Stack>
          {!mayChange && <Alert color="gray">Only the owner of the shop can change where payouts go.</Alert>}
          {keys.map(({ key, label, description }) => (
            <TextInput
              key={key}
              label={label}
              description={description}
              data-field={key}
              disabled={!mayChange}
              autoComplete="off"
              placeholder={stored[key] ? `${String(stored[key])} (type to replace it)` : 'Not set'}
              value={edits[key] ?? ''}
              error={fields[key]}
              onChange={(event) => {
                const { value } = event.currentTarget;
                setEdits((before) => ({ ...before, [key]: value }));
              }}
            />
          ))}
          {count > 0 && (
            <Alert color="yellow">
              After a change payouts wait for as long as the marketplace has set, and where it sends them by a
              provider, until a small test transfer has arrived. The people of the shop get a mail, so that a
              change that nobody of you made is noticed.
            </Alert>
          )}
          {error !== null && <ErrorView error={error} />}
          {mayChange && (
            <Group justify="space-between">
              <Text size="sm" c="dimmed">
                A change asks for your password if your sign-in is old.
              </Text>
              <Button type="submit" loading={busy} disabled={count === 0}>
                Save
              </Button>
            </Group>
          )}
        </Stack>
      </form>
    </Card>
  );
}
