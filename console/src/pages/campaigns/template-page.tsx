import { Alert, Group, Stack, TextInput, Title, SimpleGrid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DataOf } from 'haat-client';
import type { FormEvent } from 'react';
import { useNavigate, useParams } from 'react-router';
import { ActButton } from '../../generic/act-button.js';
import { BackLink } from '../../generic/back-link.js';
import { Panel } from '../../generic/panel.js';
import { SaveForm } from '../../generic/save-form.js';
import { textField } from '../../generic/use-draft.js';
import { useEditor } from '../../generic/use-editor.js';
import { data } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { mayCall, useSession } from '../../lib/session.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';
import { keyed, newBlock } from './block.js';
import { BlocksEditor } from './blocks-editor.js';
import { CampaignPreview } from './campaign-preview.js';

type Template = DataOf<'getAdminCampaignsTemplatesById'>;

/** A template of campaigns: blocks, and the mail that they make beside them. */
export function Page() {
  const { id } = useParams();
  const template = useQuery({
    queryKey: ['getAdminCampaignsTemplatesById', id],
    queryFn: ({ signal }) => data('getAdminCampaignsTemplatesById', { path: { id: id ?? '' }, signal }),
    enabled: id !== undefined,
    // What is edited is not replaced meanwhile; a save is refused where somebody else has saved.
    refetchOnWindowFocus: false,
  });
  if (id === undefined) return <TemplateForm template={null} />;
  if (template.isLoadingError)
    return <ErrorView error={template.error} retry={() => void template.refetch()} />;
  if (template.isPending) return <PageLoader />;
  return <TemplateForm key={id} template={template.data} />;
}

const draftOf = (template: Template | null) => ({
  name: template?.name ?? '',
  subject: template?.subject ?? '',
  previewText: template?.previewText ?? '',
  blocks: keyed(
    template?.blocks ?? [newBlock('logo'), newBlock('heading'), newBlock('text'), newBlock('button')],
  ),
});

function TemplateForm({ template }: { template: Template | null }) {
  const { form, save, busy, error, fields, conflicts } = useEditor({
    row: template,
    draftOf,
    read: ({ id }: Template) => data('getAdminCampaignsTemplatesById', { path: { id } }),
    known: ['name', 'subject', 'previewText', 'blocks'],
  });
  const navigate = useNavigate();
  const operation = template ? 'putAdminCampaignsTemplatesById' : 'postAdminCampaignsTemplates';
  const may = mayCall(useDeclarations().get(operation), useSession());
  const { name, subject, previewText } = form.draft;
  const blocks = form.draft.blocks.map(({ block }) => block);
  function submit(event: FormEvent): void {
    event.preventDefault();
    const body = { name, subject, previewText, blocks };
    void save(
      (edit) =>
        template
          ? data('putAdminCampaignsTemplatesById', { path: { id: template.id }, body, ...edit })
          : data('postAdminCampaignsTemplates', { body }),
      (saved) => {
        if (!template) void navigate(`/admin/campaigns/templates/${saved.id}`);
      },
    );
  }
  return (
    <Stack gap="md">
      <BackLink to="/admin/campaigns/broadcasts?tab=templates" text="Campaigns" />
      <Group justify="space-between">
        <Title order={1}>{template?.name ?? 'New template'}</Title>
        <Group gap="xs">
          <ActButton
            operation="postAdminCampaignsTest"
            label="Send a test"
            text="The mail as it stands in the form, with sample data."
            fixed={{ subject, previewText, blocks }}
            done="The test mail is sent"
          />
          {template && (
            <>
              <ActButton
                operation="postAdminCampaignsTemplatesByIdDuplicate"
                path={{ id: template.id }}
                label="Duplicate"
                text="A copy of what is saved."
                done="The template is duplicated"
                onDone={({ data: copy }) =>
                  void navigate(`/admin/campaigns/templates/${(copy as { id: string }).id}`)
                }
              />
              <ActButton
                operation="deleteAdminCampaignsTemplatesById"
                path={{ id: template.id }}
                label="Delete"
                text="A template that a scheduled campaign uses cannot be deleted."
                done="The template is deleted"
                danger
                onDone={() => void navigate('/admin/campaigns/broadcasts?tab=templates')}
              />
            </>
          )}
        </Group>
      </Group>
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <SaveForm {...{ form, submit, busy, error, conflicts, may }} label={template ? 'Save' : 'Create'}>
          {!may && <Alert color="gray">Your account may read this template, and not change it.</Alert>}
          <Panel title="Words">
            <Stack>
              <TextInput label="Name" required {...textField(form, fields, 'name')} />
              <TextInput label="Subject" required {...textField(form, fields, 'subject')} />
              <TextInput
                label="Preview text"
                description="What lists of mails show after the subject"
                {...textField(form, fields, 'previewText')}
              />
            </Stack>
          </Panel>
          <Panel title="Blocks">
            <BlocksEditor
              blocks={form.draft.blocks}
              change={(next) => form.set({ blocks: next })}
              errors={fields}
            />
          </Panel>
        </SaveForm>
        <CampaignPreview subject={subject} previewText={previewText} blocks={blocks} />
      </SimpleGrid>
    </Stack>
  );
}
