import { Button, Group, Modal, Stack } from '@mantine/core';
import type { RowOf } from 'haat-client';
import type { FormEvent } from 'react';
import { ActButton } from '../../generic/act-button.js';
import { closeAsking } from '../../generic/leave-guard.js';
import { type PlacementDraft, PlacementFields } from '../../generic/placement-form.js';
import { useAct } from '../../generic/use-act.js';
import { useDraft } from '../../generic/use-draft.js';
import { call } from '../../lib/api.js';
import { ErrorView } from '../../shell/error-view.js';

export type GroupLink = RowOf<'getAdminDynamicLinkGroupsByIdLinks'>;

/** A link of a group: picture, text, and where it leads. */
export function LinkDialog({
  groupId,
  link,
  close,
}: {
  groupId: string;
  link: GroupLink | null;
  close: () => void;
}) {
  const { draft, set, dirty } = useDraft<PlacementDraft>(
    link
      ? { ...link, url: link.url ?? '', text: link.text ?? '' }
      : { image: null, url: '', text: '', platform: 'BOTH', isActive: true, from: null, until: null },
  );
  const { act, busy, error, fields } = useAct(['image', 'url', 'text', 'platform', 'from', 'until']);
  const leave = closeAsking(dirty, close);
  function submit(event: FormEvent): void {
    event.preventDefault();
    const { image, url, text, platform, isActive, from, until } = draft;
    const body = { image, url: url || null, text: text || null, platform, isActive, from, until };
    void act(
      (): Promise<unknown> =>
        link
          ? call('putAdminDynamicLinkGroupsByIdLinksByLinkId', {
              path: { id: groupId, linkId: link.id },
              body,
            })
          : call('postAdminDynamicLinkGroupsByIdLinks', { path: { id: groupId }, body }),
      () => close(),
    );
  }
  return (
    <Modal opened onClose={leave} title={link ? 'Edit the link' : 'New link'} size="lg">
      <form onSubmit={submit} noValidate>
        <Stack>
          <PlacementFields draft={draft} set={set} errors={fields} withText />
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
