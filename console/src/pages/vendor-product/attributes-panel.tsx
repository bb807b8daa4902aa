import { MultiSelect, NumberInput, Select, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { RowOf } from 'haat-client';
import { Panel } from '../../generic/panel.js';
import { data } from '../../lib/api.js';
import type { Assignment, Basics } from './draft.js';
import type { PartProps } from './product-editor.js';

type Attribute = NonNullable<RowOf<'getVendorProductAttributeGroups'>['attributes']>[number];

/** The attributes of a group, those that it requires marked. */
export function AttributesPanel({ draft: { basics }, change, errors }: PartProps) {
  const groups = useQuery({
    queryKey: ['getVendorProductAttributeGroups'],
    queryFn: ({ signal }) => data('getVendorProductAttributeGroups', { query: { limit: 100 }, signal }),
    staleTime: 60_000,
  });
  const set = (fields: Partial<Basics>) =>
    change((before) => ({ ...before, basics: { ...before.basics, ...fields } }));
  const group = groups.data?.find(({ id }) => id === basics.attributeGroupId);
  if (groups.data?.length === 0) return null;
  const assign = (attributeId: string, rows: Assignment[]) =>
    set({
      attributeAssignments: [
        ...basics.attributeAssignments.filter((row) => row.attributeId !== attributeId),
        ...rows,
      ],
    });
  return (
    <Panel title="Attributes">
      <Stack>
        <Select
          label="Kind of product"
          clearable
          searchable
          data={(groups.data ?? []).map(({ id, title }) => ({ value: id, label: title }))}
          value={basics.attributeGroupId}
          onChange={(attributeGroupId) => set({ attributeGroupId })}
          error={errors['basics.attributeGroupId']}
        />
        {group?.attributes.map((attribute) => (
          <AttributeField
            key={attribute.id}
            attribute={attribute}
            rows={basics.attributeAssignments.filter(({ attributeId }) => attributeId === attribute.id)}
            assign={(rows) => assign(attribute.id, rows)}
          />
        ))}
        {errors['basics.attributeAssignments'] && (
          <Text size="sm" c="red">
            {errors['basics.attributeAssignments']}
          </Text>
        )}
      </Stack>
    </Panel>
  );
}

interface FieldProps {
  attribute: Attribute;
  rows: readonly Assignment[];
  assign: (rows: Assignment[]) => void;
}

function AttributeField({ attribute, rows, assign }: FieldProps) {
  const { id: attributeId, title, type, isRequired, values = [] } = attribute;
  const common = { label: title, required: isRequired };
  const choices = values.map(({ id, value }) => ({ value: id, label: value }));
  const ofValue = (attributeValueId: string) => ({ attributeId, attributeValueId, value: null });
  const ofText = (value: string) => (value === '' ? [] : [{ attributeId, attributeValueId: null, value }]);
  const text = rows[0]?.value ?? '';
  if (type === 'multi_select')
    return (
      <MultiSelect
        {...common}
        searchable
        data={choices}
        value={rows.flatMap(({ attributeValueId }) => attributeValueId ?? [])}
        onChange={(ids) => assign(ids.map(ofValue))}
      />
    );
  if (type === 'select')
    return (
      <Select
        {...common}
        searchable
        clearable
        data={choices}
        value={rows[0]?.attributeValueId ?? null}
        onChange={(id) => assign(id === null ? [] : [ofValue(id)])}
      />
    );
  if (type === 'boolean')
    return (
      <Select
        {...common}
        clearable
        data={[
          { value: 'true', label: 'Yes' },
          { value: 'false', label: 'No' },
        ]}
        value={text === '' ? null : text}
        onChange={(value) => assign(ofText(value ?? ''))}
      />
    );
  if (type === 'number')
    return (
      <NumberInput
        {...common}
        value={text === '' ? '' : Number(text)}
        onChange={(value) => assign(ofText(String(value)))}
      />
    );
  return (
    <TextInput {...common} value={text} onChange={(event) => assign(ofText(event.currentTarget.value))} />
  );
}
