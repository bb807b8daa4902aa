import { ActionIcon, Button, Group, Input, Stack, TextInput } from '@mantine/core';
import { Icon } from '../../shell/icon.js';

export interface HeaderRow {
  name: string;
  value: string;
}

/** As the API allows. */
const MAX_HEADERS = 10;

interface Props {
  rows: readonly HeaderRow[];
  onChange: (rows: HeaderRow[]) => void;
  /** By the name of the header, and of all together. */
  errors: Readonly<Record<string, string>>;
}

/** Headers that are sent with each request. A value that authorizes is shown as a mask, which keeps the stored one. */
export function HeadersInput({ rows, onChange, errors }: Props) {
  const change = (index: number, fields: Partial<HeaderRow>) =>
    onChange(rows.map((row, position) => (position === index ? { ...row, ...fields } : row)));
  return (
    <Input.Wrapper
      label="Headers"
      labelElement="div"
      description="Sent with each request, for a token of the receiver for one. Values that authorize are not shown again."
      error={errors['headers']}
    >
      <Stack gap="xs" mt={6}>
        {rows.map(({ name, value }, index) => (
          <Group key={index} gap="xs" wrap="nowrap" align="flex-start">
            <TextInput
              aria-label={`Name of header ${index + 1}`}
              placeholder="x-tenant"
              value={name}
              onChange={(event) => change(index, { name: event.currentTarget.value })}
              error={errors[`headers.${name}`]}
              style={{ flex: 2, minWidth: 0 }}
            />
            <TextInput
              aria-label={`Value of header ${index + 1}`}
              placeholder="store-7"
              value={value}
              onChange={(event) => change(index, { value: event.currentTarget.value })}
              style={{ flex: 3, minWidth: 0 }}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={`Remove header ${index + 1}`}
              onClick={() => onChange(rows.filter((_row, position) => position !== index))}
            >
              <Icon name="cross" size={16} />
            </ActionIcon>
          </Group>
        ))}
        {rows.length < MAX_HEADERS && (
          <Group>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => onChange([...rows, { name: '', value: '' }])}
            >
              Add a header
            </Button>
          </Group>
        )}
      </Stack>
    </Input.Wrapper>
  );
}
