import { Alert, Group, List, Select, Stack, Switch, TextInput, Title } from '@mantine/core';
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
import { State } from '../../generic/value.js';
import { data } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { mayCall, useSession } from '../../lib/session.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';
import { effectsOf } from './effects.js';
import { type AttributeValue, ValuesPanel } from './values-panel.js';

type Attribute = DataOf<'getAdminProductAttributesById'>;
type Kind = Attribute['type'];

/** An attribute: what kind of value it has, its choices in order, and what a change does to products. */
export function Page() {
  const { id } = useParams();
  const attribute = useQuery({
    queryKey: ['getAdminProductAttributesById', id],
    queryFn: ({ signal }) => data('getAdminProductAttributesById', { path: { id: id ?? '' }, signal }),
    enabled: id !== undefined,
  });
  if (id === undefined) return <AttributeForm attribute={null} />;
  if (attribute.isLoadingError)
    return <ErrorView error={attribute.error} retry={() => void attribute.refetch()} />;
  if (attribute.isPending) return <PageLoader />;
  return <AttributeForm key={id} attribute={attribute.data} />;
}

export interface AttributeDraft {
  title: string;
  code: string;
  type: Kind;
  isRequired: boolean;
  isUnique: boolean;
  values: AttributeValue[];
}

const draftOf = (attribute: Attribute | null): AttributeDraft => ({
  title: attribute?.title ?? '',
  code: attribute?.code ?? '',
  type: attribute?.type ?? 'select',
  isRequired: attribute?.isRequired ?? false,
  isUnique: attribute?.isUnique ?? false,
  values: [...(attribute?.values ?? [])]
    .filter(({ deletedAt }) => deletedAt === null)
    .sort((first, second) => first.sortOrder - second.sortOrder)
    .map(({ id, value }) => ({ id, value })),
});

export const hasChoices = (type: Kind) => type === 'select' || type === 'multi_select';

const types: { value: Kind; label: string }[] = [
  { value: 'select', label: 'One of its values' },
  { value: 'multi_select', label: 'Several of its values' },
  { value: 'text', label: 'Text' },
  { value: 'number', label: 'Number' },
  { value: 'boolean', label: 'Yes or no' },
];

const codeOf = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');

function AttributeForm({ attribute }: { attribute: Attribute | null }) {
  const { form, save, busy, error, fields, conflicts } = useEditor({
    row: attribute,
    draftOf,
    read: ({ id }: Attribute) => data('getAdminProductAttributesById', { path: { id } }),
    known: ['title', 'code', 'type', 'isRequired', 'isUnique', 'values'],
  });
  const navigate = useNavigate();
  const operation = attribute ? 'putAdminProductAttributesById' : 'postAdminProductAttributes';
  const may = mayCall(useDeclarations().get(operation), useSession());
  const { draft, set } = form;
  const effects = attribute ? effectsOf(form.base, draft) : [];

  function submit(event: FormEvent): void {
    event.preventDefault();
    const { values, ...rest } = draft;
    const ordered = values.map((value, sortOrder) => ({ ...value, sortOrder }));
    if (attribute)
      void save((edit) =>
        data('putAdminProductAttributesById', {
          path: { id: attribute.id },
          body: { ...rest, ...(hasChoices(rest.type) && { values: ordered }) },
          ...edit,
        }),
      );
    else
      void save(
        () =>
          data('postAdminProductAttributes', {
            body: {
              ...rest,
              ...(hasChoices(rest.type) && {
                values: ordered.map(({ value, sortOrder }) => ({ value, sortOrder })),
              }),
            },
          }),
        (made) => void navigate(`/admin/product-attributes/${made.id}`),
      );
  }
  return (
    <Stack gap="md" maw={820}>
      <BackLink to="/admin/product-attributes" text="Attributes" />
      <Group justify="space-between">
        <Group gap="sm">
          <Title order={1}>{attribute?.title ?? 'New attribute'}</Title>
          {attribute?.deletedAt && <State text="deleted" />}
        </Group>
        {attribute &&
          (attribute.deletedAt ? (
            <ActButton
              operation="postAdminProductAttributesByIdRestore"
              path={{ id: attribute.id }}
              label="Restore"
              text="Products that still have a value show it again."
              done="The attribute is restored"
            />
          ) : (
            <ActButton
              operation="deleteAdminProductAttributesById"
              path={{ id: attribute.id }}
              label="Delete"
              text="Products keep their values, and stop showing them. It can be restored."
              done="The attribute is deleted"
              danger
            />
          ))}
      </Group>
      <SaveForm {...{ form, submit, busy, error, conflicts, may }} label={attribute ? 'Save' : 'Create'}>
        <Panel title="Details">
          <Stack>
            <TextInput
              label="Title"
              required
              {...textField(form, fields, 'title')}
              onChange={({ currentTarget: { value: title } }) =>
                // A new code follows the title until somebody writes another.
                set({
                  title,
                  ...(!attribute && draft.code === codeOf(draft.title) && { code: codeOf(title) }),
                })
              }
            />
            <TextInput
              label="Code"
              required
              description="Imports, filters and feeds name the attribute by it"
              {...textField(form, fields, 'code')}
            />
            <Select
              label="Value"
              allowDeselect={false}
              data={types}
              value={draft.type}
              error={fields['type']}
              onChange={(type) => set({ type: type as Kind })}
            />
            <Switch
              label="Required of the products of its groups"
              checked={draft.isRequired}
              onChange={(event) => set({ isRequired: event.currentTarget.checked })}
            />
            <Switch
              label="Each value at one product only"
              checked={draft.isUnique}
              onChange={(event) => set({ isUnique: event.currentTarget.checked })}
            />
          </Stack>
        </Panel>
        {hasChoices(draft.type) && (
          <ValuesPanel values={draft.values} change={(values) => set({ values })} errors={fields} />
        )}
        {effects.length > 0 && (
          <Alert color="orange" variant="light" title="What this does to products">
            <List size="sm">
              {effects.map((effect) => (
                <List.Item key={effect}>{effect}</List.Item>
              ))}
            </List>
          </Alert>
        )}
      </SaveForm>
    </Stack>
  );
}
