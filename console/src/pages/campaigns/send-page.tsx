import {
  Alert,
  Button,
  Group,
  List,
  SegmentedControl,
  Select,
  Stack,
  Text,
  TextInput,
  Title,
  SimpleGrid,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DataOf } from 'haat-client';
import { type FormEvent, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { BackLink } from '../../generic/back-link.js';
import { Panel } from '../../generic/panel.js';
import { RowPicker, RowsPicker } from '../../generic/row-picker.js';
import { StoreTimeInput } from '../../generic/store-time-input.js';
import { useAct } from '../../generic/use-act.js';
import { textField, useDraft } from '../../generic/use-draft.js';
import { call, data } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { number, time } from '../../lib/format.js';
import { ErrorView } from '../../shell/error-view.js';
import { keyed, type KeyedBlock, newBlock } from './block.js';
import { BlocksEditor } from './blocks-editor.js';
import { CampaignPreview } from './campaign-preview.js';
import { nameOf, useTopics } from './topic.js';

interface Draft {
  source: 'template' | 'blocks';
  templateId: string | null;
  subject: string;
  previewText: string;
  blocks: KeyedBlock[];
  audience: 'all_customers' | 'user_ids' | 'customer_group' | 'inactive_customers';
  topicId: string | null;
  userIds: string[];
  customerGroupId: string | null;
  scheduleFor: string | null;
}

/** A campaign before it is sent: what, to whom, and when. */
export function Page() {
  const { store } = useDeclarations();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const form = useDraft<Draft>(
    useRef<Draft>({
      source: 'template',
      templateId: search.get('templateId'),
      subject: '',
      previewText: '',
      blocks: keyed([newBlock('logo'), newBlock('heading'), newBlock('text')]),
      audience: 'all_customers',
      topicId: null,
      userIds: [],
      customerGroupId: null,
      scheduleFor: null,
    }).current,
  );
  const { draft, set } = form;
  const { act, busy, error, fields } = useAct([
    'subject',
    'previewText',
    'blocks',
    'templateId',
    'audience',
    'topicId',
    'scheduleFor',
  ]);
  const audience = {
    type: draft.audience,
    ...(draft.audience === 'user_ids' && { userIds: draft.userIds }),
    ...(draft.audience === 'customer_group' && { customerGroupId: draft.customerGroupId ?? '' }),
  };
  const topics = (useTopics().data ?? []).filter(({ archivedAt }) => archivedAt === null);
  const topicId = draft.topicId ?? (topics.length === 1 ? (topics[0]?.id ?? null) : null);
  const about = topicId !== null && { topicId };
  const named =
    draft.audience === 'customer_group'
      ? draft.customerGroupId !== null
      : draft.audience !== 'user_ids' || draft.userIds.length > 0;
  const chosen = named && (topics.length === 0 || topicId !== null);
  const counted = useQuery({
    queryKey: ['postAdminCampaignsAudience', audience, topicId],
    queryFn: ({ signal }) => data('postAdminCampaignsAudience', { body: { audience, ...about }, signal }),
    enabled: chosen,
  });
  const template = useQuery({
    queryKey: ['getAdminCampaignsTemplatesById', draft.templateId, 'preview'],
    queryFn: ({ signal }) =>
      data('getAdminCampaignsTemplatesById', { path: { id: draft.templateId ?? '' }, signal }),
    enabled: draft.source === 'template' && draft.templateId !== null,
  });
  const own = draft.source === 'blocks';
  const blocks = own ? draft.blocks.map(({ block }) => block) : (template.data?.blocks ?? []);
  const subject = draft.subject || (own ? '' : (template.data?.subject ?? ''));
  const previewText = draft.previewText || (own ? '' : (template.data?.previewText ?? ''));
  const ready = chosen && (own ? draft.subject !== '' && blocks.length > 0 : draft.templateId !== null);
  function submit(event: FormEvent): void {
    event.preventDefault();
    void act(
      (idempotencyKey) =>
        call('postAdminCampaignsSend', {
          body: {
            audience,
            ...about,
            ...(draft.subject && { subject: draft.subject }),
            ...(draft.previewText && { previewText: draft.previewText }),
            ...(own ? { blocks } : { templateId: draft.templateId ?? '' }),
            ...(draft.scheduleFor && { scheduleFor: draft.scheduleFor }),
          },
          idempotencyKey,
        }),
      ({ data: sent }) => {
        form.saved(draft);
        void navigate(`/admin/campaigns/broadcasts/${sent.broadcastId}`);
      },
    );
  }
  return (
    <Stack gap="md">
      <BackLink to="/admin/campaigns/broadcasts" text="Campaigns" />
      <Title order={1}>New campaign</Title>
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <form onSubmit={submit} noValidate>
          <Stack gap="md">
            <Panel title="What">
              <Stack>
                <SegmentedControl
                  aria-label="Content"
                  fullWidth
                  size="xs"
                  value={draft.source}
                  onChange={(source) => set({ source: source as Draft['source'] })}
                  data={[
                    { value: 'template', label: 'From a template' },
                    { value: 'blocks', label: 'Blocks of its own' },
                  ]}
                />
                {!own && (
                  <RowPicker
                    kind="campaignTemplates"
                    label="Template"
                    required
                    placeholder="Type to search"
                    value={draft.templateId}
                    error={fields['templateId']}
                    onChange={(templateId) => set({ templateId })}
                  />
                )}
                <TextInput
                  label="Subject"
                  required={own}
                  description={own ? undefined : 'Empty takes that of the template'}
                  {...textField(form, fields, 'subject')}
                />
                <TextInput label="Preview text" {...textField(form, fields, 'previewText')} />
                {own && (
                  <BlocksEditor
                    blocks={draft.blocks}
                    change={(next) => set({ blocks: next })}
                    errors={fields}
                  />
                )}
              </Stack>
            </Panel>
            <Panel title="To whom">
              <Stack>
                {topics.length > 0 && (
                  <Select
                    label="Topic"
                    required
                    description="Who has unsubscribed from it gets nothing; its link unsubscribes from it alone"
                    placeholder="Choose what it is about"
                    allowDeselect={false}
                    data={topics.map((topic) => ({ value: topic.id, label: nameOf(topic) }))}
                    value={topicId}
                    error={fields['topicId']}
                    onChange={(next) => set({ topicId: next })}
                  />
                )}
                <SegmentedControl
                  aria-label="Audience"
                  fullWidth
                  size="xs"
                  value={draft.audience}
                  onChange={(next) => set({ audience: next as Draft['audience'] })}
                  data={[
                    { value: 'all_customers', label: 'All customers' },
                    { value: 'customer_group', label: 'A group' },
                    { value: 'inactive_customers', label: 'Inactive' },
                    { value: 'user_ids', label: 'By name' },
                  ]}
                />
                {draft.audience === 'inactive_customers' && (
                  <Text size="sm" c="dimmed">
                    Customers who get no campaigns any more, because they have not clicked for the months of
                    email.campaign_inactive_months. Ask whether they want to go on: who opens a link gets
                    campaigns again.
                  </Text>
                )}
                {draft.audience === 'user_ids' && (
                  <RowsPicker
                    kind="customers"
                    label="Customers"
                    placeholder="Type a name or an address"
                    value={draft.userIds}
                    error={fields['audience.userIds']}
                    onChange={(userIds) => set({ userIds })}
                  />
                )}
                {draft.audience === 'customer_group' && (
                  <RowPicker
                    kind="customerGroups"
                    label="Customer group"
                    required
                    description="Its members are read when the mails are written"
                    placeholder="Type a name"
                    value={draft.customerGroupId}
                    error={fields['audience.customerGroupId']}
                    onChange={(customerGroupId) => set({ customerGroupId })}
                  />
                )}
                {counted.error ? (
                  <ErrorView error={counted.error} />
                ) : counted.data ? (
                  <Audience counted={counted.data} />
                ) : null}
              </Stack>
            </Panel>
            <Panel title="When">
              <Stack>
                <StoreTimeInput
                  label="Send at"
                  value={draft.scheduleFor}
                  error={fields['scheduleFor']}
                  onChange={(scheduleFor) => set({ scheduleFor })}
                />
                <Text size="sm" c="dimmed">
                  {draft.scheduleFor
                    ? `It is sent at ${time(draft.scheduleFor, store)}; until then it can be cancelled.`
                    : 'Empty sends it at once.'}
                </Text>
              </Stack>
            </Panel>
            {error !== null && <ErrorView error={error} />}
            <Group justify="flex-end">
              <Button type="submit" loading={busy} disabled={!ready}>
                {draft.scheduleFor ? 'Schedule' : 'Send now'}
                {counted.data ? ` to ${number(recipientsLeft(counted.data))}` : ''}
              </Button>
            </Group>
          </Stack>
        </form>
        <CampaignPreview subject={subject} previewText={previewText} blocks={blocks} />
      </SimpleGrid>
    </Stack>
  );
}

type Counted = DataOf<'postAdminCampaignsAudience'>;

/** Who gets the campaign: the audience without those whom it skips. */
const recipientsLeft = (counted: Counted) =>
  counted.recipients -
  (counted.suppressed +
    counted.unverified +
    counted.unsubscribed +
    counted.inactive +
    counted.overWeeklyLimit);

function Audience({ counted }: { counted: Counted }) {
  const { recipients, examples } = counted;
  const skipped = [
    { count: counted.suppressed, why: 'on the suppression list' },
    { count: counted.unverified, why: 'with an address that is not verified' },
    { count: counted.unsubscribed, why: 'unsubscribed from the topic' },
    { count: counted.inactive, why: 'inactive for months' },
    { count: counted.overWeeklyLimit, why: 'with enough campaigns this week' },
  ].filter(({ count }) => count > 0);
  const left = recipientsLeft(counted);
  return (
    <Alert
      color={left === 0 ? 'orange' : 'gray'}
      variant="light"
      title={left === 1 ? '1 recipient' : `${number(left)} recipients`}
    >
      {skipped.length > 0 && (
        <Text size="sm" component="div">
          Of {number(recipients)} in the audience are skipped:
          <List size="sm" withPadding>
            {skipped.map(({ count, why }) => (
              <List.Item key={why}>
                {number(count)} {why}
              </List.Item>
            ))}
          </List>
        </Text>
      )}
      {examples.length > 0 && (
        <Text size="sm" c="dimmed">
          In the audience: {examples.map(({ name, email }) => name || email).join(', ')}.
        </Text>
      )}
    </Alert>
  );
}
