import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { Field } from '../../generic/field.js';
import type { Schema } from '../../lib/declarations.js';
import { type Setting, settingTitle, valueText } from './setting-group.js';

interface Props {
  setting: Setting;
  stored: unknown;
  edited: unknown;
  error: string | undefined;
  disabled: boolean;
  /** What a change needs, where it needs more than others. */
  needed: string | undefined;
  onChange: (value: unknown) => void;
  onReset: () => void;
}

/** One setting, with what a change of it needs. */
export function SettingField(props: Props) {
  const { setting, needed } = props;
  return (
    <div>
      {setting.secret ? <Secret {...props} /> : <Plain {...props} />}
      {needed && (
        <Text size="xs" c="dimmed" mt={4}>
          {needed}
        </Text>
      )}
    </div>
  );
}

function Plain({ setting, stored, edited, error, disabled, onChange }: Props) {
  const value = edited === undefined ? stored : edited;
  const differs = JSON.stringify(value) !== JSON.stringify(setting.default);
  return (
    <fieldset disabled={disabled} style={{ border: 0, padding: 0, margin: 0, minWidth: 0 }}>
      <Field
        name={setting.key}
        title={settingTitle(setting)}
        schema={{ ...(setting.schema as Schema), description: setting.description }}
        schemas={{}}
        required={false}
        value={value}
        error={error}
        onChange={(next) =>
          onChange(
            next ??
              (setting.default === null ? null : typeof setting.default === 'string' ? '' : setting.default),
          )
        }
      />
      {differs && !disabled && (
        <Text size="xs" c="dimmed" mt={4}>
          Default: {valueText(setting.default)}{' '}
          <Button size="compact-xs" variant="subtle" onClick={() => onChange(setting.default)}>
            Use it
          </Button>
        </Text>
      )}
    </fieldset>
  );
}

/** Of a secret only whether there is one, and a field for another. */
function Secret({ setting, stored, edited, error, disabled, onChange, onReset }: Props) {
  const isSet = typeof stored === 'string' && stored !== '';
  const removed = edited === '';
  return (
    <Stack gap={4}>
      <PasswordInput
        label={settingTitle(setting)}
        description={setting.description}
        data-field={setting.key}
        name={setting.key}
        autoComplete="new-password"
        disabled={disabled}
        error={error}
        placeholder={
          removed ? 'Will be removed' : isSet ? `Set (${String(stored)}). Type to replace it` : 'Not set'
        }
        value={typeof edited === 'string' ? edited : ''}
        onChange={(event) =>
          event.currentTarget.value === '' ? onReset() : onChange(event.currentTarget.value)
        }
      />
      {isSet && !disabled && (
        <Group>
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            onClick={() => (removed ? onReset() : onChange(''))}
          >
            {removed ? 'Keep it' : 'Remove it'}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
