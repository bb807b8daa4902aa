import { ActionIcon, Group, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import { EditButton, useReadOnly } from '../../generic/editable.js';
import { Panel } from '../../generic/panel.js';
import { Icon } from '../../shell/icon.js';
import type { OptionDraft } from './draft.js';
import { combinations, MAX_VARIANTS, replan } from './matrix.js';
import type { PartProps } from './product-editor.js';

/** Options and their values; the variants below follow them. */
export function OptionsPanel({ draft, change, errors }: PartProps) {
  const { options } = draft;
  const readOnly = useReadOnly();
  const set = (index: number, option: OptionDraft) =>
    change((before) => {
      const next = before.options.map((item, place) => (place === index ? option : item));
      return { ...before, options: next, variants: replan(next, before.variants) };
    });
  const remove = (index: number) =>
    change((before) => {
      const next = before.options.filter((_, place) => place !== index);
      const variants = before.variants.map((variant) => ({
        ...variant,
        values: variant.values.filter((_, place) => place !== index),
      }));
      return { ...before, options: next, variants: replan(next, variants) };
    });
  const add = () =>
    change((before) => ({ ...before, options: [...before.options, { name: '', values: [] }] }));
  const count = combinations(options).length;
  return (
    <Panel
      title="Options"
      actions={
        <EditButton size="compact-sm" variant="default" onClick={add}>
          Add an option
        </EditButton>
      }
    >
      <Stack>
        {options.length === 0 && (
          <Text size="sm" c="dimmed">
            Does it come in sizes or colours? Add an option, and each combination becomes a variant with its
            own price and stock.
          </Text>
        )}
        {options.map((option, index) => (
          <Group key={index} align="flex-start" wrap="nowrap">
            <TextInput
              label="Option"
              placeholder="Size"
              w={150}
              value={option.name}
              onChange={(event) => set(index, { ...option, name: event.currentTarget.value })}
              error={errors[`options.${index}.name`]}
            />
            <TagsInput
              label={`Values of ${option.name || 'the option'}`}
              placeholder="S, M, L"
              description="Enter after each"
              flex={1}
              splitChars={[',', '|']}
              value={option.values}
              onChange={(values) => set(index, { ...option, values })}
              error={errors[`options.${index}.values`]}
            />
            {!readOnly && (
              <ActionIcon
                mt={26}
                variant="subtle"
                color="red"
                aria-label={`Remove the option ${option.name}`}
                onClick={() => remove(index)}
              >
                <Icon name="cross" size={16} />
              </ActionIcon>
            )}
          </Group>
        ))}
        {count > MAX_VARIANTS && (
          <Text size="sm" c="orange">
            {count} combinations are more than {MAX_VARIANTS}: import them from a file instead.
          </Text>
        )}
        {errors['options'] && (
          <Text size="sm" c="red">
            {errors['options']}
          </Text>
        )}
      </Stack>
    </Panel>
  );
}
