import { Button, Group, Modal, Stack } from '@mantine/core';
import type { RowOf } from 'haat-client';
import type { FormEvent } from 'react';
import { ActButton } from '../../generic/act-button.js';
import { ConflictList } from '../../generic/conflict-list.js';
import { EditedRow } from '../../generic/edited-row.js';
import { closeAsking } from '../../generic/leave-guard.js';
import { type PlacementDraft, PlacementFields } from '../../generic/placement-form.js';
import { useEditor } from '../../generic/use-editor.js';
import { data } from '../../lib/api.js';
import { ErrorView } from '../../shell/error-view.js';

export type GroupLink = RowOf<'getAdminDynamicLinkGroupsByIdLinks'>;

interface Props {
  groupId: string;
  link: GroupLink | null;
  close: () => void;
}

/** A link of a group: picture, text, and where it leads. */
export function LinkDialog({ groupId, link, close }: Props) {
  if (!link) return <LinkForm groupId={groupId} link={null} close={close} />;
  return (
    <EditedRow
      name={['getAdminDynamicLinkGroupsByIdLinksByLinkId', link.id]}
      read={() => readLink(groupId, link)}
      title="Edit the link"
      close={close}
    >
      {(stored) => <LinkForm groupId={groupId} link={stored} close={close} />}
    </EditedRow>
  );
}

const readLink = (groupId: string, { id }: GroupLink): Promise<GroupLink> =>
  data('getAdminDynamicLinkGroupsByIdLinksByLinkId', { path: { id: groupId, linkId: id } });

const draftOf = (link: GroupLink | null): PlacementDraft => ({
  image: link?.image ?? null,
  url: link?.url ?? '',
  text: link?.text ?? '',
  platform: link?.platform ?? 'BOTH',
  isActive: link?.isActive ?? true,
  from: link?.from ?? null,
  until: link?.until ?? null,
});

function LinkForm({ groupId, link, close }: Props) {
  const { form, save, changedOf, busy, error, fields, conflicts } = useEditor({
    row: link,
    draftOf,
    read: (row: GroupLink) => readLink(groupId, row),
    known: ['image', 'url', 'text', 'platform', 'from', 'until'],
  });
  const { draft, set } = form;
  const leave = closeAsking(form.dirty, close);
  function submit(event: FormEvent): void {
    event.preventDefault();
    const { image, url, text, platform, isActive, from, until } = draft;
    const body = { image, url: url || null, text: text || null, platform, isActive, from, until };
    void save(
      (edit): Promise<GroupLink> =>
        link
          ? data('putAdminDynamicLinkGroupsByIdLinksByLinkId', {
              path: { id: groupId, linkId: link.id },
              body: changedOf(body),
              ...edit,
            })
          : data('postAdminDynamicLinkGroupsByIdLinks', { path: { id: groupId }, body }),
      () => close(),
    );
  }
  return (
    <Modal opened onClose={leave} title={link ? 'Edit the link' : 'New link'} size="lg">
      <form onSubmit={submit} noValidate>
        <Stack>
          <PlacementFields draft={draft} set={set} errors={fields} withText />
          <ConflictList {...conflicts} />
          {error !== null && <ErrorView error={error} />}
          <Group justify="space-between">
            {link ? (
              <ActButton
                operation="deleteAdminDynamicLinkGroupsByIdLinksByLinkId"
                path={{ id: groupId, linkId: link.id }}
                label="Delete"
                text="Storefronts no longer show this link."
                done="The link is deleted"
                danger
                onDone={close}
              />
            ) : (
              <span />
            )}
            <Group gap="xs">
              <Button variant="default" onClick={leave}>
                Cancel
              </Button>
              <Button type="submit" loading={busy}>
                {link ? 'Save' : 'Create'}
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
