import { Alert, Group, Stack, Switch, Text, Title, SimpleGrid } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { DataOf } from 'haat-client';
import type { FormEvent } from 'react';
import { useParams } from 'react-router';
import { ActButton } from '../../generic/act-button.js';
import { BackLink } from '../../generic/back-link.js';
import { HtmlPreview } from '../../generic/html-preview.js';
import { Panel } from '../../generic/panel.js';
import { SaveForm } from '../../generic/save-form.js';
import { useEditor } from '../../generic/use-editor.js';
import { State } from '../../generic/value.js';
import { call, data } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { label } from '../../lib/format.js';
import { mayCall, useSession } from '../../lib/session.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';
import { LanguageChoice, type MailLanguage, useMailLanguage } from './language-choice.js';
import { WordsPanel } from './words-panel.js';

export type Template = DataOf<'getAdminEmailTemplatesByEventTypeByRole'>;
export const words = ['subject', 'preheader', 'heading', 'body'] as const;
export type Word = (typeof words)[number];
export type TemplateDraft = Record<Word, string> & { enabled: boolean };

/** The words of a mail, with the mail that they make beside them. */
export function Page() {
  const { eventType = '', role = '' } = useParams();
  const path = { eventType, role: role as Template['role'] };
  const language = useMailLanguage();
  const { query } = language;
  const template = useQuery({
    queryKey: ['getAdminEmailTemplatesByEventTypeByRole', eventType, role, query],
    queryFn: ({ signal }) => data('getAdminEmailTemplatesByEventTypeByRole', { path, query, signal }),
  });
  if (template.isLoadingError)
    return <ErrorView error={template.error} retry={() => void template.refetch()} />;
  if (template.isPending) return <PageLoader />;
  return (
    <TemplateForm
      key={`${eventType} ${role} ${query.locale ?? ''}`}
      template={template.data}
      language={language}
    />
  );
}

const draftOf = (template: Template | null): TemplateDraft => ({
  subject: template?.subject ?? '',
  preheader: template?.preheader ?? '',
  heading: template?.heading ?? '',
  body: template?.body ?? '',
  enabled: template?.enabled ?? true,
});

/** What is as the default says, follows the default. */
const bodyOf = (draft: TemplateDraft, { default: defaults }: Template) =>
  Object.fromEntries(words.map((word) => [word, draft[word] === defaults[word] ? null : draft[word]]));

function TemplateForm({ template, language }: { template: Template; language: MailLanguage }) {
  const { query, locale } = language;
  const { eventType, role } = template;
  const path = { eventType, role };
  const read = () => data('getAdminEmailTemplatesByEventTypeByRole', { path, query });
  const { form, save, busy, error, fields, conflicts } = useEditor({
    row: template,
    draftOf,
    read,
    known: [...words, 'enabled'],
  });
  const may = mayCall(useDeclarations().get('putAdminEmailTemplatesByEventTypeByRole'), useSession());
  const { subject, preheader, heading, body } = form.draft;
  const [shown] = useDebouncedValue({ subject, preheader, heading, body }, 400);
  const preview = useQuery({
    queryKey: ['postAdminEmailTemplatesByEventTypeByRolePreview', eventType, role, query, shown],
    queryFn: ({ signal }) =>
      data('postAdminEmailTemplatesByEventTypeByRolePreview', { path, query, body: shown, signal }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  function submit(event: FormEvent): void {
    event.preventDefault();
    void save(async (edit) => {
      const body = { ...bodyOf(form.draft, template), enabled: form.draft.enabled };
      await call('putAdminEmailTemplatesByEventTypeByRole', { path, query, body, ...edit });
      return read();
    });
  }
  const found = preview.data;
  return (
    <Stack gap="md">
      <BackLink to={`/admin/email/templates${locale ? `?locale=${locale}` : ''}`} text="Mail templates" />
      <Group justify="space-between">
        <div>
          <Group gap="sm">
            <Title order={1}>{eventType}</Title>
            <State text={template.missing ? 'missing' : template.hasOverride ? 'override' : 'default'} />
          </Group>
          <Text size="sm" c="dimmed">
            {template.description.replace(/\.?$/, '.')} It goes to the {label(role).toLowerCase()}.
          </Text>
        </div>
        <Group gap="xs">
          <LanguageChoice {...language} />
          <ActButton
            operation="postAdminEmailTemplatesByEventTypeByRoleTest"
            path={path}
            query={query}
            label="Send a test"
            text="The mail as it stands in the form, with sample data."
            fixed={{ subject, preheader, heading, body }}
            done="The test mail is sent"
          />
          {template.hasOverride && (
            <ActButton
              operation="deleteAdminEmailTemplatesByEventTypeByRole"
              path={path}
              query={query}
              label="Reset to the default"
              text="All words of this mail become those of the default again."
              done="The mail has its default words"
              danger
            />
          )}
        </Group>
      </Group>
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <SaveForm {...{ form, submit, busy, error, conflicts, may }}>
          {!may && <Alert color="gray">Your account may read this mail, and not change it.</Alert>}
          <WordsPanel
            template={template}
            draft={form.draft}
            set={form.set}
            errors={fields}
            unknown={found?.unknownVariables ?? []}
          />
          <Switch
            label="This mail is sent"
            description={template.alwaysSends ? 'It cannot be switched off' : undefined}
            disabled={template.alwaysSends}
            checked={form.draft.enabled}
            onChange={(event) => form.set({ enabled: event.currentTarget.checked })}
          />
        </SaveForm>
        <Panel title="Preview">
          {preview.isLoadingError ? (
            <ErrorView error={preview.error} />
          ) : !found ? (
            <PageLoader />
          ) : (
            <Stack gap="sm">
              <Text size="sm">
                Subject: <strong>{found.subject}</strong>
              </Text>
              {[
                ...found.warnings,
                ...found.removed.map((part) => `Not allowed in a mail, left out: ${part}`),
              ].map((warning) => (
                <Alert key={warning} color="yellow" variant="light" p="xs">
                  {warning}
                </Alert>
              ))}
              <HtmlPreview title="Mail" html={found.html} text={found.text} schemes />
            </Stack>
          )}
        </Panel>
      </SimpleGrid>
    </Stack>
  );
}
