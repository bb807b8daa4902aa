import { Alert, Grid, Group, Stack, Textarea, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useNavigate, useParams } from 'react-router';
import { Editable } from '../../generic/editable.js';
import { ActButton } from '../../generic/act-button.js';
import { BackLink } from '../../generic/back-link.js';
import { ConflictList } from '../../generic/conflict-list.js';
import { ImageInput } from '../../generic/image-input.js';
import { Panel } from '../../generic/panel.js';
import { RowPicker } from '../../generic/row-picker.js';
import { SaveBar } from '../../generic/save-bar.js';
import { textField } from '../../generic/use-draft.js';
import { useEditor } from '../../generic/use-editor.js';
import { State } from '../../generic/value.js';
import { callAny } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { mayCall, useSession } from '../../lib/session.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';
import { type Entry, type Taxonomy, useTaxonomy } from './taxonomies.js';
import { UsedBy } from './used-by.js';

/** An entry of a taxonomy, who uses it, and its banners. */
export function Page() {
  const taxonomy = useTaxonomy();
  const { id } = useParams();
  const entry = useQuery({
    queryKey: [taxonomy.read, id],
    queryFn: async ({ signal }) =>
      (await callAny(taxonomy.read, { path: { id: id ?? '' }, signal })).data as Entry,
    enabled: id !== undefined,
  });
  if (id === undefined) return <EntryView taxonomy={taxonomy} entry={null} />;
  if (entry.isLoadingError) return <ErrorView error={entry.error} retry={() => void entry.refetch()} />;
  if (entry.isPending) return <PageLoader />;
  return <EntryView key={id} taxonomy={taxonomy} entry={entry.data} />;
}

function EntryView({ taxonomy, entry }: { taxonomy: Taxonomy; entry: Entry | null }) {
  const back = `/admin/${taxonomy.kind}`;
  return (
    <Stack gap="md">
      <BackLink to={back} text={taxonomy.title} />
      <Group justify="space-between">
        <Group gap="sm">
          <Title order={1}>{entry?.title ?? `New ${taxonomy.singular}`}</Title>
          {entry?.deletedAt && <State text="deleted" />}
        </Group>
        {entry &&
          (entry.deletedAt ? (
            <ActButton
              operation={taxonomy.restore}
              path={{ id: entry.id }}
              label="Restore"
              text="The storefront shows it again."
              done={`The ${taxonomy.singular} is restored`}
            />
          ) : (
            <ActButton
              operation={taxonomy.remove}
              path={{ id: entry.id }}
              label="Delete"
              text={`The storefront no longer shows ${entry.title}. It can be restored.`}
              done={`The ${taxonomy.singular} is deleted`}
              danger
            />
          ))}
      </Group>
      <Grid gap="md">
        <Grid.Col span={{ base: 12, lg: 7 }}>
          <EntryForm taxonomy={taxonomy} entry={entry} />
        </Grid.Col>
        {entry && (
          <Grid.Col span={{ base: 12, lg: 5 }}>
            <UsedBy taxonomy={taxonomy} entry={entry} />
          </Grid.Col>
        )}
      </Grid>
    </Stack>
  );
}

const textOf = (entry: Entry | null) => ({
  title: entry?.title ?? '',
  slug: entry?.slug ?? '',
  description: entry?.description ?? '',
  image: entry?.image ?? null,
  parentId: entry?.parentId ?? null,
});

function EntryForm({ taxonomy, entry }: { taxonomy: Taxonomy; entry: Entry | null }) {
  const { form, save, changedOf, busy, error, fields, conflicts } = useEditor({
    row: entry,
    draftOf: textOf,
    read: async ({ id }: Entry) => (await callAny(taxonomy.read, { path: { id } })).data as Entry,
    known: ['title', 'slug', 'description', 'image', 'parentId'],
  });
  const navigate = useNavigate();
  const operation = entry ? taxonomy.update : taxonomy.create;
  const may = mayCall(useDeclarations().get(operation), useSession());
  const tree = taxonomy.kind === 'categories';

  function submit(event: FormEvent): void {
    event.preventDefault();
    const { title, slug, description, image, parentId } = form.draft;
    const body = {
      title,
      ...(slug !== '' && { slug }),
      description: description || null,
      image,
      ...(tree && { parentId }),
    };
    void save(
      async (edit) =>
        (
          await callAny(operation, {
            ...(entry && { path: { id: entry.id } }),
            body: changedOf(body),
            ...edit,
          })
        ).data as Entry,
      (saved) => {
        if (!entry) void navigate(`/admin/${taxonomy.kind}/${saved.id}`);
      },
    );
  }
  return (
    <form onSubmit={submit} noValidate>
      <Editable may={may}>
        <Panel title="Details">
          <Stack>
            {!may && <Alert color="gray">Your account may read this, and not change it.</Alert>}
            <ConflictList {...conflicts} />
            <TextInput label="Title" required {...textField(form, fields, 'title')} />
            {tree && (
              <RowPicker
                kind="categories"
                label="Under"
                placeholder="At the top"
                value={form.draft.parentId}
                error={fields['parentId']}
                onChange={(parentId) => form.set({ parentId })}
              />
            )}
            <Textarea
              label="Description"
              autosize
              minRows={3}
              maxRows={12}
              {...textField(form, fields, 'description')}
            />
            <ImageInput
              label="Picture"
              value={form.draft.image}
              error={fields['image']}
              onChange={(image) => form.set({ image })}
            />
            <TextInput
              label="Slug"
              description="Lower-case words joined by hyphens; empty is made from the title"
              {...textField(form, fields, 'slug')}
            />
            {error !== null && <ErrorView error={error} />}
            {may && (
              <SaveBar
                dirty={form.dirty}
                busy={busy}
                discard={form.discard}
                label={entry ? 'Save' : 'Create'}
              />
            )}
          </Stack>
        </Panel>
      </Editable>
    </form>
  );
}
