import { Alert, Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { ActButton } from '../../generic/act-button.js';
import { BackLink } from '../../generic/back-link.js';
import { SaveForm } from '../../generic/save-form.js';
import { useAct } from '../../generic/use-act.js';
import { useEditor } from '../../generic/use-editor.js';
import { State } from '../../generic/value.js';
import { call, data } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { ago } from '../../lib/format.js';
import { mayCall, useSession } from '../../lib/session.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';
import { bodyOf, type ContentPage, draftOf, type PageBody } from './content-page.js';
import { ContentPanel } from './content-panel.js';
import { PlacePanel } from './place-panel.js';
import { SharingPanel } from './sharing-panel.js';

/** A content page: its content with a preview beside it, its place in the tree, and how others show it. */
export function Page() {
  const { id } = useParams();
  const page = useQuery({
    queryKey: ['getAdminContentPagesById', id],
    queryFn: ({ signal }) => data('getAdminContentPagesById', { path: { id: id ?? '' }, signal }),
    enabled: id !== undefined,
  });
  if (id === undefined) return <PageForm page={null} />;
  if (page.isLoadingError) return <ErrorView error={page.error} retry={() => void page.refetch()} />;
  if (page.isPending) return <PageLoader />;
  return <PageForm key={id} page={page.data} />;
}

const known = Object.keys(draftOf(null));

function PageForm({ page }: { page: ContentPage | null }) {
  const { form, save, busy, error, fields, conflicts } = useEditor({
    row: page,
    draftOf,
    read: ({ id }: ContentPage) => data('getAdminContentPagesById', { path: { id } }),
    known,
  });
  const navigate = useNavigate();
  const session = useSession();
  const operation = page ? 'putAdminContentPagesById' : 'postAdminContentPages';
  const may = mayCall(useDeclarations().get(operation), session);
  const mayWriteHtml = session.permissions.has('content:manageRawHtml');
  function submit(event: FormEvent): void {
    event.preventDefault();
    void save(
      (edit) =>
        page
          ? data('putAdminContentPagesById', { path: { id: page.id }, body: bodyOf(form.changed), ...edit })
          : data('postAdminContentPages', { body: bodyOf(form.draft) as PageBody }),
      (saved) => {
        if (!page) void navigate(`/admin/content-pages/${saved.id}`);
      },
    );
  }
  const part = { draft: form.draft, set: form.set, errors: fields };
  return (
    <Stack gap="md">
      <BackLink to="/admin/content-pages" text="Content pages" />
      <Group justify="space-between">
        <Group gap="sm">
          <Title order={1}>{page?.title ?? 'New page'}</Title>
          {page && <State text={page.deletedAt ? 'deleted' : page.status.toLowerCase()} />}
        </Group>
        {page && <PageActs page={page} />}
      </Group>
      <SaveForm {...{ form, submit, busy, error, conflicts, may }} label={page ? 'Save' : 'Create'}>
        {!may && <Alert color="gray">Your account may read this page, and not change it.</Alert>}
        <ContentPanel {...part} isNew={page === null} mayWriteHtml={mayWriteHtml} />
        <PlacePanel {...part} />
        <SharingPanel {...part} />
      </SaveForm>
    </Stack>
  );
}

function PageActs({ page }: { page: ContentPage }) {
  const navigate = useNavigate();
  const [link, setLink] = useState<{ url: string; expiresAt: string } | null>(null);
  const { act, busy, error } = useAct();
  const path = { id: page.id };
  if (page.deletedAt)
    return (
      <ActButton
        operation="postAdminContentPagesByIdRestore"
        path={path}
        label="Restore"
        text="The page is there again, in the state that it had."
        done="The page is restored"
      />
    );
  return (
    <Stack gap={4} align="flex-end">
      <Group gap="xs">
        <Button
          variant="default"
          loading={busy}
          onClick={() =>
            void act(
              () => call('postAdminContentPagesByIdPreviewLink', { path, body: { hours: 24 } }),
              ({ data: made }) => setLink(made),
            )
          }
        >
          Link for reviewers
        </Button>
        <ActButton
          operation="postAdminContentPagesByIdDuplicate"
          path={path}
          label="Duplicate"
          text="The page is copied with the pages under it; the copies are drafts with new slugs."
          done="The page is duplicated"
          onDone={({ data: copy }) => void navigate(`/admin/content-pages/${(copy as { id: string }).id}`)}
        />
        <ActButton
          operation="deleteAdminContentPagesById"
          path={path}
          label="Delete"
          text="The storefront no longer shows the page. It can be restored."
          done="The page is deleted"
          danger
        />
      </Group>
      {link && (
        <Text size="sm">
          <Anchor href={link.url} target="_blank" rel="noreferrer" size="sm">
            Open the link
          </Anchor>
          , good without an account; it expires {ago(link.expiresAt)}
        </Text>
      )}
      {error !== null && <ErrorView error={error} />}
    </Stack>
  );
}
