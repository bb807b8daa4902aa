import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DataOf } from 'haat-client';
import { ConflictList } from '../../generic/conflict-list.js';
import { Panel } from '../../generic/panel.js';
import { RowsPicker } from '../../generic/row-picker.js';
import { useEditor } from '../../generic/use-editor.js';
import { data } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { mayCall, useSession } from '../../lib/session.js';
import { ErrorView } from '../../shell/error-view.js';

type Visibility = DataOf<'getAdminProductsByProductIdCustomerGroups'>;

const draftOf = (stored: Visibility | null) => ({
  customerGroupIds: (stored?.groups ?? []).map((group) => group.id),
});

/** Which customer groups see a private product. */
export function MembersPanel({ id }: { id: string }) {
  const may = mayCall(useDeclarations().get('getAdminProductsByProductIdCustomerGroups'), useSession());
  const found = useQuery({
    queryKey: ['getAdminProductsByProductIdCustomerGroups', id],
    queryFn: ({ signal }) =>
      data('getAdminProductsByProductIdCustomerGroups', { path: { productId: id }, signal }),
    enabled: may,
  });
  if (!may) return null;
  if (found.isLoadingError) return <ErrorView error={found.error} retry={() => void found.refetch()} />;
  if (!found.data) return null;
  return <MembersForm key={id} id={id} stored={found.data} />;
}

function MembersForm({ id, stored }: { id: string; stored: Visibility }) {
  const path = { productId: id };
  const { form, save, busy, error, fields, conflicts } = useEditor({
    row: stored,
    draftOf,
    read: () => data('getAdminProductsByProductIdCustomerGroups', { path }),
    known: ['customerGroupIds'],
  });
  const may = mayCall(useDeclarations().get('putAdminProductsByProductIdCustomerGroups'), useSession());
  const { customerGroupIds } = form.draft;
  return (
    <Panel title="Who sees it">
      <Stack>
        <Text size="sm" c="dimmed">
          {customerGroupIds.length === 0
            ? 'A private product is seen by nobody. Name customer groups, and their members see its page and buy it.'
            : 'Members of these groups see its page, find it in their account and buy it. Search, feeds and sitemap leave it out.'}
        </Text>
        <RowsPicker
          kind="customerGroups"
          label="Customer groups"
          placeholder="Type a name"
          value={customerGroupIds}
          error={fields['customerGroupIds']}
          onChange={(next) => form.set({ customerGroupIds: next })}
        />
        <ConflictList {...conflicts} />
        {error !== null && <ErrorView error={error} />}
        {may && (
          <Group justify="flex-end">
            <Button
              loading={busy}
              disabled={!form.dirty}
              onClick={() =>
                void save(
                  (edit) =>
                    data('putAdminProductsByProductIdCustomerGroups', {
                      path,
                      body: { customerGroupIds },
                      ...edit,
                    }),
                  'The groups are saved',
                )
              }
            >
              Save
            </Button>
          </Group>
        )}
      </Stack>
    </Panel>
  );
}
