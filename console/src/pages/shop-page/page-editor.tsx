import { Alert, Button, Group, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DataOf, OperationId } from 'haat-client';
import { type FormEvent, useState } from 'react';
import { BackLink } from '../../generic/back-link.js';
import { ImageInput } from '../../generic/image-input.js';
import { Panel } from '../../generic/panel.js';
import { PicturesPanel } from '../../generic/pictures-panel.js';
import { RichText } from '../../generic/rich-text.js';
import { SaveForm } from '../../generic/save-form.js';
import { textField } from '../../generic/use-draft.js';
import { useEditor } from '../../generic/use-editor.js';
import { useDeclarations } from '../../lib/declarations.js';
import { mayCall, useSession } from '../../lib/session.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';
import { bodyOf, draftFields, draftOf, type PageDraft, type ShopPageBody } from './page-draft.js';
import { PagePreview } from './page-preview.js';

type ShopPage = DataOf<'getVendorPage'>;

/** The page of a vendor, as who edits it reads and saves it. */
export interface PageSource {
  /** Names what was read. */
  key: readonly string[];
  read: (signal?: AbortSignal) => Promise<ShopPage>;
  save: (body: ShopPageBody, edit: { ifMatch?: string }) => Promise<ShopPage>;
  saving: OperationId;
  upload: 'postVendorMedia' | 'postAdminMedia';
  /** Where an operator came from; a vendor has it in its menu. */
  back?: { to: string; text: string };
}

/** What a vendor shows shoppers of itself, with a preview beside it. */
export function PageEditor({ source }: { source: PageSource }) {
  const page = useQuery({
    queryKey: source.key,
    queryFn: ({ signal }) => source.read(signal),
    // What is edited is not replaced meanwhile: a save takes in what somebody else has saved.
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
  });
  if (page.error) return <ErrorView error={page.error} retry={() => void page.refetch()} />;
  if (!page.data || !page.isFetchedAfterMount) return <PageLoader />;
  return <Editor source={source} loaded={page.data} />;
}

function Editor({ source, loaded }: { source: PageSource; loaded: ShopPage }) {
  const { form, save, busy, error, fields, conflicts } = useEditor({
    row: loaded,
    draftOf: (row) => draftOf(row ?? loaded),
    read: () => source.read(),
    known: [...draftFields],
  });
  const { draft, set, change, changed } = form;
  const declarations = useDeclarations();
  const { shopUrl } = declarations.store;
  const may = mayCall(declarations.get(source.saving), useSession());
  const [previewed, setPreviewed] = useState(false);

  function submit(event: FormEvent): void {
    event.preventDefault();
    void save((edit) => source.save(bodyOf(changed), edit), 'The page is saved: shoppers see it now');
  }
  return (
    <Stack gap="md" maw={860}>
      {source.back && <BackLink {...source.back} />}
      <Group justify="space-between">
        <div>
          <Title order={1}>Page for shoppers</Title>
          <Text size="sm" c="dimmed">
            {loaded.displayName}, at /vendors/{draft.slug} of the shop
          </Text>
        </div>
        <Group gap="xs">
          {shopUrl !== null && (
            <Button
              variant="default"
              component="a"
              href={`${shopUrl}/vendors/${form.base.slug}`}
              target="_blank"
              rel="noreferrer noopener"
            >
              Open in the shop
            </Button>
          )}
          <Button variant="default" onClick={() => setPreviewed(true)}>
            Preview
          </Button>
        </Group>
      </Group>
      {!may && <Alert color="gray">Owners and admins of the shop can change the page.</Alert>}
      <SaveForm {...{ form, submit, busy, error, conflicts, may }}>
        <Fields {...{ draft, set, change, fields, source }} />
      </SaveForm>
      {previewed && <PagePreview draft={draft} name={loaded.displayName} close={() => setPreviewed(false)} />}
    </Stack>
  );
}

function Fields({
  draft,
  set,
  change,
  fields,
  source: { upload, saving },
}: {
  draft: PageDraft;
  set: (fields: Partial<PageDraft>) => void;
  change: (update: (before: PageDraft) => Partial<PageDraft>) => void;
  fields: Record<string, string>;
  source: PageSource;
}) {
  const text = (name: keyof PageDraft) => textField({ draft, set }, fields, name);
  const picture = (name: 'logo' | 'cover') => ({
    value: draft[name],
    onChange: (key: string | null) => set({ [name]: key }),
    operation: upload,
    ...(fields[name] !== undefined && { error: fields[name] }),
  });
  return (
    <>
      <Panel title="Head of the page">
        <Stack>
          <ImageInput label="Logo" description="Square; shown round" {...picture('logo')} height={96} />
          <ImageInput label="Cover" description="Three times as wide as high" {...picture('cover')} />
          {saving === 'patchAdminVendorsByVendorIdPage' && (
            <TextInput
              label="Address of the page"
              description="After a change, links to the former address lead to the new one"
              {...text('slug')}
            />
          )}
        </Stack>
      </Panel>
      <Panel title="Story">
        <RichText
          label="Who you are, and how you work"
          value={draft.story}
          onChange={(story) => set({ story })}
          {...(fields['story'] !== undefined && { error: fields['story'] })}
        />
      </Panel>
      <PicturesPanel
        images={draft.pictures}
        set={(update) => change(({ pictures }) => ({ pictures: update(pictures) }))}
        hint="Drop pictures here, or paste one: the workshop, the people, the work. At most 20."
        upload={upload}
        {...(fields['pictures'] !== undefined && { error: fields['pictures'] })}
      />
      <Panel title="Policies">
        <Stack>
          <Textarea label="Returns" autosize minRows={3} maxRows={16} {...text('returnPolicy')} />
          <Textarea label="Shipping" autosize minRows={3} maxRows={16} {...text('shippingPolicy')} />
        </Stack>
      </Panel>
      <Panel title="Search engines">
        <Stack>
          <TextInput label="Title" description="If empty: the name of the shop" {...text('metaTitle')} />
          <Textarea
            label="Description"
            description="If empty: the beginning of the story"
            autosize
            minRows={2}
            maxRows={6}
            {...text('metaDescription')}
          />
        </Stack>
      </Panel>
    </>
  );
}
