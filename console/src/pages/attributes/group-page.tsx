import { ActionIcon, Badge, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DataOf } from 'haat-client';
import type { FormEvent } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useReadOnly } from '../../generic/editable.js';
import { ActButton } from '../../generic/act-button.js';
import { BackLink } from '../../generic/back-link.js';
import { moveByKeys, OrderButtons } from '../../generic/order-buttons.js';
import { Panel } from '../../generic/panel.js';
import { RowPicker } from '../../generic/row-picker.js';
import { useNames } from '../../generic/rows-by-kind.js';
import { SaveForm } from '../../generic/save-form.js';
import { moved } from '../../generic/sort-orders.js';
import { textField } from '../../generic/use-draft.js';
import { useEditor } from '../../generic/use-editor.js';
import { State } from '../../generic/value.js';
import { data } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { mayCall, useSession } from '../../lib/session.js';
import { ErrorView } from '../../shell/error-view.js';
import { Icon } from '../../shell/icon.js';
import { PageLoader } from '../../shell/page-loader.js';

type AttributeGroup = DataOf<'getAdminProductAttributeGroupsById'>;

/** A group: which attributes the products of it have, and in which order they are asked for. */
export function Page() {
  const { id } = useParams();
  const group = useQuery({
    queryKey: ['getAdminProductAttributeGroupsById', id],
    queryFn: ({ signal }) => data('getAdminProductAttributeGroupsById', { path: { id: id ?? '' }, signal }),
    enabled: id !== undefined,
  });
  if (id === undefined) return <GroupForm group={null} />;
  if (group.isLoadingError) return <ErrorView error={group.error} retry={() => void group.refetch()} />;
  if (group.isPending) return <PageLoader />;
  return <GroupForm key={id} group={group.data} />;
}

const draftOf = (group: AttributeGroup | null) => ({
  title: group?.title ?? '',
  code: group?.code ?? '',
  attributeIds: [...(group?.attributes ?? [])]
    .sort((first, second) => first.sortOrder - second.sortOrder)
    .map(({ id }) => id),
});

function GroupForm({ group }: { group: AttributeGroup | null }) {
  const { form, save, busy, error, fields, conflicts } = useEditor({
    row: group,
    draftOf,
    read: ({ id }: AttributeGroup) => data('getAdminProductAttributeGroupsById', { path: { id } }),
    known: ['title', 'code', 'attributes'],
  });
  const navigate = useNavigate();
  const operation = group ? 'putAdminProductAttributeGroupsById' : 'postAdminProductAttributeGroups';
  const may = mayCall(useDeclarations().get(operation), useSession());
  function submit(event: FormEvent): void {
    event.preventDefault();
    const { title, code, attributeIds } = form.draft;
    const attributes = attributeIds.map((attributeId, sortOrder) => ({ attributeId, sortOrder }));
    const body = { title, code, attributes };
    void save(
      (edit) =>
        group
          ? data('putAdminProductAttributeGroupsById', { path: { id: group.id }, body, ...edit })
          : data('postAdminProductAttributeGroups', { body }),
      (saved) => {
        if (!group) void navigate(`/admin/product-attribute-groups/${saved.id}`);
      },
    );
  }
  return (
    <Stack gap="md" maw={820}>
      <BackLink to="/admin/product-attributes?tab=groups" text="Attribute groups" />
      <Group justify="space-between">
        <Group gap="sm">
          <Title order={1}>{group?.title ?? 'New group'}</Title>
          {group?.deletedAt && <State text="deleted" />}
        </Group>
        {group &&
          (group.deletedAt ? (
            <ActButton
              operation="postAdminProductAttributeGroupsByIdRestore"
              path={{ id: group.id }}
              label="Restore"
              text="Vendors can choose the group again."
              done="The group is restored"
            />
          ) : (
            <ActButton
              operation="deleteAdminProductAttributeGroupsById"
              path={{ id: group.id }}
              label="Delete"
              text="Products keep it; vendors can no longer choose it. It can be restored."
              done="The group is deleted"
              danger
            />
          ))}
      </Group>
      <SaveForm {...{ form, submit, busy, error, conflicts, may }} label={group ? 'Save' : 'Create'}>
        <Panel title="Details">
          <Stack>
            <TextInput label="Title" required {...textField(form, fields, 'title')} />
            <TextInput label="Code" required {...textField(form, fields, 'code')} />
          </Stack>
        </Panel>
        <Members
          group={group}
          ids={form.draft.attributeIds}
          change={(attributeIds) => form.set({ attributeIds })}
        />
      </SaveForm>
    </Stack>
  );
}

function Members({
  group,
  ids,
  change,
}: {
  group: AttributeGroup | null;
  ids: readonly string[];
  change: (ids: string[]) => void;
}) {
  const known = new Map((group?.attributes ?? []).map((attribute) => [attribute.id, attribute]));
  const names = useNames(
    'attributes',
    ids.filter((id) => !known.has(id)),
  );
  const readOnly = useReadOnly();
  const move = (from: number, to: number) => change(moved(ids, from, to));
  return (
    <Panel title={`Attributes (${ids.length})`}>
      <Stack gap="xs">
        {ids.length === 0 && (
          <Text size="sm" c="dimmed">
            No attributes yet.
          </Text>
        )}
        {ids.map((id, index) => {
          const name = known.get(id)?.title ?? names.get(id) ?? '';
          return (
            <Group
              key={id}
              gap="xs"
              justify="space-between"
              onKeyDown={readOnly ? undefined : moveByKeys(index, ids.length, move)}
            >
              <Group gap="xs">
                <Text size="sm" fw={500}>
                  {name}
                </Text>
                {known.get(id)?.isRequired && (
                  <Badge variant="light" color="orange" tt="none">
                    Required
                  </Badge>
                )}
              </Group>
              <Group gap={2} wrap="nowrap">
                <OrderButtons name={name} index={index} count={ids.length} move={move} />
                {!readOnly && (
                  <ActionIcon
                    variant="subtle"
                    color="red"
                    aria-label={`Remove ${name}`}
                    onClick={() => change(ids.filter((item) => item !== id))}
                  >
                    <Icon name="cross" size={14} />
                  </ActionIcon>
                )}
              </Group>
            </Group>
          );
        })}
        {!readOnly && (
          <RowPicker
            key={ids.length}
            kind="attributes"
            label="Add an attribute"
            placeholder="Type to search"
            value={null}
            onChange={(id) => id !== null && !ids.includes(id) && change([...ids, id])}
          />
        )}
      </Stack>
    </Panel>
  );
}
