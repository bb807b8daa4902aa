import {
  ActionIcon,
  Divider,
  Group,
  Input,
  NumberInput,
  SegmentedControl,
  Select,
  Stack,
  TagsInput,
  Text,
} from '@mantine/core';
import { EditButton, useReadOnly } from '../../generic/editable.js';
import { MoneyInput } from '../../generic/money-input.js';
import { Panel } from '../../generic/panel.js';
import { RowsPicker } from '../../generic/row-picker.js';
import { useDeclarations } from '../../lib/declarations.js';
import { Icon } from '../../shell/icon.js';
import { fields, type GroupDraft, MAX_RULES, newRule, type RuleDraft, type RuleField } from './group.js';

interface Props {
  draft: GroupDraft;
  set: (changes: Partial<GroupDraft>) => void;
  /** By the path below the body: `rules.0.value`. */
  errors: Record<string, string>;
}

const choices = Object.entries(fields).map(([value, { label }]) => ({ value, label }));

/** The rules of a group, one a row. */
export function RulesPanel({ draft: { match, rules }, set, errors }: Props) {
  const readOnly = useReadOnly();
  const change = (index: number, rule: RuleDraft) =>
    set({ rules: rules.map((item, place) => (place === index ? rule : item)) });
  return (
    <Panel
      title="Rules"
      actions={
        rules.length < MAX_RULES && (
          <EditButton
            type="button"
            size="compact-sm"
            variant="default"
            onClick={() => set({ rules: [...rules, newRule()] })}
          >
            Add a rule
          </EditButton>
        )
      }
    >
      <Stack gap="sm">
        {rules.length > 1 && (
          <SegmentedControl
            aria-label="Which rules have to be met"
            data={[
              { value: 'all', label: 'All of these' },
              { value: 'any', label: 'Any of these' },
            ]}
            value={match}
            onChange={(next) => set({ match: next as GroupDraft['match'] })}
          />
        )}
        {rules.length === 0 && (
          <Text size="sm" c="dimmed">
            Without a rule nobody is in the group.
          </Text>
        )}
        {rules.map((rule, index) => (
          <div key={index} role="group" aria-label={`Rule ${index + 1}`}>
            {index > 0 && <Divider mb="sm" label={match === 'all' ? 'and' : 'or'} labelPosition="left" />}
            <Group gap="xs" align="flex-start" wrap="nowrap">
              <RuleRow rule={rule} place={index + 1} change={(next) => change(index, next)} />
              {!readOnly && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="lg"
                  aria-label={`Remove rule ${index + 1}`}
                  onClick={() => set({ rules: rules.filter((_rule, place) => place !== index) })}
                >
                  <Icon name="cross" size={16} />
                </ActionIcon>
              )}
            </Group>
            {['', '.op', '.value', '.values'].map((name) => {
              const error = errors[`rules.${index}${name}`];
              return error && <Input.Error key={name}>{error}</Input.Error>;
            })}
          </div>
        ))}
        {errors['rules'] && <Input.Error>{errors['rules']}</Input.Error>}
      </Stack>
    </Panel>
  );
}

function RuleRow({
  rule,
  place,
  change,
}: {
  rule: RuleDraft;
  place: number;
  change: (rule: RuleDraft) => void;
}) {
  // Several texts take a line of their own where there is little room; a number stands beside.
  const wide = ['texts', 'categories'].includes(fields[rule.field].typed);
  return (
    <Group gap="xs" align="flex-start" style={{ flex: 1, minWidth: 0 }}>
      <Select
        aria-label={`What rule ${place} looks at`}
        w={{ base: '100%', xs: 175 }}
        allowDeselect={false}
        data={choices}
        value={rule.field}
        onChange={(field) => field && change(newRule(field as RuleField))}
      />
      <Select
        aria-label={`How rule ${place} compares`}
        w={{ base: '100%', xs: 150 }}
        allowDeselect={false}
        data={fields[rule.field].ops}
        value={rule.op}
        onChange={(op) => op && change({ ...rule, op: op as RuleDraft['op'] })}
      />
      <div style={{ flex: 1, minWidth: wide ? 180 : 120 }}>
        <Operand rule={rule} place={place} change={change} />
      </div>
    </Group>
  );
}

function Operand({
  rule,
  place,
  change,
}: {
  rule: RuleDraft;
  place: number;
  change: (rule: RuleDraft) => void;
}) {
  const { store } = useDeclarations();
  const { typed, hint, label } = fields[rule.field];
  const name = `${label} of rule ${place}`;
  const value = (next: number | null) => change({ ...rule, value: next });
  const values = (next: string[]) => change({ ...rule, values: next });
  switch (typed) {
    case 'money':
      return (
        <MoneyInput
          aria-label={name}
          placeholder={`Amount in ${store.currency}`}
          value={rule.value}
          onChange={value}
        />
      );
    case 'categories':
      return (
        <RowsPicker
          kind="categories"
          aria-label={name}
          placeholder="Type to search"
          value={rule.values}
          onChange={values}
        />
      );
    case 'texts':
      return (
        <TagsInput
          aria-label={name}
          placeholder={rule.values.length === 0 ? hint : undefined}
          maxTags={100}
          value={rule.values}
          onChange={(next) =>
            values(rule.field === 'country' ? next.map((text) => text.toUpperCase()) : next)
          }
          acceptValueOnBlur
        />
      );
    default:
      return (
        <NumberInput
          aria-label={name}
          min={0}
          allowDecimal={false}
          allowNegative={false}
          suffix={typed === 'days' ? (rule.value === 1 ? ' day' : ' days') : undefined}
          value={rule.value ?? ''}
          onChange={(next) => value(next === '' ? null : Number(next))}
        />
      );
  }
}
