import { Alert, Grid, Group, Stack, Textarea, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DataOf } from 'haat-client';
import { type FormEvent, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { Editable } from '../../generic/editable.js';
import { ActButton } from '../../generic/act-button.js';
import { BackLink } from '../../generic/back-link.js';
import { ConflictList } from '../../generic/conflict-list.js';
import { ImageInput } from '../../generic/image-input.js';
import { Panel } from '../../generic/panel.js';
import { SaveBar } from '../../generic/save-bar.js';
import { textField } from '../../generic/use-draft.js';
import { useEditor } from '../../generic/use-editor.js';
import { data } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { mayCall, useSession } from '../../lib/session.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';
import { FiltersPanel } from './filters-panel.js';
import { ListingHits } from './listing-hits.js';
import { type Filters, readFilters, savedFilters } from './listing-filters.js';

type Listing = DataOf<'getAdminDynamicProductListingsById'>;

/** A listing: its words, its filters, and what they find before they are saved. */
export function Page() {
  const { id = '' } = useParams();
  const listing = useQuery({
    queryKey: ['getAdminDynamicProductListingsById', id],
    queryFn: ({ signal }) => data('getAdminDynamicProductListingsById', { path: { id }, signal }),
  });
  if (listing.isLoadingError) return <ErrorView error={listing.error} retry={() => void listing.refetch()} />;
  if (listing.isPending) return <PageLoader />;
  return <ListingForm key={id} listing={listing.data} />;
}

const draftOf = ({ title, slug, subtitle, description, image, filters }: Listing) => ({
  title,
  slug,
  image,
  subtitle: subtitle ?? '',
  description: description ?? '',
  filters: readFilters(filters),
});

function ListingForm({ listing }: { listing: Listing }) {
  const { form, save, changedOf, busy, error, fields, conflicts } = useEditor({
    row: listing,
    draftOf: (row) => draftOf(row ?? listing),
    read: ({ id }: Listing) => data('getAdminDynamicProductListingsById', { path: { id } }),
    known: ['title', 'slug', 'subtitle', 'description', 'image', 'filters'],
  });
  const [applied, setApplied] = useState<Filters>(form.base.filters);
  const navigate = useNavigate();
  const may = mayCall(useDeclarations().get('putAdminDynamicProductListingsById'), useSession());
  const back = listing.groupId
    ? `/admin/dynamic-product-listing-groups/${listing.groupId}`
    : '/admin/dynamic-product-listing-groups?tab=listings';
  function submit(event: FormEvent): void {
    event.preventDefault();
    const { title, slug, subtitle, description, image, filters } = form.draft;
    const body = {
      title,
      slug,
      image,
      subtitle: subtitle || null,
      description: description || null,
      filters: savedFilters(filters),
    };
    void save(
      (edit) =>
        data('putAdminDynamicProductListingsById', {
          path: { id: listing.id },
          body: changedOf(body),
          ...edit,
        }),
      (saved) => setApplied(readFilters(saved.filters)),
    );
  }
  return (
    <Stack gap="md">
      <BackLink to={back} text="Product listings" />
      <Group justify="space-between">
        <Title order={1}>{listing.title}</Title>
        <ActButton
          operation="deleteAdminDynamicProductListingsById"
          path={{ id: listing.id }}
          label="Delete"
          text="Storefronts no longer show this listing. Its products stay as they are."
          done="The listing is deleted"
          danger
          onDone={() => void navigate(back)}
        />
      </Group>
      {!may && <Alert color="gray">Your account may read this listing, and not change it.</Alert>}
      <form onSubmit={submit} noValidate>
        <Editable may={may}>
          <Grid gap="md">
            <Grid.Col span={{ base: 12, lg: 6 }}>
              <Stack gap="md">
                <FiltersPanel
                  filters={form.draft.filters}
                  set={(changes) => form.set({ filters: { ...form.draft.filters, ...changes } })}
                  apply={() => setApplied(form.draft.filters)}
                  errors={fields}
                />
                <Panel title="Words and picture">
                  <Stack>
                    <TextInput label="Title" required {...textField(form, fields, 'title')} />
                    <TextInput label="Subtitle" {...textField(form, fields, 'subtitle')} />
                    <Textarea
                      label="Description"
                      autosize
                      minRows={2}
                      {...textField(form, fields, 'description')}
                    />
                    <ImageInput
                      label="Picture"
                      value={form.draft.image}
                      error={fields['image']}
                      onChange={(image) => form.set({ image })}
                    />
                    <TextInput label="Slug" {...textField(form, fields, 'slug')} />
                  </Stack>
                </Panel>
                <ConflictList {...conflicts} />
                {error !== null && <ErrorView error={error} />}
                {may && <SaveBar dirty={form.dirty} busy={busy} discard={form.discard} />}
              </Stack>
            </Grid.Col>
            <Grid.Col span={{ base: 12, lg: 6 }}>
              <ListingHits slug={listing.slug} filters={applied} />
            </Grid.Col>
          </Grid>
        </Editable>
      </form>
    </Stack>
  );
}
