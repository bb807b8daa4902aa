import { Button, Group, Modal, Select, Stack } from '@mantine/core';
import type { RowOf } from 'haat-client';
import type { FormEvent } from 'react';
import { ActButton } from '../../generic/act-button.js';
import { ConflictList } from '../../generic/conflict-list.js';
import { EditedRow } from '../../generic/edited-row.js';
import { closeAsking } from '../../generic/leave-guard.js';
import { type PlacementDraft, PlacementFields } from '../../generic/placement-form.js';
import { RowPicker } from '../../generic/row-picker.js';
import type { RowKind } from '../../generic/rows-by-kind.js';
import { useEditor } from '../../generic/use-editor.js';
import { data } from '../../lib/api.js';
import { ErrorView } from '../../shell/error-view.js';

export type Banner = RowOf<'getAdminBanners'>;
export type EntityType = Banner['entityType'];

export const entityTypes: { value: EntityType; label: string; kind: RowKind }[] = [
  { value: 'category', label: 'Category', kind: 'categories' },
  { value: 'brand', label: 'Brand', kind: 'brands' },
  { value: 'tag', label: 'Tag', kind: 'tags' },
  { value: 'ingredient', label: 'Ingredient', kind: 'ingredients' },
];

interface Draft extends PlacementDraft {
  entityType: EntityType;
  entityId: string | null;
}

interface Props {
  banner: Banner | null;
  place: Pick<Draft, 'entityType' | 'entityId'>;
  close: () => void;
}

/** A banner: its picture, where it leads, and on whose page it stands. */
export function BannerDialog({ banner, place, close }: Props) {
  if (!banner) return <BannerForm banner={null} place={place} close={close} />;
  return (
    <EditedRow
      name={['getAdminBannersById', banner.id]}
      read={() => readBanner(banner)}
      title="Edit the banner"
      close={close}
    >
      {(stored) => <BannerForm banner={stored} place={place} close={close} />}
    </EditedRow>
  );
}

const readBanner = ({ id }: Banner): Promise<Banner> => data('getAdminBannersById', { path: { id } });

function BannerForm({ banner, place, close }: Props) {
  const { form, save, changedOf, busy, error, fields, conflicts } = useEditor({
    row: banner,
    draftOf: (row): Draft => ({
      image: row?.image ?? null,
      url: row?.url ?? '',
      platform: row?.platform ?? 'BOTH',
      isActive: row?.isActive ?? true,
      from: row?.from ?? null,
      until: row?.until ?? null,
      entityType: row?.entityType ?? place.entityType,
      entityId: row?.entityId ?? place.entityId,
    }),
    read: readBanner,
    known: ['image', 'url', 'platform', 'from', 'until', 'entityId'],
  });
  const { draft, set } = form;
  const leave = closeAsking(form.dirty, close);
  function submit(event: FormEvent): void {
    event.preventDefault();
    const { image, url, platform, isActive, from, until, entityType, entityId } = draft;
    const body = { image: image ?? '', url, platform, isActive, from, until };
    void save(
      (edit): Promise<Banner> =>
        banner
          ? data('putAdminBannersById', { path: { id: banner.id }, body: changedOf(body), ...edit })
          : data('postAdminBanners', { body: { ...body, entityType, entityId: entityId ?? '' } }),
      () => close(),
    );
  }
  const kind = entityTypes.find(({ value }) => value === draft.entityType)?.kind ?? 'categories';
  return (
    <Modal opened onClose={leave} title={banner ? 'Edit the banner' : 'New banner'} size="lg">
      <form onSubmit={submit} noValidate>
        <Stack>
          <PlacementFields draft={draft} set={set} errors={fields} withText={false} />
          {banner === null && (
            <Group grow align="flex-start" preventGrowOverflow={false}>
              <Select
                label="On the page of a"
                allowDeselect={false}
                miw={120}
                data={entityTypes.map(({ value, label }) => ({ value, label }))}
                value={draft.entityType}
                onChange={(next) => set({ entityType: next as EntityType, entityId: null })}
              />
              <RowPicker
                kind={kind}
                label="Which"
                required
                placeholder="Type to search"
                value={draft.entityId}
                error={fields['entityId']}
                onChange={(entityId) => set({ entityId })}
              />
            </Group>
          )}
          <ConflictList {...conflicts} />
          {error !== null && <ErrorView error={error} />}
          <Group justify="space-between">
            {banner ? (
              <ActButton
                operation="deleteAdminBannersById"
                path={{ id: banner.id }}
                label="Delete"
                text="Storefronts no longer show this banner. It can be restored."
                done="The banner is deleted"
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
                {banner ? 'Save' : 'Create'}
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
