import { Button, Grid, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { ActButton } from '../../generic/act-button.js';
import { BackLink } from '../../generic/back-link.js';
import { ConflictList } from '../../generic/conflict-list.js';
import { Editable, useReadOnly } from '../../generic/editable.js';
import { fieldErrors } from '../../generic/form-value.js';
import { Panel } from '../../generic/panel.js';
import { RowPicker } from '../../generic/row-picker.js';
import { StoreTimeInput } from '../../generic/store-time-input.js';
import { useEditor } from '../../generic/use-editor.js';
import { ApiError } from 'haat-client';
import { data } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { mayCall, useSession } from '../../lib/session.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';
import { RuleBoosts } from './rule-boosts.js';
import { bodyOf, draftOf, emptyRule, freePlace, pinTo, type Rule, type RuleDraft } from './rule-draft.js';
import { PlainResult, ShapedResult } from './rule-result.js';

const SHOWN = 20;
const FIELDS = ['query', 'categoryId', 'redirect', 'activeFrom', 'activeUntil'];
const LIST = '/search?tab=rules';

/** A rule of the search, new or saved, shaped on the live result. */
export function Page() {
  const { id } = useParams();
  const [search] = useSearchParams();
  const saved = useQuery({
    queryKey: ['getAdminSearchRulesById', id],
    queryFn: ({ signal }) => data('getAdminSearchRulesById', { path: { id: id ?? '' }, signal }),
    enabled: id !== undefined,
    // What is edited is not replaced meanwhile: a save takes in what somebody else has saved.
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
  });
  if (id === undefined) return <Editor key="new" rule={null} query={search.get('q') ?? ''} />;
  if (saved.error) return <ErrorView error={saved.error} retry={() => void saved.refetch()} />;
  if (!saved.data || !saved.isFetchedAfterMount) return <PageLoader />;
  return <Editor key={id} rule={saved.data} />;
}

function Editor({ rule, query = '' }: { rule: Rule | null; query?: string }) {
  const id = rule?.id;
  const { form, save, busy, error, conflicts } = useEditor({
    row: rule,
    draftOf: (row) => (row ? draftOf(row) : emptyRule(query)),
    read: (row: Rule) => data('getAdminSearchRulesById', { path: { id: row.id } }),
  });
  const { draft, set } = form;
  const navigate = useNavigate();
  const saving = useDeclarations().get(id ? 'putAdminSearchRulesById' : 'postAdminSearchRules');
  const may = mayCall(saving, useSession());
  function submit(event: FormEvent): void {
    event.preventDefault();
    const body = bodyOf(draft);
    void save(
      (edit) =>
        id
          ? data('putAdminSearchRulesById', { path: { id }, body, ...edit })
          : data('postAdminSearchRules', { body }),
      () => {
        notifications.show({ color: 'teal', message: 'The rule is in effect within two seconds' });
        void navigate(LIST);
      },
    );
  }
  const refused = error instanceof ApiError ? fieldErrors(error.errors, FIELDS) : { fields: {} };
  return (
    <Editable may={may}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <div>
            <BackLink to={LIST} text="Rules" />
            <Group justify="space-between">
              <Title order={1}>{id ? 'Search rule' : 'New search rule'}</Title>
              {id && (
                <ActButton
                  operation="deleteAdminSearchRulesById"
                  path={{ id }}
                  label="Delete"
                  text="The result is again what the words alone find."
                  done="The rule is deleted"
                  danger
                  onDone={() => void navigate(LIST)}
                />
              )}
            </Group>
            {rule && (
              <Text size="sm" c="dimmed">
                Changed last by {rule.updatedBy}
              </Text>
            )}
          </div>
          <ConflictList {...conflicts} />
          <RuleTarget draft={draft} set={set} errors={refused.fields} />
          <RuleBoosts draft={draft} set={set} />
          <LiveResult draft={draft} set={set} />
          {error !== null && <ErrorView error={error} />}
          {may && (
            <Group justify="flex-end">
              <Button type="submit" loading={busy} disabled={!form.dirty && id !== undefined}>
                {id ? 'Save' : 'Create'}
              </Button>
            </Group>
          )}
        </Stack>
      </form>
    </Editable>
  );
}

/** For which result the rule is, when, and where else it may lead. */
function RuleTarget({
  draft,
  set,
  errors,
}: {
  draft: RuleDraft;
  set: (fields: Partial<RuleDraft>) => void;
  errors: Record<string, string>;
}) {
  return (
    <Panel title="For which result">
      <Stack>
        <Group grow align="flex-start" preventGrowOverflow={false}>
          <TextInput
            label="Text that buyers search for"
            description="Case, accents, signs and plurals make no difference"
            miw={220}
            maxLength={200}
            value={draft.query}
            error={errors['query']}
            onChange={(event) => set({ query: event.currentTarget.value })}
          />
          <div style={{ minWidth: 220 }}>
            <RowPicker
              kind="categories"
              label="Category"
              description="Its list; with a text, the search within it"
              value={draft.categoryId}
              onChange={(categoryId) => set({ categoryId })}
              {...(errors['categoryId'] && { error: errors['categoryId'] })}
            />
          </div>
          <TextInput
            label="Lead the text to a page instead"
            description="A path of the shop, or an https address of it"
            placeholder="/pages/diwali"
            miw={220}
            maxLength={500}
            value={draft.redirect}
            error={errors['redirect']}
            onChange={(event) => set({ redirect: event.currentTarget.value })}
          />
        </Group>
        <Group grow align="flex-start" preventGrowOverflow={false}>
          <StoreTimeInput
            label="From"
            value={draft.activeFrom}
            onChange={(activeFrom) => set({ activeFrom })}
            {...(errors['activeFrom'] && { error: errors['activeFrom'] })}
          />
          <StoreTimeInput
            label="Until"
            value={draft.activeUntil}
            onChange={(activeUntil) => set({ activeUntil })}
            {...(errors['activeUntil'] && { error: errors['activeUntil'] })}
          />
        </Group>
      </Stack>
    </Panel>
  );
}

/** Before and after side by side, of the draft as it stands. */
function LiveResult({ draft, set }: { draft: RuleDraft; set: (fields: Partial<RuleDraft>) => void }) {
  const readOnly = useReadOnly();
  const asked = JSON.stringify({ ...bodyOf(draft), redirect: null, activeFrom: null, activeUntil: null });
  const [settled] = useDebouncedValue(asked, 200);
  const isFor = draft.query.trim() !== '' || draft.categoryId !== null;
  const preview = useQuery({
    queryKey: ['postAdminSearchRulesPreview', settled],
    queryFn: ({ signal }) =>
      data('postAdminSearchRulesPreview', {
        body: { rule: JSON.parse(settled) as ReturnType<typeof bodyOf>, limit: SHOWN },
        signal,
      }),
    placeholderData: keepPreviousData,
    enabled: isFor,
  });
  if (!isFor)
    return (
      <Panel title="Result">
        <Text size="sm" c="dimmed">
          Type a text or choose a category to see its result.
        </Text>
      </Panel>
    );
  return (
    <>
      {preview.error && <ErrorView error={preview.error} retry={() => void preview.refetch()} />}
      {preview.isPending && <PageLoader />}
      {preview.data && (
        <>
          {!readOnly && (
            <RowPicker
              key={draft.pins.length}
              kind="products"
              label="Pin another product"
              description="Also one that lacks the words"
              placeholder="Type a part of its title"
              value={null}
              onChange={(id) => id && set(pinTo(draft, id, SHOWN, freePlace(draft)))}
            />
          )}
          <Grid gap="md">
            <Grid.Col span={{ base: 12, lg: 5 }} order={{ base: 2, lg: 1 }}>
              <PlainResult found={preview.data.before} />
            </Grid.Col>
            <Grid.Col span={{ base: 12, lg: 7 }} order={{ base: 1, lg: 2 }}>
              <ShapedResult preview={preview.data} draft={draft} set={set} />
            </Grid.Col>
          </Grid>
        </>
      )}
    </>
  );
}
